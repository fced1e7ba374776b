package io.base62id;

import java.util.UUID;

/**
 * Two UUIDs, both inclusive: what begins with a text, as {@link Kind#prefixRange} gives it.
 *
 * <pre>{@code
 * USERS.prefixRange("user_01h4").get().first()    // 01890000-0000-0000-0000-000000000000
 * }</pre>
 *
 * @param first the first
 * @param last the last
 */
public record UuidRange(UUID first, UUID last) {}
