#include "pg/id_type/event.hpp"

namespace base62id::pg {

Node *create_type_event(List *name) {
    auto *s = makeNode(DefineStmt);
    s->kind = OBJECT_TYPE;
    s->defnames = name;
    return reinterpret_cast<Node *>(s);
}

Node *alter_type_event(Oid type) {
    auto *s = makeNode(AlterTypeStmt);
    s->typeName = list_make1(makeString(format_type_extended(type, -1, FORMAT_TYPE_ALLOW_INVALID)));
    return reinterpret_cast<Node *>(s);
}

Node *drop_type_event(Oid type) {
    auto *s = makeNode(DropStmt);
    s->removeType = OBJECT_TYPE;
    s->objects = list_make1(makeTypeNameFromOid(type, -1));
    return reinterpret_cast<Node *>(s);
}

} // namespace base62id::pg
