-- Ids with and without a time: NOTATION, TYPE PREFIX or "-", TEXT, and the milliseconds since 1970
-- of the time that the server finds in it.
CREATE TEMP TABLE uuids AS
    SELECT unnest(ARRAY[
        '01890a5d-ac96-774b-bcce-b302099a8057',
        '01890a5d-ac96-474b-bcce-b302099a8057'
    ]::uuid[]) AS u;
SELECT notation, prefix, text, floor(extract(epoch FROM time) * 1000)::bigint
FROM (
    SELECT 'typeid', 'user', typeid_encode('user', u), uuid_v7_timestamp(u) FROM uuids
    UNION ALL
    SELECT 'uuid', 'user', 'user_' || u, uuid_v7_timestamp(u) FROM uuids
    UNION ALL
    SELECT 'hex', 'user', 'user_' || replace(u::text, '-', ''), uuid_v7_timestamp(u) FROM uuids
    UNION ALL
    SELECT 'base62id', '-', u::base62id::text, uuid_v7_timestamp(u) FROM uuids
    UNION ALL
    SELECT 'base64uuid', '-', u::base64uuid::text, uuid_v7_timestamp(u) FROM uuids
    UNION ALL
    SELECT 'ulid', '-', u::ulid::text, ulid_timestamp(u::ulid) FROM uuids
    UNION ALL
    SELECT 'xid', '-', id::text, xid_timestamp(id)
    FROM xid_min('2026-02-03 04:05:06.789+00') AS id
    UNION ALL
    SELECT 'baseuid', '-', id::text, baseuid_timestamp(id)
    FROM baseuid_min('2026-02-03 04:05:06.789+00') AS id
) AS ids (notation, prefix, text, time);
