# Frozen for ever: text, wire form, bytes on disk and hash values of the ids in test/golden/values.tsv
# and id_types.tsv.  Whoever changes one makes databases that cannot be upgraded.

use strict;
use warnings;
use Base62id;
use File::Basename qw(dirname);
use PostgreSQL::Test::Utils;
use Test::More;

sub values_of {
    map { [split /\t/] } grep { !/^#/ } split /\n/,
        slurp_file(dirname(__FILE__) . "/../golden/$_[0]");
}
my @golden = values_of('values.tsv');
for my $type (@types) {
    cmp_ok(scalar(grep { $_->[0] eq $type } @golden), '>=', 8, "there are values of $type");
}
my $node =
    server('golden', settings => mask_keys("$PostgreSQL::Test::Utils::tmp_check/golden_keys"));
$node->safe_psql('postgres', 'CREATE DATABASE golden');
$node->safe_psql('golden',   'CREATE EXTENSION base62id; CREATE EXTENSION pageinspect;');

# Texts and wire forms are all machines'; on disk and in hash values the server's order of octets
# shows.
my @big = values_of('big-endian.tsv');
is_deeply(
    [map { [@$_[0, 1]] } @big],
    [map { [@$_[0, 1]] } @golden],
    'the same values are known of big-endian servers'
);
$node->safe_psql('golden', 'CREATE TABLE one AS SELECT 1 AS i');
if (
    $node->safe_psql('golden',
        q{SELECT encode(t_data, 'hex') FROM heap_page_items(get_raw_page('one', 0))}) eq '00000001'
    )
{
    note('a big-endian server');
    splice @{ $golden[$_] }, 3, 4, @{ $big[$_] }[2 .. 5] for 0 .. $#golden;
}

# Id types have the bytes on disk and the hash values of a value above.
my %typed;
for (values_of('id_types.tsv')) {
    my ($prefix, $notation, $key, $text, $wire, $like) = @$_;
    my $type = $typed{"'$prefix', '$notation', $key"} //=
        'typed_' . ($key ? 'masked_' : '') . $notation;
    my ($stored) =
        grep { $_->[0] eq ($notation eq 'uid11' ? 'uid11' : 'base62id') && $_->[1] eq $like }
        @golden;
    push @golden, [$type, $text, $wire, @$stored[3 .. 6]];
}
my @all = (@types, sort values %typed);
my $sql = join '', map { "SELECT typeid_create_type('$typed{$_}', $_);" } sort keys %typed;
$sql .= "CREATE TABLE t_$_ (i int PRIMARY KEY, id $_); CREATE TABLE disk_$_ (id $_);" for @all;
$node->safe_psql('golden', $sql);

my $partition_seed = '8816678312871386365';    # HASH_PARTITION_SEED of catalog/partition.h
for my $i (0 .. $#golden) {
    my ($type, $text) = @{ $golden[$i] };
    $node->safe_psql('golden',
        "INSERT INTO t_$type VALUES ($i, '$text'); INSERT INTO disk_$type VALUES ('$text')");

    # Id types of 16 bytes are hashed by uuid's functions.
    my ($hash, $value) =
        $type =~ /^typed_(?!.*uid11)/ ? ('uuid_hash', 'id::uuid') : ("${type}_hash", 'id');

    # The bytes of the newest row of a table of one column; it has no nulls, so the data is the
    # value alone.
    my $is = $node->safe_psql(
        'golden', qq{
        SELECT '$type', id, encode(${type}_send(id), 'hex'),
            (SELECT encode(t_data, 'hex') FROM heap_page_items(get_raw_page('disk_$type', 0)) ORDER BY lp DESC LIMIT 1),
            $hash($value), ${hash}_extended($value, 0), ${hash}_extended($value, $partition_seed)
        FROM t_$type WHERE i = $i}
    ) =~ s/\|/\t/gr;
    is($is, join("\t", @{ $golden[$i] }), "$type $text");
}

# The wire form in the other direction: a binary COPY file made of the golden octets.
for my $type (@all) {
    my @rows = grep { $golden[$_][0] eq $type } 0 .. $#golden;
    my $copy = "PGCOPY\n\xff\r\n\0" . pack('NN', 0, 0);
    for my $i (@rows) {
        my $wire = pack 'H*', $golden[$i][2];
        $copy .= pack('n N N N/a*', 2, 4, $i, $wire);
    }
    $copy .= pack 'n', 0xffff;
    my $path = "$PostgreSQL::Test::Utils::tmp_check/golden_$type.copy";
    open my $fh, '>:raw', $path or die;
    print $fh $copy;
    close $fh;
    is(
        $node->safe_psql(
            'golden', "CREATE TABLE received_$type (LIKE t_$type);
            COPY received_$type FROM '$path' (FORMAT binary);
            SELECT count(*) FROM received_$type r JOIN t_$type t ON r.i = t.i AND r.id = t.id AND r.id::text = t.id::text"
        ),
        scalar @rows,
        "$type: binary input of the golden octets gives the same values"
    );
}

# What core says of the same octets: a record of one bytea has the hash of the bytea.
for my $type (@types) {
    my $values = grep { $_->[0] eq $type } @golden;
    is(
        $node->safe_psql(
            'golden',
            "SELECT count(*) FILTER (WHERE ${type}_hash(id) = hash_record(ROW(${type}_send(id)))
            AND ${type}_hash_extended(id, $partition_seed) = hash_record_extended(ROW(${type}_send(id)), $partition_seed)) FROM t_$type"
        ),
        $values,
        "$type: core's hash functions agree"
    );
}

# A typeid is one octet, the prefix and 16 octets, on whatever way it came: core's constants and
# parameters bring headers of four octets.
$node->safe_psql(
    'golden', 'CREATE TABLE way (way text, id typeid); CREATE INDEX way_id ON way (id);
    CREATE FUNCTION way_of(text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO way VALUES (\'plpgsql\', $1); END $$;'
);
my $id   = 'user_01h455vb4pex5vsknk084sn02q';
my $path = "$PostgreSQL::Test::Utils::tmp_check/way.copy";
$node->safe_psql(
    'golden',
    "INSERT INTO way VALUES ('literal', '$id'), ('cast', '$id'::text), ('array', (ARRAY['$id'::typeid])[1]);
    INSERT INTO way VALUES ('folded', uuid_to_typeid('user', '01890a5d-ac96-774b-bcce-b302099a8057'));
    INSERT INTO way SELECT 'generator', typeid_generate('user');
    INSERT INTO way SELECT 'batch', unnest(typeid_generate_batch('user', 2));
    SET plan_cache_mode = force_custom_plan; PREPARE c(typeid) AS INSERT INTO way VALUES ('custom', \$1); EXECUTE c('$id');
    SET plan_cache_mode = force_generic_plan; PREPARE g(text) AS INSERT INTO way VALUES ('generic', \$1); EXECUTE g('$id');
    SELECT way_of('$id');
    COPY way TO '$path'; COPY way FROM '$path'; COPY way TO '$path' (FORMAT binary); COPY way FROM '$path' (FORMAT binary);
    CREATE TABLE way2 AS SELECT way || '2' AS way, id FROM way; UPDATE way SET id = '$id' WHERE way = 'batch';
    INSERT INTO way SELECT * FROM way2;"
);
is(
    $node->safe_psql(
        'golden', q{SELECT string_agg(DISTINCT way || ' ' || pg_column_size(id), ', ') FROM way
        WHERE pg_column_size(id) <> 21}
    ),
    '',
    'every stored typeid of prefix user has 21 bytes'
);

# Rows so wide that core looks for something to compress or to move out of line.
my $wide = join ', ', map { "c$_ typeid" } 1 .. 120;
my $long = 'z' x 63 . '_00000000000000000000000001';
for my $storage ('', 'MAIN', 'EXTENDED', 'EXTERNAL') {
    my ($status, $out, $err) = $node->psql(
        'golden',
        "DROP TABLE IF EXISTS wide; CREATE TABLE wide ($wide);"
            . (
            $storage && join '',
            map { "ALTER TABLE wide ALTER c$_ SET STORAGE $storage;" } 1 .. 120
            )
    );
    if ($status)    # a type of storage plain refuses
    {
        like($err, qr/can only have storage PLAIN/, "storage $storage is refused");
        next;
    }
    my $list = join ', ', map { "c$_" } 1 .. 120;
    is(
        $node->safe_psql(
            'golden',
            "INSERT INTO wide SELECT "
                . join(', ', ("'$long'") x 120)
                . " FROM generate_series(1, 5);
            CREATE INDEX wide_index ON wide (c1, c120); ANALYZE wide; SET enable_seqscan = off;
            SELECT count(*), count(DISTINCT c7), max(c120), min(c1), bool_and(c1 = c120 AND typeid_hash(c3) = typeid_hash('$long')
                AND typeid_prefix(c5) = repeat('z', 63) AND typeid_send(c6) = typeid_send('$long') AND c8 ^@ 'zz'
                AND c9 \@> repeat('z', 63) AND c10 <= c11)
            FROM (SELECT $list FROM wide ORDER BY c1, c120, c45) x"
        ),
        "5|1|$long|$long|t",
        'a row of 120 long typeids' . ($storage && ", storage $storage") . ' is read as written'
    );
    is(
        $node->safe_psql(
            'golden', "SET enable_seqscan = off; SELECT count(*) FROM wide WHERE c1 = '$long'"
        ),
        '5',
        'and found by its index'
    );
}

stop_clean($node);
done_testing();
