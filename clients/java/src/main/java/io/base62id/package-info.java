/**
 * Makes, reads and checks the ids of the PostgreSQL extension base62id: {@link io.base62id.Kind} says what a
 * kind of them is.
 */
package io.base62id;
