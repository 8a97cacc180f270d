-- SPDX-License-Identifier: MIT
--
-- The functions through which workers use the tables of a farm (farm_tables_1.sql, farm_tables_2.sql). Each call is one
-- transaction. A worker needs no right but to call those that admit() names: what it writes takes the token of its lease,
-- or its handle. Each function names its search_path, with pg_temp at the end: tables that a worker makes for itself stand
-- for none of ours.
--
-- A connection plans a statement once, often when its table is empty, and would then read whole tables to the end of
-- the run. What is called for each lease therefore takes indexes (enable_seqscan, enable_bitmapscan) and compiles
-- nothing (jit), which its costs would otherwise bring about.
SET LOCAL search_path = flank_farm;

-- The worker of a handle: its number, and above it the key that add_worker told it alone.
CREATE FUNCTION who(p_handle bigint) RETURNS int LANGUAGE plpgsql STABLE SET search_path = flank_farm, pg_temp AS $$
DECLARE found int := (SELECT w.id FROM worker w WHERE w.id = (p_handle & 2147483647)::int AND w.key = p_handle >> 32);
BEGIN
  IF found IS NULL THEN RAISE EXCEPTION 'the store does not know this worker' USING ERRCODE = 'FF001'; END IF;
  RETURN found;
END $$;

-- The foreman of a book makes runs, which the owner of the store alone may do. Rounds of a book have no parameters.
CREATE FUNCTION may_take(r run) RETURNS boolean LANGUAGE sql STABLE SET search_path = flank_farm, pg_temp AS $$
  SELECT r.kind <> 'book' OR r.params = '' OR pg_has_role(session_user, current_user, 'MEMBER');
$$;

-- A lease of tasks that were lost or given up: they wait again, or are parked after the third time.
CREATE FUNCTION put_back(p_run int, p_ids bigint[], p_boards uuid[], p_attempts smallint[], p_numbers smallint[],
  p_why text) RETURNS void LANGUAGE sql SET search_path = flank_farm, pg_temp AS $$
  INSERT INTO task SELECT p_run, u.id, u.board, u.attempts, u.number
    FROM unnest(p_ids, p_boards, p_attempts, p_numbers) u(id, board, attempts, number) WHERE u.attempts < 3;
  INSERT INTO parked SELECT p_run, u.id, u.board, p_why, u.number
    FROM unnest(p_ids, p_boards, p_attempts, p_numbers) u(id, board, attempts, number) WHERE u.attempts >= 3;
  SELECT set_config('flank_farm.front', '', false);
$$;

-- Leases of worker 0 are tasks that were handed back to wait: it is no loss when their time is over. A clock that jumped back would keep
-- leases for as long: one that lasts for more than ten minutes is over, too, if its worker has not beaten since, or if it only waits.
CREATE FUNCTION take_back_late() RETURNS void LANGUAGE plpgsql SET search_path = flank_farm, pg_temp AS $$
DECLARE late record;
BEGIN
  FOR late IN DELETE FROM lease WHERE token = ANY(
      ARRAY(SELECT token FROM lease WHERE until < now() ORDER BY until LIMIT 16 FOR UPDATE SKIP LOCKED)
      || ARRAY(SELECT token FROM lease l WHERE until > now() + interval '10 minutes'
        AND (l.worker = 0 OR EXISTS(SELECT 1 FROM worker w WHERE w.id = l.worker AND w.beat > now() + interval '3 minutes'))
        ORDER BY until DESC LIMIT 16 FOR UPDATE OF l SKIP LOCKED)) RETURNING * LOOP
    CONTINUE WHEN late.again > 0;
    PERFORM put_back(late.run, late.ids, late.boards,
      ARRAY(SELECT (a + (late.worker <> 0)::int)::smallint FROM unnest(late.attempts) a), late.numbers,
      'its worker, number ' || late.worker || ', was lost');
  END LOOP;
END $$;

-- A worker whose build is trusted, or of a store that admits any.
CREATE FUNCTION is_trusted(p_worker int) RETURNS boolean LANGUAGE sql SET search_path = flank_farm, pg_temp AS $$
  SELECT coalesce((SELECT b.trusted <> 0 FROM worker w JOIN build b USING(signature) WHERE w.id = p_worker), true);
$$;

-- Units are compared byte by byte, and only between workers whose searches are the same.
CREATE FUNCTION may_compare(r run, p_one int, p_other int) RETURNS boolean LANGUAGE sql SET search_path = flank_farm, pg_temp AS $$
  SELECT r.kind IN ('solve', 'label') OR EXISTS(SELECT 1 FROM worker v JOIN worker w USING(signature, settings)
    WHERE v.id = p_one AND w.id = p_other);
$$;

-- A lease of up to p_most answers of another worker that this one shall give again; what was lost before comes alone.
CREATE FUNCTION claim_again(p_worker int, p_kinds text, p_most int, p_lease_s int) RETURNS lease
LANGUAGE plpgsql SET search_path = flank_farm, pg_temp AS $$
DECLARE first again; made lease;
BEGIN
  -- Two ranges, so that the answers of one worker alone are not looked at one by one.
  SELECT a.* INTO first FROM again a JOIN run r ON r.id = a.run AND r.state = 1
      AND (p_kinds IS NULL OR r.kind = ANY(string_to_array(p_kinds, ','))) WHERE a.worker < p_worker AND a.attempts < 3
      AND may_compare(r, a.worker, p_worker) AND NOT EXISTS(SELECT 1 FROM lease l WHERE l.token = a.token) LIMIT 1;
  IF NOT FOUND THEN
    SELECT a.* INTO first FROM again a JOIN run r ON r.id = a.run AND r.state = 1
        AND (p_kinds IS NULL OR r.kind = ANY(string_to_array(p_kinds, ','))) WHERE a.worker > p_worker AND a.attempts < 3
        AND may_compare(r, a.worker, p_worker) AND NOT EXISTS(SELECT 1 FROM lease l WHERE l.token = a.token) LIMIT 1;
  END IF;
  IF NOT FOUND OR NOT is_trusted(p_worker) THEN RETURN NULL; END IF;
  INSERT INTO lease(run, worker, until, ids, boards, attempts, numbers, again)
    SELECT first.run, p_worker, now() + make_interval(secs => p_lease_s), array_agg(a.id), array_agg(a.board),
      array_agg(a.attempts), array_agg(a.number), 1 + first.held
    FROM (SELECT * FROM again x WHERE x.run = first.run AND x.held = first.held AND x.worker = first.worker
      AND (CASE WHEN first.attempts > 0 THEN x.id = first.id ELSE x.attempts = 0 END) AND NOT EXISTS(SELECT 1 FROM lease l WHERE l.token = x.token) ORDER BY x.id LIMIT p_most FOR UPDATE SKIP LOCKED) a
    HAVING count(*) > 0 RETURNING * INTO made;
  UPDATE again SET token = made.token, attempts = again.attempts + 1 WHERE run = made.run AND id = ANY(made.ids);
  RETURN made;
END $$;

-- The payloads of units, as hexadecimal digits.
CREATE FUNCTION payloads_of(p_kind text, p_run int, p_ids bigint[]) RETURNS text[] LANGUAGE plpgsql
SET search_path = flank_farm, pg_temp AS $$
BEGIN
  IF p_kind IN ('solve', 'label') THEN RETURN NULL; END IF;
  RETURN ARRAY(SELECT encode(u.payload, 'hex') FROM unit u WHERE u.run = p_run AND u.id = ANY(p_ids) ORDER BY u.id);
END $$;

-- Up to p_most tasks of the first open run of these kinds that has any; one that was lost before comes alone. A number
-- that is NULL is that of the run. Units, whose answers count at once, go to trusted workers only.
--
-- Where tasks were claimed, their dead entries stay in the index until the next VACUUM, a million of them in half a
-- minute. A connection remembers the last task that it gave out, whoever asked, and looks behind it first, until it
-- puts any back.
CREATE FUNCTION claim(p_handle bigint, p_kinds text, p_most int, p_lease_s int, OUT token bigint, OUT run int, OUT question int,
  OUT number int, OUT ids bigint[], OUT boards uuid[], OUT attempts smallint[], OUT numbers smallint[], OUT kind text,
  OUT params text, OUT rules int, OUT rules_text text, OUT budget bigint, OUT payloads text[], OUT again int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
DECLARE r record; asked lease; after bigint; front bigint[] := string_to_array(current_setting('flank_farm.front', true), ' ');
  me bigint := 'task'::regclass::oid; p_worker int := who(p_handle);
BEGIN
  UPDATE worker SET beat = now() WHERE id = p_worker AND beat > now(); -- the clock jumped back, and this one is there
  PERFORM take_back_late();
  IF EXISTS(SELECT 1 FROM again a WHERE a.worker < p_worker AND a.attempts < 3)
      OR EXISTS(SELECT 1 FROM again a WHERE a.worker > p_worker AND a.attempts < 3) THEN
    asked := claim_again(p_worker, p_kinds, p_most, p_lease_s);
  END IF;
  IF asked.token IS NOT NULL THEN
    token := asked.token; run := asked.run; ids := asked.ids; boards := asked.boards; attempts := asked.attempts;
    numbers := asked.numbers; again := asked.again;
    SELECT o.question, o.number, o.kind, o.params, o.rules, u.text, o.budget
      INTO question, number, kind, params, rules, rules_text, budget FROM run o JOIN rules u ON u.id = o.rules WHERE o.id = asked.run;
    payloads := payloads_of(kind, run, ids);
    RETURN;
  END IF;
  FOR r IN SELECT o.*, u.text FROM run o JOIN rules u ON u.id = o.rules WHERE o.state = 1
      AND (p_kinds IS NULL OR o.kind = ANY(string_to_array(p_kinds, ',')))
      AND (o.kind IN ('solve', 'label') OR is_trusted(p_worker)) AND may_take(o) ORDER BY o.priority DESC, o.id LOOP
    WITH gone AS (DELETE FROM task WHERE ctid = ANY(ARRAY(SELECT t.ctid FROM task t WHERE t.run = r.id AND t.attempts > 0
        ORDER BY t.id LIMIT 1 FOR UPDATE SKIP LOCKED)) RETURNING task.*)
      SELECT array_agg(g.id), array_agg(g.board), array_agg(g.attempts), array_agg(g.number)
      INTO ids, boards, attempts, numbers FROM (SELECT * FROM gone ORDER BY gone.id) g;
    after := CASE WHEN front[1] = me AND front[2] = r.id THEN front[3] ELSE -1 END;
    WHILE ids IS NULL AND after IS NOT NULL LOOP
      WITH gone AS (DELETE FROM task WHERE ctid = ANY(ARRAY(SELECT t.ctid FROM task t WHERE t.run = r.id AND t.id > after
          ORDER BY t.id LIMIT p_most FOR UPDATE SKIP LOCKED)) RETURNING task.*)
        SELECT array_agg(g.id), array_agg(g.board), array_agg(g.attempts), array_agg(g.number)
        INTO ids, boards, attempts, numbers FROM (SELECT * FROM gone ORDER BY gone.id) g;
      IF ids IS NOT NULL THEN
        PERFORM set_config('flank_farm.front', me || ' ' || r.id || ' ' || ids[cardinality(ids)], false);
      END IF;
      after := CASE WHEN after >= 0 THEN -1 END;
    END LOOP;
    IF ids IS NOT NULL THEN
      run := r.id; question := r.question; number := r.number; kind := r.kind; params := r.params; rules := r.rules;
      rules_text := r.text; budget := r.budget;
      payloads := payloads_of(kind, run, ids);
      INSERT INTO lease(run, worker, until, ids, boards, attempts, numbers) VALUES(r.id, p_worker,
        now() + make_interval(secs => p_lease_s), claim.ids, claim.boards, claim.attempts, claim.numbers)
        RETURNING lease.token INTO token;
      RETURN;
    END IF;
  END LOOP;
END $$;

CREATE FUNCTION count_work(p_run int, p_worker int, p_tasks bigint, p_nodes numeric) RETURNS void
LANGUAGE plpgsql SET search_path = flank_farm, pg_temp AS $$
BEGIN
  INSERT INTO work AS w VALUES(p_run, p_worker, p_tasks, p_nodes)
    ON CONFLICT(run, worker) DO UPDATE SET tasks = w.tasks + excluded.tasks, nodes = w.nodes + excluded.nodes;
END $$;

-- The tasks behind the first p_answered wait again.
CREATE FUNCTION put_rest_back(held lease, p_answered int) RETURNS void LANGUAGE plpgsql SET search_path = flank_farm, pg_temp AS $$
BEGIN
  IF p_answered < cardinality(held.ids) AND held.again = 0 THEN
    PERFORM put_back(held.run, held.ids[p_answered + 1:], held.boards[p_answered + 1:], held.attempts[p_answered + 1:],
      held.numbers[p_answered + 1:], '');
  END IF;
END $$;

-- Put answers of a run's tasks, with these ids and numbers, into the table of positions, and labels into theirs: the first
-- one of a level stands. A label that proves nothing is no row of the table of positions.
CREATE FUNCTION put_answers(r run, p_worker int, p_ids bigint[], p_numbers smallint[], p_boards uuid[], p_lo smallint[],
  p_hi smallint[], p_best smallint[], p_guess smallint[], p_depth smallint[], p_selectivity smallint[], p_nodes bigint[],
  p_spent boolean[]) RETURNS void LANGUAGE plpgsql SET search_path = flank_farm, pg_temp AS $$
DECLARE rounds int := 1; round int[]; done uuid[];
BEGIN
  -- Where tasks have numbers of their own, a position may be there with several; one statement changes a row once.
  IF array_remove(p_numbers, NULL) <> '{}' THEN
    round := ARRAY(SELECT row_number() OVER (PARTITION BY u.board ORDER BY u.n) FROM unnest(p_boards) WITH ORDINALITY u(board, n)
      ORDER BY u.n);
    rounds := coalesce((SELECT max(u) FROM unnest(round) u), 0);
  END IF;
  FOR i IN 1..rounds LOOP
    WITH put AS (INSERT INTO position AS p SELECT board, lo, hi, best, nodes, r.id, p_worker, r.rules
        FROM unnest(p_boards, p_lo, p_hi, p_best, p_guess, p_nodes) WITH ORDINALITY u(board, lo, hi, best, guess, nodes, n)
        WHERE (guess IS NULL OR lo > -64 OR hi < 64) AND CASE WHEN rounds = 1 THEN true ELSE round[n] = i END ORDER BY board
        ON CONFLICT(board, rules) DO UPDATE SET
          best = CASE WHEN excluded.best < 65 AND (excluded.lo >= p.lo OR p.best = 65) THEN excluded.best ELSE p.best END,
          lo = greatest(p.lo, excluded.lo), hi = least(p.hi, excluded.hi),
          nodes = p.nodes + excluded.nodes, run = excluded.run, worker = excluded.worker
        WHERE greatest(p.lo, excluded.lo) <= least(p.hi, excluded.hi) RETURNING p.board)
      SELECT coalesce(array_agg(put.board), '{}') INTO done FROM put;
    INSERT INTO conflict(board, lo, hi, nodes, run, worker, rules, first_worker, first_lo, first_hi, first_nodes)
      SELECT g.board, g.lo, g.hi, g.nodes, r.id, p_worker, r.rules, p.worker, p.lo, p.hi, p.nodes
      FROM unnest(p_boards, p_lo, p_hi, p_guess, p_nodes) WITH ORDINALITY g(board, lo, hi, guess, nodes, n)
        JOIN position p ON p.board = g.board AND p.rules = r.rules
      WHERE cardinality(done) < cardinality(p_boards) AND g.board <> ALL(done)
        AND (g.guess IS NULL OR g.lo > -64 OR g.hi < 64) AND CASE WHEN rounds = 1 THEN true ELSE round[n] = i END;
    IF r.question = 3 THEN
      INSERT INTO label(board, rules, level, best, guess, depth, selectivity, nodes, run, worker)
        SELECT board, r.rules, coalesce(number, r.number), best, guess, depth, selectivity, nodes, r.id, p_worker
        FROM unnest(p_boards, p_numbers, p_lo, p_hi, p_best, p_guess, p_depth, p_selectivity, p_nodes) WITH ORDINALITY
          u(board, number, lo, hi, best, guess, depth, selectivity, nodes, n)
        WHERE guess IS NOT NULL AND (lo = -64 AND hi = 64 OR board = ANY(done))
          AND CASE WHEN rounds = 1 THEN true ELSE round[n] = i END ORDER BY board ON CONFLICT DO NOTHING;
    END IF;
  END LOOP;
  IF true = ANY(p_spent) THEN
    INSERT INTO spent SELECT r.id, g.board, coalesce(g.number, r.number), g.id
      FROM unnest(p_ids, p_boards, p_numbers, p_spent) g(id, board, number, spent) WHERE g.spent ON CONFLICT DO NOTHING;
  END IF;
END $$;

-- The answers to the first tasks of a lease, in one transaction with its end; false, and nothing, if it is not there.
CREATE FUNCTION finish(p_token bigint, p_boards uuid[], p_lo smallint[], p_hi smallint[], p_best smallint[],
  p_guess smallint[], p_depth smallint[], p_selectivity smallint[], p_nodes bigint[],
  p_spent boolean[]) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
DECLARE held lease; r run; answered int := cardinality(p_boards); trusted boolean; one_in int; ended boolean[];
BEGIN
  DELETE FROM lease WHERE token = p_token RETURNING * INTO held;
  IF NOT FOUND THEN RETURN false; END IF;
  IF p_boards IS DISTINCT FROM held.boards[:answered] AND answered > 0 THEN
    RAISE EXCEPTION 'these are no answers to the tasks of the lease';
  END IF;
  SELECT * INTO r FROM run WHERE id = held.run;
  trusted := is_trusted(held.worker);
  -- A level has no judgement of a game that is over: its label is the result.
  IF r.question = 3 AND array_position(p_guess, NULL) IS NOT NULL THEN
    ended := ARRAY(SELECT guess IS NULL AND lo = hi FROM unnest(p_lo, p_hi, p_guess) WITH ORDINALITY g(lo, hi, guess, n) ORDER BY n);
    p_guess := ARRAY(SELECT CASE WHEN e THEN lo * 100 ELSE guess END FROM unnest(p_lo, p_guess, ended) WITH ORDINALITY
      g(lo, guess, e, n) ORDER BY n);
    p_selectivity := ARRAY(SELECT CASE WHEN e THEN 100 ELSE s END FROM unnest(p_selectivity, ended) WITH ORDINALITY g(s, e, n) ORDER BY n);
  END IF;
  IF held.again > 0 THEN
    INSERT INTO conflict(board, lo, hi, nodes, run, worker, rules, first_worker, first_lo, first_hi, first_nodes)
      SELECT a.board, g.lo, g.hi, g.nodes, a.run, held.worker, r.rules, a.worker, a.lo, a.hi, a.nodes
      FROM unnest(held.ids[:answered], p_lo, p_hi, p_best, p_guess, p_nodes, p_spent) g(id, lo, hi, best, guess, nodes, spent)
        JOIN again a ON a.run = held.run AND a.id = g.id JOIN worker v ON v.id = a.worker JOIN worker w ON w.id = held.worker
      WHERE greatest(a.lo, g.lo) > least(a.hi, g.hi) OR (v.signature = w.signature AND v.settings = w.settings
        AND (a.lo, a.hi, a.best, a.guess, a.nodes, a.spent)
          <> (g.lo, g.hi, g.best, coalesce(g.guess, -32768), g.nodes, g.spent::int));
    DELETE FROM again WHERE run = held.run AND id = ANY(held.ids[:answered]);
  ELSE
    one_in := CASE WHEN trusted THEN (SELECT sample FROM store) ELSE 1 END;
    INSERT INTO again(run, id, board, number, worker, held, lo, hi, best, guess, nodes, spent)
      SELECT r.id, g.id, g.board, coalesce(g.number, r.number), held.worker, (NOT trusted)::int, g.lo, g.hi, g.best,
        coalesce(g.guess, -32768), g.nodes, g.spent::int
      FROM unnest(held.ids[:answered], held.numbers[:answered], p_boards, p_lo, p_hi, p_best, p_guess, p_nodes, p_spent)
        g(id, number, board, lo, hi, best, guess, nodes, spent)
      WHERE one_in > 0 AND random() * one_in < 1 ON CONFLICT DO NOTHING;
    PERFORM count_work(held.run, held.worker, answered, (SELECT coalesce(sum(n), 0) FROM unnest(p_nodes) n));
  END IF;
  IF (held.again = 0 AND trusted) OR held.again = 2 THEN
    PERFORM put_answers(r, held.worker, held.ids[:answered], held.numbers[:answered], p_boards, p_lo, p_hi, p_best, p_guess,
      p_depth, p_selectivity, p_nodes, p_spent);
  END IF;
  PERFORM put_rest_back(held, answered);
  RETURN true;
END $$;

-- The same for units; p_answers are hexadecimal digits. Of a pair of games that a decided match does not need there is an
-- answer without bytes, which nobody is asked for.
CREATE FUNCTION finish_units(p_token bigint, p_answers text[], p_nodes numeric) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
DECLARE held lease; r run; answered int := cardinality(p_answers); one_in int;
BEGIN
  DELETE FROM lease WHERE token = p_token RETURNING * INTO held;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT * INTO r FROM run WHERE id = held.run;
  IF held.again > 0 THEN
    INSERT INTO conflict(board, lo, hi, nodes, run, worker, rules, unit, first_worker, first_lo, first_hi, first_nodes)
      SELECT a.board, -64, 64, 0, a.run, held.worker, r.rules, a.id, a.worker, -64, 64, 0
      FROM unnest(held.ids[:answered], p_answers) g(id, answer) JOIN again a ON a.run = held.run AND a.id = g.id
        JOIN unit u ON u.run = a.run AND u.id = a.id WHERE u.answer IS DISTINCT FROM decode(g.answer, 'hex');
    DELETE FROM again WHERE run = held.run AND id = ANY(held.ids[:answered]);
    RETURN true;
  END IF;
  one_in := CASE WHEN r.kind IN ('analyze', 'match', 'selfplay') THEN (SELECT sample FROM store) ELSE 0 END;
  INSERT INTO again(run, id, board, number, worker, held, lo, hi, best, guess, nodes, spent)
    SELECT r.id, g.id, g.board, coalesce(g.number, r.number), held.worker, 0, -64, 64, 65, -32768, 0, 0
    FROM unnest(held.ids[:answered], held.numbers[:answered], held.boards[:answered], p_answers) g(id, number, board, answer)
    WHERE answer <> '' AND one_in > 0 AND random() * one_in < 1 ON CONFLICT DO NOTHING;
  UPDATE unit SET answer = decode(g.answer, 'hex'), worker = held.worker
    FROM unnest(held.ids[:cardinality(p_answers)], p_answers) g(id, answer) WHERE run = held.run AND unit.id = g.id;
  PERFORM put_rest_back(held, cardinality(p_answers));
  PERFORM count_work(held.run, held.worker, cardinality(p_answers), p_nodes);
  RETURN true;
END $$;

-- The tasks wait again without having been lost, after p_wait_s seconds.
CREATE FUNCTION hand_back(p_token bigint, p_wait_s int, p_nodes numeric) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
DECLARE held lease;
BEGIN
  DELETE FROM lease WHERE token = p_token RETURNING * INTO held;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO lease(run, worker, until, ids, boards, attempts, numbers) SELECT held.run, 0,
    now() + make_interval(secs => p_wait_s), held.ids, held.boards, array_fill(0::smallint, ARRAY[cardinality(held.ids)]), held.numbers;
  PERFORM count_work(held.run, held.worker, 0, p_nodes);
  RETURN true;
END $$;

-- The first task of the lease cannot be done; the others wait again.
CREATE FUNCTION give_up(p_token bigint, p_why text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
DECLARE held lease;
BEGIN
  DELETE FROM lease WHERE token = p_token RETURNING * INTO held;
  IF FOUND AND held.again = 0 THEN
    held.attempts[1] := held.attempts[1] + 1;
    PERFORM put_back(held.run, held.ids, held.boards, held.attempts, held.numbers, p_why);
  END IF;
END $$;

-- A last one, with a time of 0, signs off. A worker counts as gone three minutes after its beat: one with a shorter lease beats as if
-- it were earlier.
CREATE FUNCTION beat(p_handle bigint, p_nodes numeric, p_lease_s int, p_tokens bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
  UPDATE worker SET beat = CASE WHEN p_lease_s = 0 THEN 'epoch' ELSE now() - make_interval(secs => greatest(180 - p_lease_s, 0)) END,
    nodes = nodes + p_nodes WHERE id = (SELECT who(p_handle));
  UPDATE lease SET until = now() + make_interval(secs => p_lease_s) WHERE worker = (SELECT who(p_handle)) AND token = ANY(p_tokens);
$$;

-- Who is there: its handle. A build that is not admitted is refused.
CREATE FUNCTION add_worker(p_host text, p_build text, p_threads int, p_signature numeric, p_settings bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
DECLARE made bigint;
BEGIN
  IF EXISTS(SELECT 1 FROM build) AND NOT EXISTS(SELECT 1 FROM build WHERE signature = p_signature) THEN
    RAISE EXCEPTION 'this flank (% with signature %) is not admitted; the store admits %', p_build, p_signature,
      (SELECT string_agg(name || ' with ' || signature, ', ' ORDER BY signature) FROM build) USING ERRCODE = 'FF001';
  END IF;
  INSERT INTO worker(host, build, threads, signature, settings) VALUES(p_host, p_build, p_threads, p_signature, p_settings)
    RETURNING key::bigint << 32 | id INTO made;
  RETURN made;
END $$;

CREATE FUNCTION identity() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
  SELECT identity FROM store;
$$;

-- The values of a position within which an answer to a question is still open: proved bounds that leave them answer it.
-- Without a search_path, so that the planner puts them in place of their calls.
CREATE FUNCTION least_open(p_question int, p_number int) RETURNS int IMMUTABLE LANGUAGE sql AS $$
  SELECT CASE p_question WHEN 1 THEN 0 WHEN 2 THEN p_number ELSE -64 END;
$$;
CREATE FUNCTION most_open(p_question int, p_number int) RETURNS int IMMUTABLE LANGUAGE sql AS $$
  SELECT CASE p_question WHEN 1 THEN 0 WHEN 2 THEN p_number - 1 ELSE 64 END;
$$;

-- For foremen. Positions for the end of the open run that its parameters name, each asked once with its number. Returns the number of their tasks;
-- -1 if the lease is not there any more, -2 if the run takes no positions of it.
CREATE FUNCTION append(p_token bigint, p_run int, p_boards uuid[], p_forms smallint[], p_numbers smallint[]) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
DECLARE r run; own text; added bigint; made bigint;
BEGIN
  SELECT o.params INTO own FROM lease l JOIN run o ON o.id = l.run WHERE l.token = p_token FOR UPDATE OF l;
  IF NOT FOUND THEN RETURN -1; END IF;
  SELECT * INTO r FROM run WHERE id = p_run AND name = own AND state > 0 AND kind IN ('solve', 'label') FOR UPDATE;
  IF NOT FOUND THEN RETURN -2; END IF;
  WITH given AS (SELECT DISTINCT ON (g.board, g.number) g.* FROM unnest(p_boards, p_forms, p_numbers) WITH ORDINALITY
      g(board, form, number, n) ORDER BY g.board, g.number, g.n),
    fresh AS (SELECT g.*, row_number() OVER (ORDER BY g.n) - 1 AS k FROM given g WHERE NOT EXISTS(SELECT 1 FROM item i
      WHERE i.run = p_run AND i.board = g.board AND i.number = g.number AND i.number IS NOT NULL)),
    placed AS (INSERT INTO item SELECT p_run, r.items + k, board, form, number FROM fresh RETURNING *),
    asked AS (INSERT INTO task SELECT i.run, i.at, i.board, 0, i.number FROM placed i
      LEFT JOIN position p ON r.question <> 3 AND p.board = i.board AND p.rules = r.rules
      LEFT JOIN label l ON r.question = 3 AND l.board = i.board AND l.rules = r.rules AND l.level = i.number
      WHERE l.board IS NULL AND NOT coalesce(p.lo = p.hi OR p.lo > most_open(r.question, i.number) OR p.hi < least_open(r.question, i.number), false)
      RETURNING 1)
    SELECT (SELECT count(*) FROM placed), (SELECT count(*) FROM asked) INTO added, made;
  UPDATE run SET items = items + added WHERE id = p_run;
  RETURN made;
END $$;

-- False if the lease is not there any more; what was lost before does not count any more.
CREATE FUNCTION put_note(p_token bigint, p_name text, p_value text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
DECLARE held lease;
BEGIN
  UPDATE lease SET attempts = array_fill(0::smallint, ARRAY[cardinality(ids)]) WHERE token = p_token RETURNING * INTO held;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO note VALUES(held.run, p_name, decode(p_value, 'hex')) ON CONFLICT(run, name) DO UPDATE SET value = excluded.value;
  RETURN true;
END $$;

CREATE FUNCTION get_note(p_run int, p_name text) RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
  SELECT encode(value, 'hex') FROM note WHERE run = p_run AND name = p_name;
$$;

CREATE FUNCTION look_up(p_run int, p_rules smallint[], p_boards uuid[], p_numbers smallint[]) RETURNS TABLE(lo smallint,
  hi smallint, best smallint, nodes bigint, spent boolean)
LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
  SELECT p.lo, p.hi, p.best, p.nodes, s.id IS NOT NULL
    FROM unnest(p_rules, p_boards, p_numbers) WITH ORDINALITY g(rules, board, number, n)
    LEFT JOIN position p ON p.board = g.board AND p.rules = g.rules
    LEFT JOIN spent s ON s.run = p_run AND s.board = g.board AND s.number = g.number ORDER BY g.n;
$$;

-- The units of a run, with their answers: those of a match say whether it is decided.
CREATE FUNCTION units(p_run int) RETURNS TABLE(id bigint, payload text, answer text)
LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
  SELECT u.id, encode(u.payload, 'hex'), encode(u.answer, 'hex') FROM unit u WHERE u.run = p_run ORDER BY u.id;
$$;

CREATE FUNCTION get_review(p_question text) RETURNS text LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
  SELECT answer FROM review WHERE md5(question) = md5(p_question) AND question = p_question;
$$;

-- The first answer is kept. It takes a lease of reviews.
CREATE FUNCTION put_review(p_token bigint, p_question text, p_answer text) RETURNS void LANGUAGE sql SECURITY DEFINER
SET search_path = flank_farm, pg_temp AS $$
  INSERT INTO review SELECT p_question, p_answer FROM lease l JOIN run r ON r.id = l.run
    WHERE l.token = p_token AND r.kind = 'analyze' ON CONFLICT DO NOTHING;
$$;

-- All runs, or the one of that name, with their tasks counted.
CREATE FUNCTION runs(p_name text) RETURNS TABLE(id int, name text, question int, number int, state int, created bigint,
  items bigint, waiting bigint, leased numeric, parked bigint, done numeric, nodes numeric, kind text, rules int, rules_text text,
  priority int, budget bigint, spent bigint)
LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
  SELECT r.id, r.name, r.question, r.number, r.state, extract(epoch FROM r.created)::bigint, r.items,
    (SELECT count(*) FROM task t WHERE t.run = r.id),
    (SELECT coalesce(sum(cardinality(l.ids)), 0) FROM lease l WHERE l.run = r.id AND l.again = 0),
    (SELECT count(*) FROM parked p WHERE p.run = r.id),
    (SELECT coalesce(sum(w.tasks), 0) FROM work w WHERE w.run = r.id),
    (SELECT coalesce(sum(w.nodes), 0) FROM work w WHERE w.run = r.id),
    r.kind, r.rules, u.text, r.priority, r.budget, (SELECT count(*) FROM spent s WHERE s.run = r.id)
  FROM run r JOIN rules u ON u.id = r.rules WHERE p_name IS NULL OR r.name = p_name ORDER BY r.id;
$$;

CREATE FUNCTION is_done(p_kinds text) RETURNS boolean LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
  SELECT NOT EXISTS(SELECT 1 FROM run r WHERE state = 1 AND may_take(r) AND (p_kinds IS NULL OR kind = ANY(string_to_array(p_kinds, ',')))
    AND (EXISTS(SELECT 1 FROM task WHERE run = r.id) OR EXISTS(SELECT 1 FROM lease WHERE run = r.id)));
$$;

CREATE FUNCTION store_version() RETURNS int LANGUAGE sql SECURITY DEFINER SET search_path = flank_farm, pg_temp AS $$
  SELECT number FROM version;
$$;

-- Let a role work: the right to call what a worker calls, and nothing else.
CREATE FUNCTION admit(p_role name) RETURNS void LANGUAGE plpgsql SET search_path = flank_farm, pg_temp AS $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA flank_farm TO %I', p_role);
  EXECUTE format('GRANT EXECUTE ON FUNCTION claim, finish, finish_units, hand_back, give_up, beat, add_worker, is_done,'
    ' store_version, identity, append, put_note, get_note, look_up, runs, units,'
    ' get_review, put_review TO %I', p_role);
END $$;

-- Tasks in work, one a row.
CREATE VIEW leased AS SELECT l.run, u.id, u.board, u.attempts, coalesce(u.number, r.number)::smallint AS number, l.worker FROM lease l
  JOIN run r ON r.id = l.run CROSS JOIN unnest(l.ids, l.boards, l.attempts, l.numbers) u(id, board, attempts, number) WHERE l.again = 0;

CREATE FUNCTION board_text(p_board uuid) RETURNS text IMMUTABLE LANGUAGE sql AS $$ SELECT replace(p_board::text, '-', '') $$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA flank_farm FROM PUBLIC;
