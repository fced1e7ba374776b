#include "pg/server/worker.hpp"

#include <dlfcn.h>

namespace base62id::pg {

static TimestampTz asked_at = 0; // the time of the configuration; 0: never

void ask_postmaster() {
    if (!b62_has_named_segments || !IsUnderPostmaster || asked_at == PgReloadTime)
        return;
    // This file, whatever the configuration says of paths.
    Dl_info here;
    if (dladdr(reinterpret_cast<const void *>(&ask_postmaster), &here) == 0)
        return;
    BackgroundWorker w{};
    strlcpy(w.bgw_name, "base62id: configuration", sizeof w.bgw_name);
    strlcpy(w.bgw_type, "base62id", sizeof w.bgw_type);
    strlcpy(w.bgw_library_name, here.dli_fname, sizeof w.bgw_library_name);
    strlcpy(w.bgw_function_name, "base62id_configuration", sizeof w.bgw_function_name);
    w.bgw_flags = BGWORKER_SHMEM_ACCESS;
    w.bgw_start_time = BgWorkerStart_PostmasterStart;
    w.bgw_restart_time = BGW_NEVER_RESTART;
    w.bgw_notify_pid = MyProcPid;
    BackgroundWorkerHandle *handle;
    if (!RegisterDynamicBackgroundWorker(&w, &handle))
        return; // no free slot: the next call tries again
    asked_at = PgReloadTime;
    (void)WaitForBackgroundWorkerShutdown(handle);
}

} // namespace base62id::pg
