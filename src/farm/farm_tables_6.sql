-- SPDX-License-Identifier: MIT
--
-- Version 6 of the tables of a farm: labels by their level, apart from what is proved (farm_labels.h). The functions go;
-- farm_functions.sql makes the present ones.
SET LOCAL search_path = flank_farm;
-- Answers that workers are bringing come before this or after it.
LOCK TABLE position;
DROP VIEW IF EXISTS leased;
DO $$
DECLARE f regprocedure;
BEGIN
  FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'flank_farm'::regnamespace LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP;
END $$;
CREATE TABLE label(board uuid NOT NULL, rules smallint NOT NULL, level smallint NOT NULL, best smallint NOT NULL,
  guess smallint NOT NULL, depth smallint NOT NULL, selectivity smallint NOT NULL, nodes bigint NOT NULL, run int NOT NULL,
  worker int NOT NULL, PRIMARY KEY(board, rules, level));
INSERT INTO label SELECT board, rules, 0, best, guess, depth, selectivity, nodes, run, worker FROM position WHERE guess IS NOT NULL;
ALTER TABLE position DROP guess, DROP depth, DROP selectivity;
DELETE FROM version;
INSERT INTO version VALUES(6);
