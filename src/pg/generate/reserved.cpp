#include "pg/generate/reserved.hpp"
#include "pg/generate/clock.hpp"
#include "pg/keys/key_file.hpp"
#include "pg/settings.hpp"

namespace base62id::pg {

constexpr const char *default_file = PGSTAT_STAT_PERMANENT_DIRECTORY "/base62id.reserved",
                     *written_as = ".tmp"; // its name until it is whole

// MS TIMELINE MACHINE
static bool parse_reservation(const char *text, reservation *r) {
    char *end = nullptr;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    r->ms = strtou64(text, &end, 10);
    if (!is_digit(text[0]) || *end != ' ' || !is_digit(end[1]) || r->ms > last_reservable_ms)
        return false;
    r->timeline = static_cast<TimeLineID>(strtoul(end + 1, &end, 10));
    if (*end != ' ' || !(is_digit(end[1]) || (end[1] == '-' && is_digit(end[2]))))
        return false;
    r->machine = static_cast<std::int32_t>(strtol(end + 1, &end, 10));
    return end[0] == '\n' && end[1] == '\0' && r->timeline != 0 && r->machine >= -1;
}

static file_fault failed_to(file_fault::step what) { return {what, errno}; }

// The time of the last replayed transaction, by the clock of the former primary; 0 if no xid can hold it.
static std::uint64_t replayed_ms() {
    const std::int64_t ms =
        (GetLatestXTime() - timestamp_of_unix_ms(codec::xid_epoch_ms)) / 1000; // rounding does not matter
    return ms > 0 && ms >> codec::xid::time_bits == 0 ? static_cast<std::uint64_t>(ms) : 0;
}

int file_fault::sqlerrcode() const {
    if (at == parse)
        return ERRCODE_DATA_CORRUPTED;
    switch (error_number) {
    case ENOSPC:
    case EDQUOT:
        return ERRCODE_DISK_FULL;
    case EACCES:
    case EPERM:
    case EROFS:
        return ERRCODE_INSUFFICIENT_PRIVILEGE;
    default:
        return ERRCODE_IO_ERROR;
    }
}

const char *file_fault::text() const {
    if (at == parse)
        return psprintf("invalid data in file \"%s\"", reserved_file_configured());
    constexpr const char *doing[] = {"", "open", "read", "", "create", "write", "fsync", "close", "rename"};
    errno = error_number;
    return psprintf("could not %s file \"%s%s\": %m", doing[at], reserved_file_configured(),
                    at <= read ? "" : written_as);
}

void file_fault::raise() const {
    ereport(ERROR, (errcode(sqlerrcode()), errmsg_internal("%s", text()), reserved_hint()));
}

const char *reserved_file_configured() {
    return is_named(settings::reserved_file) ? settings::reserved_file : default_file;
}

reservation read_reserved(const char *file) {
    reservation r{};
    const int fd = OpenTransientFile(file, O_RDONLY | O_NONBLOCK);
    if (fd < 0) {
        if (errno != ENOENT)
            r.fault = failed_to(file_fault::open);
        return r;
    }
    char text[64];
    const auto n = read(fd, text, sizeof text - 1);
    if (n < 0)
        r.fault = failed_to(file_fault::read);
    CloseTransientFile(fd);
    if (n < 0)
        return r;
    text[n] = '\0';
    if (!parse_reservation(text, &r))
        r = {0, 0, 0, {file_fault::parse, 0}};
    return r;
}

int reserved_hint() {
    return errhint(
        "Where the system clock was wrong once: set it right, stop the server, remove the file \"%s\"%s, and "
        "start the server.",
        reserved_file_configured(),
        is_absolute_path(reserved_file_configured()) ? "" : " from the data directory");
}

file_fault write_reserved(const char *file, std::uint64_t ms, std::int32_t machine) {
    char text[64];
    const char *made = psprintf("%s%s", file, written_as);
    const int n = snprintf(text, sizeof text, "%llu %u %d\n", static_cast<unsigned long long>(ms),
                           GetWALInsertionTimeLine(), machine);
    const int fd = OpenTransientFile(made, O_CREAT | O_TRUNC | O_WRONLY | PG_BINARY);
    if (fd < 0)
        return failed_to(file_fault::create);
    errno = ENOSPC; // a short write sets no errno
    file_fault fault{};
    if (write(fd, text, static_cast<std::size_t>(n)) != n)
        fault = failed_to(file_fault::write);
    else if (pg_fsync(fd) != 0)
        fault = failed_to(file_fault::fsync);
    if (CloseTransientFile(fd) != 0 && !fault)
        fault = failed_to(file_fault::close);
    if (!fault && durable_rename(made, file, LOG) != 0)
        fault = failed_to(file_fault::rename);
    return fault;
}

// pg_rewind and pg_basebackup bring another server's file, or remove ours, and a promoted or restored server
// has followed another one.  Then ids of our number may have any time up to our clock, or the last replayed
// commit, and may be ahead of that as far as ids sometimes are.  Without a number nobody else makes our xids,
// but the primary has made snowish and ts_seq_rand ids as we make them, up to the last replayed commit.
//
// Our own file may be an earlier one, where a data directory was put back in place.  Ids that it knows
// nothing of are not ahead of the clock, if none are made before the clock is past what was reserved.
past_ids find_past_ids(const char *file, std::int32_t machine, bool running) {
    const reservation r = read_reserved(file);
    past_ids past{r.ms, false, false, false, r};
    if (r.fault || running)
        return past;
    const std::uint64_t now = clock_xid_ms();
    const bool numbered = machine >= 0;
    past.foreign = (numbered && r.machine != machine) || r.timeline != GetWALInsertionTimeLine();
    if (!past.foreign) {
        past.waits = r.ms > now && r.ms <= now + longest_wait_ms;
        return past;
    }
    const std::uint64_t replayed = replayed_ms();
    past.replayed = replayed != 0;
    const auto begin_after = [&past](std::uint64_t ms) {
        if (ms != 0)
            past.until_ms = max(past.until_ms, ms + reserve_ahead_ms);
    };
    begin_after(replayed);
    if (numbered)
        begin_after(now);
    if (past.until_ms > last_reservable_ms)
        past.until_ms = last_reservable_ms;
    return past;
}

} // namespace base62id::pg
