-- SPDX-License-Identifier: MIT
--
-- Version 4 of the tables of a farm: reviews of positions, conflicts about units. The functions go; farm_functions.sql makes the present ones.
SET LOCAL search_path = flank_farm;
DROP VIEW IF EXISTS leased;
DO $$
DECLARE f regprocedure;
BEGIN
  FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'flank_farm'::regnamespace LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP;
END $$;
-- A question may be longer than a row of an index.
CREATE TABLE review(question text NOT NULL, answer text NOT NULL);
CREATE UNIQUE INDEX review_question ON review(md5(question));
ALTER TABLE conflict ADD unit bigint;
DELETE FROM version;
INSERT INTO version VALUES(4);
