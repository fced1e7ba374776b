-- The id types of a database, by what an archive says of them.
SELECT type::text AS name, prefix, notation, mask
FROM :home.typeid_types()
