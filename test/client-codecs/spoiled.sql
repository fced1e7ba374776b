-- pg_temp.spoiled(TEXT, WAY, TURN): a text that is almost an id.  A way of more than 9 leaves it as
-- it is.

-- A whole number from 0 to n - 1.
CREATE FUNCTION pg_temp.below(n integer) RETURNS integer LANGUAGE sql AS $$
    SELECT floor(random() * n)::integer
$$;
-- The choice of a turn: each in its turn, from the first on.
CREATE FUNCTION pg_temp.turned(turn bigint, VARIADIC choices text[]) RETURNS text LANGUAGE sql AS $$
    SELECT choices[1 + turn % cardinality(choices)]
$$;
-- A character that is in no id, or not in those of every notation.
CREATE FUNCTION pg_temp.bad_character() RETURNS text LANGUAGE sql AS $$
    SELECT characters[1 + pg_temp.below(cardinality(characters))]
    FROM (
        SELECT string_to_array(E' -_$~0zILOUuilo"''\\éſıKß𝟎+/=', NULL) AS characters
    ) AS all_of_them
$$;
CREATE FUNCTION pg_temp.spoiled(t text, way bigint, turn bigint DEFAULT 0) RETURNS text
LANGUAGE sql AS $$
    SELECT CASE way
        WHEN 1 THEN overlay(t placing bad from at for 1)
        WHEN 2 THEN overlay(t placing bad from at for 0)
        WHEN 3 THEN overlay(t placing '' from at for 1)
        WHEN 4 THEN '"' || t || '"'
        WHEN 5 THEN pg_temp.turned(turn, '"' || t, t || '"', '""' || t || '""')
        WHEN 6 THEN upper(t)
        WHEN 7 THEN lower(t)
        WHEN 8 THEN left(t, at)
        WHEN 9 THEN reverse(t)
        ELSE t
    END
    FROM (
        SELECT 1 + pg_temp.below(length(t)) AS at, pg_temp.bad_character() AS bad
    ) AS chosen
$$;
