// A provider of security labels that takes every label. PostgreSQL's own for tests, dummy_seclabel, is in no
// package.
#include "postgres.h"

#include "commands/seclabel.h"
#include "fmgr.h"

PG_MODULE_MAGIC;

PGDLLEXPORT void _PG_init(void);

static void take(const ObjectAddress *object, const char *label) {}

void _PG_init(void) { register_label_provider("migrate_test", take); }
