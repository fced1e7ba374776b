CREATE TABLE documents (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO documents VALUES ('123e4567-e89b-12d3-a456-426614174000');
