-- SPDX-License-Identifier: MIT
--
-- The tables of a farm in PostgreSQL, and the functions through which workers use them. They are owned by whoever ran
-- `flank farm init`; a worker needs no more than the right to call claim, beat, finish, give_up, is_done and add_worker.
--
-- A board is a uuid: own and other, 128 bits. Waiting tasks are rows of task; a claim takes some out and keeps them in
-- one row of lease, so that no row is ever updated for its state and tasks that are done leave nothing behind.
CREATE SCHEMA flank_farm;
SET LOCAL search_path = flank_farm;
CREATE TABLE version(number int NOT NULL);
INSERT INTO version VALUES(1);
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

-- A lease of tasks that were lost or given up: they wait again, or are parked after the third time.
CREATE FUNCTION put_back(p_run int, p_ids bigint[], p_boards uuid[], p_attempts smallint[], p_why text) RETURNS void
LANGUAGE sql SET search_path = flank_farm AS $$
  INSERT INTO task SELECT p_run, u.id, u.board, u.attempts FROM unnest(p_ids, p_boards, p_attempts) u(id, board, attempts)
    WHERE u.attempts < 3;
  INSERT INTO parked SELECT p_run, u.id, u.board, p_why FROM unnest(p_ids, p_boards, p_attempts) u(id, board, attempts)
    WHERE u.attempts >= 3;
$$;

CREATE FUNCTION take_back_late() RETURNS void LANGUAGE plpgsql SET search_path = flank_farm AS $$
DECLARE late record;
BEGIN
  FOR late IN DELETE FROM lease WHERE token IN
      (SELECT token FROM lease WHERE until < now() ORDER BY until LIMIT 16 FOR UPDATE SKIP LOCKED) RETURNING * LOOP
    PERFORM put_back(late.run, late.ids, late.boards, ARRAY(SELECT (a + 1)::smallint FROM unnest(late.attempts) a),
      'its worker, number ' || late.worker || ', was lost');
  END LOOP;
END $$;

-- Up to p_most tasks of the oldest open run that has any; one that was lost before comes alone.
CREATE FUNCTION claim(p_worker int, p_most int, p_lease_s int, OUT token bigint, OUT run int, OUT question int, OUT number int,
  OUT ids bigint[], OUT boards uuid[], OUT attempts smallint[])
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm AS $$
DECLARE r record;
BEGIN
  PERFORM take_back_late();
  FOR r IN SELECT o.* FROM run o WHERE o.state = 1 ORDER BY o.id LOOP
    WITH gone AS (DELETE FROM task WHERE ctid = ANY(ARRAY(SELECT t.ctid FROM task t WHERE t.run = r.id AND t.attempts > 0
        ORDER BY t.id LIMIT 1 FOR UPDATE SKIP LOCKED)) RETURNING task.*)
      SELECT array_agg(g.id ORDER BY g.id), array_agg(g.board ORDER BY g.id), array_agg(g.attempts ORDER BY g.id)
      INTO ids, boards, attempts FROM gone g;
    IF ids IS NULL THEN
      WITH gone AS (DELETE FROM task WHERE ctid = ANY(ARRAY(SELECT t.ctid FROM task t WHERE t.run = r.id
          ORDER BY t.id LIMIT p_most FOR UPDATE SKIP LOCKED)) RETURNING task.*)
        SELECT array_agg(g.id ORDER BY g.id), array_agg(g.board ORDER BY g.id), array_agg(g.attempts ORDER BY g.id)
        INTO ids, boards, attempts FROM gone g;
    END IF;
    IF ids IS NOT NULL THEN
      run := r.id; question := r.question; number := r.number;
      INSERT INTO lease(run, worker, until, ids, boards, attempts)
        VALUES(r.id, p_worker, now() + make_interval(secs => p_lease_s), claim.ids, claim.boards, claim.attempts)
        RETURNING lease.token INTO token;
      RETURN;
    END IF;
  END LOOP;
END $$;

-- The answers to the first tasks of a lease, in one transaction with its end; false, and nothing, if it is not there.
CREATE FUNCTION finish(p_worker int, p_token bigint, p_boards uuid[], p_lo smallint[], p_hi smallint[], p_best smallint[],
  p_guess smallint[], p_depth smallint[], p_selectivity smallint[], p_nodes bigint[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm AS $$
DECLARE held lease; answered int := cardinality(p_boards);
BEGIN
  DELETE FROM lease WHERE token = p_token RETURNING * INTO held;
  IF NOT FOUND THEN RETURN false; END IF;
  WITH given AS (SELECT * FROM unnest(p_boards, p_lo, p_hi, p_best, p_guess, p_depth, p_selectivity, p_nodes)
      g(board, lo, hi, best, guess, depth, selectivity, nodes)),
    put AS (INSERT INTO position AS p SELECT g.*, held.run, p_worker FROM given g ORDER BY g.board
      ON CONFLICT(board) DO UPDATE SET
        best = CASE WHEN excluded.best < 65 AND (excluded.lo >= p.lo OR p.best = 65) THEN excluded.best ELSE p.best END,
        lo = greatest(p.lo, excluded.lo), hi = least(p.hi, excluded.hi), guess = coalesce(excluded.guess, p.guess),
        depth = CASE WHEN excluded.guess IS NULL THEN p.depth ELSE excluded.depth END,
        selectivity = CASE WHEN excluded.guess IS NULL THEN p.selectivity ELSE excluded.selectivity END,
        nodes = p.nodes + excluded.nodes, run = excluded.run, worker = excluded.worker
      WHERE greatest(p.lo, excluded.lo) <= least(p.hi, excluded.hi) RETURNING p.board)
    INSERT INTO conflict(board, lo, hi, nodes, run, worker)
      SELECT g.board, g.lo, g.hi, g.nodes, held.run, p_worker FROM given g LEFT JOIN put USING(board) WHERE put.board IS NULL;
  IF answered < cardinality(held.ids) THEN
    PERFORM put_back(held.run, held.ids[answered + 1:], held.boards[answered + 1:], held.attempts[answered + 1:], '');
  END IF;
  INSERT INTO work AS w VALUES(held.run, p_worker, answered, (SELECT coalesce(sum(n), 0) FROM unnest(p_nodes) n))
    ON CONFLICT(run, worker) DO UPDATE SET tasks = w.tasks + excluded.tasks, nodes = w.nodes + excluded.nodes;
  RETURN true;
END $$;

-- The first task of the lease cannot be done; the others wait again.
CREATE FUNCTION give_up(p_token bigint, p_why text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm AS $$
DECLARE held lease;
BEGIN
  DELETE FROM lease WHERE token = p_token RETURNING * INTO held;
  IF FOUND THEN
    held.attempts[1] := held.attempts[1] + 1;
    PERFORM put_back(held.run, held.ids, held.boards, held.attempts, p_why);
  END IF;
END $$;

CREATE FUNCTION beat(p_worker int, p_nodes numeric, p_lease_s int) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm AS $$
  UPDATE worker SET beat = now(), nodes = nodes + p_nodes WHERE id = p_worker;
  UPDATE lease SET until = now() + make_interval(secs => p_lease_s) WHERE worker = p_worker;
$$;

CREATE FUNCTION add_worker(p_host text, p_build text, p_threads int, p_signature numeric) RETURNS int
LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm AS $$
  INSERT INTO worker(host, build, threads, signature) VALUES(p_host, p_build, p_threads, p_signature) RETURNING id;
$$;

CREATE FUNCTION is_done() RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm AS $$
  SELECT NOT EXISTS(SELECT 1 FROM run r WHERE state = 1 AND (EXISTS(SELECT 1 FROM task WHERE run = r.id)
    OR EXISTS(SELECT 1 FROM lease WHERE run = r.id)));
$$;

CREATE FUNCTION store_version() RETURNS int LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm AS $$
  SELECT number FROM version;
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA flank_farm FROM PUBLIC;
