-- The first value of a query, or the SQLSTATE that it raises.
CREATE FUNCTION pg_temp.outcome_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    outcome text;
BEGIN
    EXECUTE query INTO outcome;
    RETURN coalesce(outcome, 'NULL');
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;
