\echo Use "ALTER EXTENSION shop_ids UPDATE" to load this file. \quit

SELECT typeid_create_type('@extschema@.invoice_id', 'inv');
