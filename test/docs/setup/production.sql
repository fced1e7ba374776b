CREATE DOMAIN user_id AS typeid DEFAULT typeid_generate('user') CHECK (typeid_check(VALUE, 'user'));
CREATE TABLE users (id user_id PRIMARY KEY, name text);
INSERT INTO users VALUES ('user_01h455vb4pex5vsknk084sn02q', 'Ada');
