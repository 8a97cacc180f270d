-- SPDX-License-Identifier: MIT
--
-- Version 3 of the tables of a farm: builds that are admitted, answers that are asked again of another worker, and who
-- contradicts whom. The functions go; farm_functions.sql makes the present ones.
SET LOCAL search_path = flank_farm;
DROP VIEW IF EXISTS leased;
DO $$
DECLARE f regprocedure;
BEGIN
  FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'flank_farm'::regnamespace LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP;
END $$;
-- One row. One answer in `sample` is asked again.
CREATE TABLE store(identity bigint NOT NULL, sample int NOT NULL DEFAULT 100);
INSERT INTO store(identity) SELECT ('x' || left(md5(gen_random_uuid()::text), 16))::bit(64)::bigint;
-- Without a row any build may work.
CREATE TABLE build(signature numeric PRIMARY KEY, name text NOT NULL, trusted smallint NOT NULL);
-- Counts of nodes are compared between workers of one signature and the same settings.
ALTER TABLE worker ADD settings bigint NOT NULL DEFAULT 0;
-- An answer is `held` if it is not in `position` before another worker has answered, too. `token` is that of the lease that
-- asks again, as long as there is one.
CREATE TABLE again(run int NOT NULL, id bigint NOT NULL, board uuid NOT NULL, number smallint NOT NULL, worker int NOT NULL,
  held smallint NOT NULL, token bigint NOT NULL DEFAULT 0, attempts smallint NOT NULL DEFAULT 0, lo smallint NOT NULL,
  hi smallint NOT NULL, best smallint NOT NULL, guess smallint NOT NULL, nodes bigint NOT NULL, spent smallint NOT NULL, PRIMARY KEY(run, id));
CREATE INDEX again_worker ON again(worker) WHERE attempts < 3;
-- 0: tasks; 1: answers that are asked again; 2: such that are held.
ALTER TABLE lease ADD again smallint NOT NULL DEFAULT 0;
-- The answer that stands, or came first, and whose it is.
ALTER TABLE conflict ADD first_worker int, ADD first_lo smallint, ADD first_hi smallint, ADD first_nodes bigint;
DELETE FROM version;
INSERT INTO version VALUES(3);
