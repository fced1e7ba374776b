/** Ids as attributes of Hibernate 7. */
package io.base62id.hibernate;
