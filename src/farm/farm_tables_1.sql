-- SPDX-License-Identifier: MIT
--
-- The tables of a farm in PostgreSQL, version 1. A new store begins with them and is then brought to the present version
-- (farm_tables_2.sql), as an old one is. They are owned by whoever ran `flank farm init`.
--
-- A board is a uuid: own and other, 128 bits. Waiting tasks are rows of task; a claim takes some out and keeps them in
-- one row of lease, so that no row is ever updated for its state and tasks that are done leave nothing behind.
CREATE SCHEMA flank_farm;
SET LOCAL search_path = flank_farm;
CREATE TABLE version(number int NOT NULL);
CREATE TABLE run(id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, question int NOT NULL,
  number int NOT NULL, state int NOT NULL DEFAULT 0, created timestamptz NOT NULL DEFAULT now(), items bigint NOT NULL DEFAULT 0);
CREATE TABLE item(run int NOT NULL, at bigint NOT NULL, board uuid NOT NULL, form smallint NOT NULL, PRIMARY KEY(run, at));
CREATE TABLE task(run int NOT NULL, id bigint NOT NULL, board uuid NOT NULL, attempts smallint NOT NULL, PRIMARY KEY(run, id))
  WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX task_lost ON task(run, id) WHERE attempts > 0;
CREATE TABLE lease(token bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, run int NOT NULL, worker int NOT NULL,
  until timestamptz NOT NULL, ids bigint[] NOT NULL, boards uuid[] NOT NULL, attempts smallint[] NOT NULL);
CREATE INDEX lease_until ON lease(until);
CREATE TABLE parked(run int NOT NULL, id bigint NOT NULL, board uuid NOT NULL, error text NOT NULL, PRIMARY KEY(run, id));
CREATE TABLE position(board uuid PRIMARY KEY, lo smallint NOT NULL, hi smallint NOT NULL CHECK(lo <= hi), best smallint NOT NULL,
  guess smallint, depth smallint NOT NULL, selectivity smallint NOT NULL, nodes bigint NOT NULL, run int NOT NULL,
  worker int NOT NULL) WITH (fillfactor = 90);
CREATE TABLE conflict(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, board uuid NOT NULL, lo smallint NOT NULL,
  hi smallint NOT NULL, nodes bigint NOT NULL, run int NOT NULL, worker int NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE worker(id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, host text NOT NULL, build text NOT NULL, threads int NOT NULL,
  signature numeric NOT NULL, beat timestamptz NOT NULL DEFAULT now(), nodes numeric NOT NULL DEFAULT 0);
CREATE TABLE work(run int NOT NULL, worker int NOT NULL, tasks bigint NOT NULL, nodes numeric NOT NULL, PRIMARY KEY(run, worker));
