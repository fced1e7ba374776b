// All systems, for programs that go through them with the codec library alone; test/lib/types.tsv is their
// list elsewhere.
#pragma once

#include <base62id/base62id.hpp>
#include <base62id/base64uuid.hpp>
#include <base62id/baseuid.hpp>
#include <base62id/typeid.hpp>
#include <base62id/uid11.hpp>
#include <base62id/ulid.hpp>

namespace systems {

// Calls f.operator()<Codec>(name) for each system whose ids have one length.  typeid is the one that has not:
// codec::type_id.
template <class F>
void for_each_fixed(F &&f) {
    namespace codec = base62id::codec;
    f.template operator()<codec::base62id>("base62id");
    f.template operator()<codec::base64uuid>("base64uuid");
    f.template operator()<codec::uid11>("uid11");
    f.template operator()<codec::baseuid>("baseuid");
    f.template operator()<codec::ulid>("ulid");
}

} // namespace systems
