#include "codec/uid11_profiles.hpp"

#include "pg/generate/clock.hpp"
#include "pg/generate/reserved.hpp"

namespace base62id::pg {

namespace {

constexpr const char *reserved_file = PGSTAT_STAT_PERMANENT_DIRECTORY "/base62id.reserved";
constexpr const char *reserved_file_new = PGSTAT_STAT_PERMANENT_DIRECTORY "/base62id.reserved.tmp";

// What an earlier start of this server has reserved, and on which timeline; zeros where there is nothing.
struct reservation {
    std::uint64_t ms;
    TimeLineID timeline;
};

[[noreturn]] void raise_file_error(const char *doing, const char *file) {
    ereport(ERROR, (errcode_for_file_access(), errmsg("could not %s file \"%s\": %m", doing, file)));
}

bool parse_reservation(const char *text, reservation *r) {
    char *end = nullptr;
    r->ms = strtou64(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != ' ' || end[1] < '0' || end[1] > '9' ||
        r->ms > last_reservable_ms)
        return false;
    r->timeline = static_cast<TimeLineID>(strtoul(end + 1, &end, 10));
    return end[0] == '\n' && end[1] == '\0';
}

reservation read_reserved() {
    const int fd = OpenTransientFile(reserved_file, O_RDONLY | PG_BINARY);
    if (fd < 0) {
        if (errno == ENOENT)
            return {};
        raise_file_error("open", reserved_file);
    }
    char text[48];
    const auto n = read(fd, text, sizeof text - 1);
    if (n < 0)
        raise_file_error("read", reserved_file);
    CloseTransientFile(fd);
    text[n] = '\0';
    reservation r;
    if (!parse_reservation(text, &r))
        ereport(ERROR,
                (errcode(ERRCODE_DATA_CORRUPTED), errmsg("invalid data in file \"%s\"", reserved_file),
                 errdetail("It holds a time that the ids of this server had not reached when it was last "
                           "stopped."),
                 reserved_hint()));
    return r;
}

// The time of the last transaction that was replayed, by the clock of the server that we have replaced.
std::uint64_t replayed_ms() {
    const std::int64_t ms =
        (GetLatestXTime() - timestamp_of_unix_ms(codec::xid_epoch_ms)) / 1000; // floor is of no matter
    return ms > 0 && ms >> codec::xid::time_bits == 0 ? static_cast<std::uint64_t>(ms) : 0;
}

} // namespace

int reserved_hint() {
    return errhint(
        "Where the system clock was wrong once: set it right, stop the server, remove the file \"%s\" from "
        "the data directory, and start the server.",
        reserved_file);
}

void write_reserved(std::uint64_t ms) {
    char text[48];
    const int n = snprintf(text, sizeof text, "%llu %u\n", static_cast<unsigned long long>(ms),
                           GetWALInsertionTimeLine());
    const int fd = OpenTransientFile(reserved_file_new, O_CREAT | O_TRUNC | O_WRONLY | PG_BINARY);
    if (fd < 0)
        raise_file_error("create", reserved_file_new);
    errno = 0;
    if (write(fd, text, static_cast<std::size_t>(n)) != n) {
        if (errno == 0)
            errno = ENOSPC; // a short write says nothing else
        raise_file_error("write", reserved_file_new);
    }
    if (pg_fsync(fd) != 0)
        raise_file_error("fsync", reserved_file_new);
    if (CloseTransientFile(fd) != 0)
        raise_file_error("close", reserved_file_new);
    durable_rename(reserved_file_new, reserved_file, ERROR);
}

past_ids find_past_ids() {
    const reservation r = read_reserved();
    const TimeLineID timeline = GetWALInsertionTimeLine();
    // 1 is that of a server that was never promoted nor restored.
    if (timeline == r.timeline || timeline == 1)
        return {r.ms, false, false};
    const std::uint64_t replayed = replayed_ms();
    if (replayed == 0)
        return {r.ms, false, true};
    // The ids of its primary may have been as far ahead of the clock as ours are now and then.
    const std::uint64_t until = max(r.ms, min(replayed + reserve_ahead_ms, last_reservable_ms));
    write_reserved(until);
    return {until, true, false};
}

} // namespace base62id::pg
