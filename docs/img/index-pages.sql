-- Where new ids go in an index: for docs/img/diagrams.pl.  Two tables take 50,000 ids, then 1,000
-- more; for each leaf page, in the order of the keys, how many of the 1,000 it got.
--
--   psql -XAtq -F "$(printf '\t')" -f docs/img/index-pages.sql >docs/img/index-pages.tsv
BEGIN;
CREATE EXTENSION IF NOT EXISTS base62id;
CREATE EXTENSION IF NOT EXISTS pageinspect;
CREATE TABLE random_ids (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TABLE ordered_ids (id uuid PRIMARY KEY DEFAULT uuid_v7_new());

INSERT INTO random_ids SELECT FROM generate_series(1, 50000);
INSERT INTO ordered_ids SELECT FROM generate_series(1, 50000);
CREATE TEMP TABLE before AS
    SELECT 'random' AS of, ctid AS htid FROM random_ids
    UNION ALL
    SELECT 'ordered', ctid FROM ordered_ids;
INSERT INTO random_ids SELECT FROM generate_series(1, 1000);
INSERT INTO ordered_ids SELECT FROM generate_series(1, 1000);

WITH RECURSIVE start AS (
    SELECT
        of,
        index,
        (
            SELECT min(n)
            FROM generate_series(1, pg_relation_size(index) / 8192 - 1) AS g (n),
                LATERAL bt_page_stats(index, n) AS s
            WHERE s.type = 'l' AND s.btpo_prev = 0
        ) AS block
    FROM (VALUES ('random', 'random_ids_pkey'), ('ordered', 'ordered_ids_pkey')) AS i (of, index)
), leaves AS (
    SELECT of, index, block, 1 AS page FROM start
    UNION ALL
    SELECT of, index, (SELECT btpo_next FROM bt_page_stats(index, block)), page + 1 FROM leaves
    WHERE (SELECT btpo_next FROM bt_page_stats(index, block)) <> 0
)
SELECT of, string_agg(new::text, ' ' ORDER BY page)
FROM (
    SELECT leaves.of, page, count(*) FILTER (WHERE b.htid IS NULL) AS new
    FROM leaves
    CROSS JOIN LATERAL bt_page_items(index, block) AS item
    LEFT JOIN before AS b ON b.of = leaves.of AND b.htid = item.htid
    WHERE item.itemoffset > 1 OR (SELECT btpo_next FROM bt_page_stats(index, block)) = 0
    GROUP BY leaves.of, page
) AS pages
GROUP BY of
ORDER BY of;
ROLLBACK;
