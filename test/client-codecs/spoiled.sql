-- pg_temp.spoiled(TEXT, WAY, TURN): a text that is almost an id. A way of more than 9 leaves it as it is.
CREATE FUNCTION pg_temp.spoiled(t text, way bigint, turn bigint DEFAULT 0) RETURNS text LANGUAGE sql AS $$
    SELECT CASE way
        WHEN 1 THEN overlay(t placing bad from at for 1)
        WHEN 2 THEN overlay(t placing bad from at for 0)
        WHEN 3 THEN overlay(t placing '' from at for 1)
        WHEN 4 THEN '"' || t || '"'
        WHEN 5 THEN CASE turn % 3 WHEN 0 THEN '"' || t WHEN 1 THEN t || '"' ELSE '""' || t || '""' END
        WHEN 6 THEN upper(t)
        WHEN 7 THEN lower(t)
        WHEN 8 THEN left(t, at)
        WHEN 9 THEN reverse(t)
        ELSE t END
      FROM (SELECT 1 + floor(random() * length(t))::integer AS at,
                   (ARRAY[' ', '-', '_', '$', '~', '0', 'z', 'I', 'L', 'O', 'U', 'u', 'i', 'l', 'o', '"', '''', '\', 'é', 'ſ', 'ı', 'K', 'ß', '𝟎', '+', '/', '='])
                       [1 + floor(random() * 27)::integer] AS bad) AS chosen $$;
