// typeid_types().
#include "codec/notation.hpp"

#include "pg/id_type/maker.hpp"
#include "pg/keys/key_file.hpp"
#include "pg/keys/mask_keys.hpp"

using namespace base62id;

B62_FN(typeid_types) {
    InitMaterializedSRF(fcinfo, 0);
    auto *result = reinterpret_cast<ReturnSetInfo *>(fcinfo->resultinfo);
    const Oid language = pg::find_language(fcinfo->flinfo->fn_oid);
    const List *types = pg::find_id_types(language);
    for (int i = 0; i < list_length(types); ++i) {
        const Oid type = list_nth_oid(types, i);
        pg::id_type id;
        if (!pg::find_id_type(type, language, &id))
            continue;
        const int key = id.masked ? pg::mask_key_number(id.fingerprint) : 0;
        const Datum values[] = {ObjectIdGetDatum(type),
                                PointerGetDatum(pg::new_text(id.prefix())),
                                CStringGetTextDatum(id.written->name),
                                Int32GetDatum(key),
                                BoolGetDatum(id.accepts_uuid),
                                CStringGetTextDatum(pg::digest_text(id.fingerprint)),
                                BoolGetDatum(id.is_number() && pg::is_implicit(INT8OID, type))};
        const bool nulls[] = {false, false, false, id.masked && key == 0, false, !id.masked, false};
        tuplestore_putvalues(result->setResult, result->setDesc, const_cast<Datum *>(values),
                             const_cast<bool *>(nulls));
    }
    return Datum{0};
}
