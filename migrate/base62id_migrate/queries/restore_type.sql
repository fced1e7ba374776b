-- The body of a block that creates an id type of an archive.  The archive has a mask key's
-- fingerprint; its number is that of this server.
DECLARE
    wanted constant text := :mask;
    number integer := 0;
BEGIN
    IF wanted <> '' THEN
        SELECT split_part(name, ' ', 2)::integer INTO number
        FROM :home.base62id_settings()
        WHERE name LIKE 'mask_key %' AND value = wanted;
        IF number IS NULL THEN
            RAISE EXCEPTION 'mask key for type % is not available on this server', :type_name
                USING ERRCODE = '55000',
                      DETAIL = format('Its fingerprint is %s.', wanted),
                      HINT = 'Put the file with the key in place, and reload the configuration.';
        END IF;
    END IF;
    PERFORM :home.typeid_create_type(:type_name, :prefix, :notation, number, :accept,
        if_not_exists => true);
END
