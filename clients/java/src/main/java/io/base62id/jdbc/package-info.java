/** Ids as parameters and results of JDBC. */
package io.base62id.jdbc;
