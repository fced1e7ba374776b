\echo Use "CREATE EXTENSION shop_ids" to load this file. \quit

-- The types belong to this extension: it is dumped by its name, Citus makes it on all nodes, and postgres_fdw ships its operators.
SELECT typeid_create_type('@extschema@.customer_id', 'cus');
SELECT typeid_create_type('@extschema@.order_id', 'ord');
