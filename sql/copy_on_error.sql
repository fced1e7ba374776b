-- COPY that skips the rows with bad ids, from PostgreSQL 17 on.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/sql/include/helpers.sql

CREATE TEMP TABLE t (n integer, b62 base62id, b64 base64uuid, u11 uid11, tid typeid, bid baseuid, tids typeid[]);
COPY t FROM STDIN (ON_ERROR ignore);
1	Fa84QWiAxLXUJaHZmEVPEG	F$$$$$$$$$$$$$$$$$$$$$	11111111111	user_01h455vb4pex5vsknk084sn02q	ANjssJkyfa3H00J9ZPJ0	{user_01h455vb4pex5vsknk084sn02q}
2	Fa84QWiAxLXUJaHZmEVPEF	\N	\N	\N	\N	\N
3	\N	A$$$$$$$$$$$$$$$$$$$$$	\N	\N	\N	\N
4	\N	\N	zzzzzzzzzzz	\N	\N	\N
5	\N	\N	\N	User_01h455vb4pex5vsknk084sn02q	\N	\N
6	\N	\N	\N	\N	short	\N
7	\N	\N	\N	\N	\N	{user_01h455vb4pex5vsknk084sn02q,user_}
8	"NNC6dn4GR1JETNQMfLl6qN"	"Izzzzzzzzzzzzzzzzzzzzz"	"jpXCZedGfVQ"	"00000000000000000000000000"	"zzzzzzzzzzzzzzzzzzzz"	\N
9	\N	\N	\N	\N	\N	\N
\.
SELECT * FROM t ORDER BY n;
