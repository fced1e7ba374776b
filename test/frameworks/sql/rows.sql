-- Rows enough that a plan without an index is another one.
INSERT INTO users (id, name)
SELECT md5(i::text)::uuid, i
FROM generate_series(1, 5000) AS i;
INSERT INTO notes
SELECT md5((-i)::text)::uuid, md5(i::text)::uuid
FROM generate_series(1, 5000) AS i;
ANALYZE;
