-- SPDX-License-Identifier: MIT
--
-- Version 5 of the tables of a farm: keys of workers and tokens of leases that nobody can guess. The functions go;
-- farm_functions.sql makes the present ones.
SET LOCAL search_path = flank_farm;
DROP VIEW IF EXISTS leased;
DO $$
DECLARE f regprocedure;
BEGIN
  FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'flank_farm'::regnamespace LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP;
END $$;
-- 31 and 63 random bits.
ALTER TABLE worker ADD key int NOT NULL DEFAULT ('x' || left(md5(gen_random_uuid()::text), 8))::bit(32)::int & 2147483647;
ALTER TABLE lease ALTER token DROP IDENTITY;
ALTER TABLE lease ALTER token SET DEFAULT ('x' || left(md5(gen_random_uuid()::text), 16))::bit(64)::bigint & 9223372036854775807;
DELETE FROM version;
INSERT INTO version VALUES(5);
