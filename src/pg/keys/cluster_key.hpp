// The secret that all servers of a cluster share: the one line of base62id.cluster_key_file.
#pragma once

#include "codec/permutation.hpp"

#include "pg/server/pg.hpp"

namespace base62id::pg {

struct cluster_key {
    bool wanted, there; // a file is named; a key of it is in force
    codec::permutation22::secret secret;
    std::uint64_t digest;
    std::uint64_t fault; // what was wrong with the file when it was read last; 0: nothing
};

// The key in the named file; if that cannot be used, the key in force, and `*fault` says why.
cluster_key read_cluster_key(const cluster_key &in_force, const char **fault);

// What is wrong with the file now, or that it holds another key than the one in force; null if all is well.
const char *cluster_key_file_fault(const cluster_key &in_force);

} // namespace base62id::pg
