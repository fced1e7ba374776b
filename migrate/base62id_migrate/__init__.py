"""base62id-migrate: moves the ids of a PostgreSQL database to the types of base62id, and back."""
