// base62id_execute_as(): statements with the rights of another role.  base62id-migrate uses it to act for
// owners.
//
// SET ROLE is not enough where statements call code of that role, as ALTER TABLE does in a CHECK: such code
// can reset the role.  Nor is a function with SECURITY DEFINER: its owner can replace it, and can leave
// settings behind, cursors WITH HOLD and deferred triggers, which are executed by whoever goes on.  A
// security-restricted operation, in which PostgreSQL itself builds an index in the name of a table's owner,
// refuses these; a level of settings of its own ends with it.
#include "pg/server/text.hpp"

B62_FN(base62id_execute_as) {
    const Oid role = get_role_oid(NameStr(*PG_GETARG_NAME(0)), false);
    b62_check_can_set_role(GetUserId(), role);
    Oid user;
    int context;
    GetUserIdAndSecContext(&user, &context);
    SetUserIdAndSecContext(role, context | SECURITY_RESTRICTED_OPERATION);
    const int settings = NewGUCNestLevel();

    SPI_connect();
    const int outcome = SPI_execute(text_to_cstring(PG_GETARG_TEXT_PP(1)), false, 0);
    if (outcome < 0)
        ereport(ERROR, (errcode(ERRCODE_FEATURE_NOT_SUPPORTED), errmsg("cannot execute this as another role"),
                        errdetail("Statements that end a transaction, and COPY from or to the client, are "
                                  "not possible here.")));
    text *first = nullptr;
    if (SPI_tuptable != nullptr && SPI_tuptable->numvals > 0) {
        const char *value = SPI_getvalue(SPI_tuptable->vals[0], SPI_tuptable->tupdesc, 1);
        if (value != nullptr) {
            const std::size_t size = std::strlen(value);
            first = static_cast<text *>(SPI_palloc(VARHDRSZ + size)); // the caller's memory
            SET_VARSIZE(first, VARHDRSZ + size);
            std::memcpy(VARDATA(first), value, size);
        }
    }
    SPI_finish();

    // As if rolled back: also what SET, which is not LOCAL, has set.
    AtEOXact_GUC(false, settings);
    SetUserIdAndSecContext(user, context);
    if (first == nullptr)
        PG_RETURN_NULL();
    PG_RETURN_TEXT_P(first);
}
