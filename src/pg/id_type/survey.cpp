// What a database has of id types, counted by one pass over each catalog: no cache keeps anything of it,
// however many types there are, nothing is deparsed and nothing is locked.  Only what is ours is counted, so
// nobody but a superuser can make a count right that is wrong.
#include <algorithm>

#include "pg/id_type/part.hpp"
#include "pg/server/names.hpp"

namespace base62id::pg {

namespace {

// Which type an object belongs to, by the object's OID.
struct place {
    Oid oid;
    int type;
    bool operator<(const place &other) const { return oid < other.oid; }
};

struct places {
    place *first;
    int count, room;

    explicit places(int expected)
        : first(static_cast<place *>(palloc(max(expected, 1) * sizeof(place)))), count(0),
          room(max(expected, 1)) {}
    void add(Oid oid, int type) {
        if (count == room) {
            room *= 2;
            first = static_cast<place *>(repalloc(first, room * sizeof(place)));
        }
        first[count++] = {oid, type};
    }
    void sort() { std::sort(first, first + count); }
    // Negative if it belongs to none.
    int find(Oid oid) const {
        const place *const end = first + count;
        const place *const p = std::lower_bound<const place *>(first, end, place{oid, 0});
        return p != end && p->oid == oid ? p->type : -1;
    }
};

// A type that has the size of an id type.  It is one if its input and its send function say so.
struct candidate {
    surveyed_type found;
    Oid input, sending;
    bool of_numbers, has_input, has_sending;
};

struct counting {
    const maker &m;
    candidate *types;
    int count;
    places by_type, by_function; // that read and send the types
    places of_one_argument;      // functions of ours, which a cast may call; all have the type 0
    Oid last_owner;              // whose rights were asked for last
    bool last_is_superuser;

    counting(const maker &of, candidate *all, int n)
        : m(of), types(all), count(n), by_type(n), by_function(2 * n), of_one_argument(32 * n),
          last_owner(InvalidOid), last_is_superuser(false) {
        for (int i = 0; i < n; ++i) {
            by_type.add(all[i].found.id.type, i);
            by_function.add(all[i].input, i);
            by_function.add(all[i].sending, i);
        }
        by_type.sort();
        by_function.sort();
    }

    bool is_superuser(Oid role) {
        if (role != last_owner) {
            last_is_superuser = superuser_arg(role);
            last_owner = role;
        }
        return last_is_superuser;
    }

    // Counts one more of a kind for a type, or for two.
    void add(int part_counts::*kind, Oid type) {
        if (const int at = by_type.find(type); at >= 0)
            ++(types[at].found.parts.*kind);
    }
    void add(int part_counts::*kind, Oid left, Oid right) {
        add(kind, left);
        if (right != left)
            add(kind, right);
    }

    void see_input_or_send(const FormData_pg_proc &p, std::string_view body) {
        const int at = by_function.find(p.oid);
        if (at < 0)
            return;
        candidate &c = types[at];
        if (p.oid == c.input)
            c.has_input =
                p.prolang == ClanguageId && body == (c.of_numbers ? "numeric_id_type_in" : "id_type_in");
        else if (p.prolang == m.language && take_word(&body) == "send")
            c.has_sending = c.found.id.declare(body) && c.found.id.is_number() == c.of_numbers;
    }

    void see_function(HeapTuple t, TupleDesc columns) {
        const auto &p = *reinterpret_cast<const FormData_pg_proc *>(GETSTRUCT(t));
        const bool in_c = p.prolang == ClanguageId;
        if (p.oid < FirstNormalObjectId ||
            !(in_c || p.prokind == PROKIND_AGGREGATE || p.prolang == m.language) || !is_superuser(p.proowner))
            return;
        if (in_c) {
            const Datum library = column_of(t, Anum_pg_proc_probin, columns);
            if (library == 0 || view_of(DatumGetTextPP(library)) != m.library)
                return;
        }
        see_input_or_send(p, view_of(DatumGetTextPP(column_of(t, Anum_pg_proc_prosrc, columns))));
        if (p.pronargs == 1)
            of_one_argument.add(p.oid, 0);
        add(&part_counts::functions, p.prorettype, p.pronargs > 0 ? p.proargtypes.values[0] : InvalidOid);
    }

    // A cast has no owner.  Without a function, only a superuser can make it; with one, it is ours if the
    // function is.
    bool is_ours(const FormData_pg_cast &c) const {
        return OidIsValid(c.castfunc) ? of_one_argument.find(c.castfunc) >= 0
                                      : c.castmethod == COERCION_METHOD_BINARY;
    }

    void see_cast(const FormData_pg_cast &c) {
        if (!is_ours(c))
            return;
        add(&part_counts::casts, c.castsource, c.casttarget);
        const int at = c.castsource == INT8OID ? by_type.find(c.casttarget) : -1;
        if (at >= 0)
            types[at].found.accepts_bigint = c.castcontext == COERCION_CODE_IMPLICIT;
    }

    void see_comment(HeapTuple t, TupleDesc columns) {
        const auto &d = *reinterpret_cast<const FormData_pg_description *>(GETSTRUCT(t));
        const int at = d.classoid == ProcedureRelationId ? by_function.find(d.objoid) : -1;
        if (at >= 0 && d.objoid == types[at].input)
            types[at].found.mark =
                TextDatumGetCString(column_of(t, Anum_pg_description_description, columns));
    }

    void see_all() {
        each_tuple(ProcedureRelationId, InvalidOid, {},
                   [this](HeapTuple t, TupleDesc columns) { see_function(t, columns); });
        of_one_argument.sort();
        each_row<FormData_pg_operator>(OperatorRelationId, InvalidOid, {},
                                       [this](const FormData_pg_operator &o) {
                                           if (OidIsValid(o.oprcode) && is_superuser(o.oprowner))
                                               add(&part_counts::operators, o.oprleft);
                                       });
        each_row<FormData_pg_cast>(CastRelationId, InvalidOid, {},
                                   [this](const FormData_pg_cast &c) { see_cast(c); });
        each_row<FormData_pg_opclass>(OperatorClassRelationId, InvalidOid, {},
                                      [this](const FormData_pg_opclass &c) {
                                          if (is_superuser(c.opcowner))
                                              add(&part_counts::classes, c.opcintype);
                                      });
        each_row<FormData_pg_amop>(AccessMethodOperatorRelationId, InvalidOid, {},
                                   [this](const FormData_pg_amop &o) {
                                       add(&part_counts::members, o.amoplefttype, o.amoprighttype);
                                   });
        each_row<FormData_pg_amproc>(AccessMethodProcedureRelationId, InvalidOid, {},
                                     [this](const FormData_pg_amproc &f) {
                                         add(&part_counts::members, f.amproclefttype, f.amprocrighttype);
                                     });
        each_tuple(DescriptionRelationId, InvalidOid, {},
                   [this](HeapTuple t, TupleDesc columns) { see_comment(t, columns); });
    }
};

struct candidates {
    candidate *first;
    int count, room;
};

candidates find_candidates() {
    candidates all{static_cast<candidate *>(palloc0(64 * sizeof(candidate))), 0, 64};
    each_row<FormData_pg_type>(TypeRelationId, InvalidOid, {}, [&](const FormData_pg_type &t) {
        if (t.typtype != TYPTYPE_BASE || t.oid < FirstNormalObjectId || !t.typisdefined ||
            (t.typlen != sizeof(codec::uuid) && t.typlen != sizeof(std::uint64_t)))
            return;
        if (all.count == all.room) {
            all.room *= 2;
            all.first = static_cast<candidate *>(repalloc(all.first, all.room * sizeof(candidate)));
        }
        candidate &c = all.first[all.count++] = {};
        c.found.id.type = t.oid;
        c.input = t.typinput;
        c.sending = t.typsend;
        c.of_numbers = t.typlen == sizeof(std::uint64_t);
    });
    return all;
}

} // namespace

survey take_survey(const maker &m) {
    const candidates all = find_candidates();
    counting c(m, all.first, all.count);
    c.see_all();
    survey s{static_cast<surveyed_type *>(palloc(max(all.count, 1) * sizeof(surveyed_type))), 0};
    for (int i = 0; i < all.count; ++i)
        if (all.first[i].has_input && all.first[i].has_sending)
            s.types[s.count++] = all.first[i].found;
    std::sort(s.types, s.types + s.count,
              [](const surveyed_type &a, const surveyed_type &b) { return a.id.type < b.id.type; });
    return s;
}

// --- what the template makes ---

namespace {

int members_of(const List *items, Oid type) {
    int n = 0;
    ListCell *cell;
    foreach (cell, items) {
        const auto *i = lfirst_node(CreateOpClassItem, cell);
        if (i->itemtype == OPCLASS_ITEM_STORAGETYPE)
            continue;
        const auto [left, right] = types_of_item(i, type);
        n += left == type || right == type;
    }
    return n;
}

void count_definition(const DefineStmt *s, part_counts &n) {
    n.functions += s->kind == OBJECT_AGGREGATE;
    n.operators += s->kind == OBJECT_OPERATOR;
}

// As counting::see_all() counts it: a function that neither takes nor returns the type is not.
void count_statement(Node *s, Oid type, part_counts &n) {
    switch (nodeTag(s)) {
    case T_CreateFunctionStmt:
        n.functions +=
            std::strcmp(strVal(llast(castNode(CreateFunctionStmt, s)->returnType->names)), "void") != 0;
        break;
    case T_DefineStmt:
        count_definition(castNode(DefineStmt, s), n);
        break;
    case T_CreateCastStmt:
        ++n.casts;
        break;
    case T_CreateOpClassStmt:
        ++n.classes;
        n.members += members_of(castNode(CreateOpClassStmt, s)->items, type);
        break;
    case T_AlterOpFamilyStmt:
        n.members += members_of(castNode(AlterOpFamilyStmt, s)->items, type);
        break;
    default:
        break;
    }
}

} // namespace

expectation expected_parts(maker &m, Oid type) {
    expectation e{{}, nullptr};
    if (!read_id_type(m, type))
        return e;
    const Oid input = input_of_type(type);
    const caller_state before = become_superuser();
    each_statement(m, [&](Node *s, const RawStmt *) {
        count_statement(s, type, e.parts);
        if (IsA(s, CommentStmt) && look_up(s).objectId == input)
            e.mark = castNode(CommentStmt, s)->comment;
    });
    become_caller(before);
    return e;
}

} // namespace base62id::pg
