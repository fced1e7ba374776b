package io.base62id;

import java.util.UUID;

/**
 * The UUIDs of the ids that begin with a text, from the lowest to the highest, both included, as {@link
 * Kind#prefixRange} gives them.
 *
 * <pre>{@code
 * USERS.prefixRange("user_01h4").get().first()    // 01890000-0000-0000-0000-000000000000
 * }</pre>
 *
 * @param first the lowest
 * @param last the highest
 */
public record UuidRange(UUID first, UUID last) {}
