/* Faults on purpose: shows that the sanitizers are awake in the server. */
#include "postgres.h"

#include "fmgr.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(overflow_integer);
PG_FUNCTION_INFO_V1(read_past_array);

Datum
overflow_integer(PG_FUNCTION_ARGS)
{
	PG_RETURN_INT32(PG_GETARG_INT32(0) + PG_GETARG_INT32(0));
}

Datum
read_past_array(PG_FUNCTION_ARGS)
{
	volatile char octets[16] = {0};

	PG_RETURN_INT32(octets[PG_GETARG_INT32(0)]);
}
