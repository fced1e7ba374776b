-- The role of the application.
DO $$BEGIN CREATE ROLE app; EXCEPTION WHEN duplicate_object THEN NULL; END$$;
