--
-- PostgreSQL database dump
--

\restrict iS9hEhiBv66rQmvdt7wNKfj5Xh3MwlpyPpz2JofahhVV5MURfihF9Xlzj4l2RXm

-- Dumped from database version 15.20 (Debian 15.20-0+deb12u1)
-- Dumped by pg_dump version 15.20 (Debian 15.20-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: flank_farm; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA flank_farm;


--
-- Name: add_worker(text, text, integer, numeric); Type: FUNCTION; Schema: flank_farm; Owner: -
--

CREATE FUNCTION flank_farm.add_worker(p_host text, p_build text, p_threads integer, p_signature numeric) RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'flank_farm'
    AS $$
  INSERT INTO worker(host, build, threads, signature) VALUES(p_host, p_build, p_threads, p_signature) RETURNING id;
$$;


--
-- Name: beat(integer, numeric, integer); Type: FUNCTION; Schema: flank_farm; Owner: -
--

CREATE FUNCTION flank_farm.beat(p_worker integer, p_nodes numeric, p_lease_s integer) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'flank_farm'
    AS $$
  UPDATE worker SET beat = now(), nodes = nodes + p_nodes WHERE id = p_worker;
  UPDATE lease SET until = now() + make_interval(secs => p_lease_s) WHERE worker = p_worker;
$$;


--
-- Name: claim(integer, integer, integer); Type: FUNCTION; Schema: flank_farm; Owner: -
--

CREATE FUNCTION flank_farm.claim(p_worker integer, p_most integer, p_lease_s integer, OUT token bigint, OUT run integer, OUT question integer, OUT number integer, OUT ids bigint[], OUT boards uuid[], OUT attempts smallint[]) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'flank_farm'
    AS $$
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


--
-- Name: finish(integer, bigint, uuid[], smallint[], smallint[], smallint[], smallint[], smallint[], smallint[], bigint[]); Type: FUNCTION; Schema: flank_farm; Owner: -
--

CREATE FUNCTION flank_farm.finish(p_worker integer, p_token bigint, p_boards uuid[], p_lo smallint[], p_hi smallint[], p_best smallint[], p_guess smallint[], p_depth smallint[], p_selectivity smallint[], p_nodes bigint[]) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'flank_farm'
    AS $$
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


--
-- Name: give_up(bigint, text); Type: FUNCTION; Schema: flank_farm; Owner: -
--

CREATE FUNCTION flank_farm.give_up(p_token bigint, p_why text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'flank_farm'
    AS $$
DECLARE held lease;
BEGIN
  DELETE FROM lease WHERE token = p_token RETURNING * INTO held;
  IF FOUND THEN
    held.attempts[1] := held.attempts[1] + 1;
    PERFORM put_back(held.run, held.ids, held.boards, held.attempts, p_why);
  END IF;
END $$;


--
-- Name: is_done(); Type: FUNCTION; Schema: flank_farm; Owner: -
--

CREATE FUNCTION flank_farm.is_done() RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'flank_farm'
    AS $$
  SELECT NOT EXISTS(SELECT 1 FROM run r WHERE state = 1 AND (EXISTS(SELECT 1 FROM task WHERE run = r.id)
    OR EXISTS(SELECT 1 FROM lease WHERE run = r.id)));
$$;


--
-- Name: put_back(integer, bigint[], uuid[], smallint[], text); Type: FUNCTION; Schema: flank_farm; Owner: -
--

CREATE FUNCTION flank_farm.put_back(p_run integer, p_ids bigint[], p_boards uuid[], p_attempts smallint[], p_why text) RETURNS void
    LANGUAGE sql
    SET search_path TO 'flank_farm'
    AS $$
  INSERT INTO task SELECT p_run, u.id, u.board, u.attempts FROM unnest(p_ids, p_boards, p_attempts) u(id, board, attempts)
    WHERE u.attempts < 3;
  INSERT INTO parked SELECT p_run, u.id, u.board, p_why FROM unnest(p_ids, p_boards, p_attempts) u(id, board, attempts)
    WHERE u.attempts >= 3;
$$;


--
-- Name: store_version(); Type: FUNCTION; Schema: flank_farm; Owner: -
--

CREATE FUNCTION flank_farm.store_version() RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'flank_farm'
    AS $$
  SELECT number FROM version;
$$;


--
-- Name: take_back_late(); Type: FUNCTION; Schema: flank_farm; Owner: -
--

CREATE FUNCTION flank_farm.take_back_late() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'flank_farm'
    AS $$
DECLARE late record;
BEGIN
  FOR late IN DELETE FROM lease WHERE token IN
      (SELECT token FROM lease WHERE until < now() ORDER BY until LIMIT 16 FOR UPDATE SKIP LOCKED) RETURNING * LOOP
    PERFORM put_back(late.run, late.ids, late.boards, ARRAY(SELECT (a + 1)::smallint FROM unnest(late.attempts) a),
      'its worker, number ' || late.worker || ', was lost');
  END LOOP;
END $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: conflict; Type: TABLE; Schema: flank_farm; Owner: -
--

CREATE TABLE flank_farm.conflict (
    id bigint NOT NULL,
    board uuid NOT NULL,
    lo smallint NOT NULL,
    hi smallint NOT NULL,
    nodes bigint NOT NULL,
    run integer NOT NULL,
    worker integer NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: conflict_id_seq; Type: SEQUENCE; Schema: flank_farm; Owner: -
--

ALTER TABLE flank_farm.conflict ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME flank_farm.conflict_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: item; Type: TABLE; Schema: flank_farm; Owner: -
--

CREATE TABLE flank_farm.item (
    run integer NOT NULL,
    at bigint NOT NULL,
    board uuid NOT NULL,
    form smallint NOT NULL
);


--
-- Name: lease; Type: TABLE; Schema: flank_farm; Owner: -
--

CREATE TABLE flank_farm.lease (
    token bigint NOT NULL,
    run integer NOT NULL,
    worker integer NOT NULL,
    until timestamp with time zone NOT NULL,
    ids bigint[] NOT NULL,
    boards uuid[] NOT NULL,
    attempts smallint[] NOT NULL
);


--
-- Name: lease_token_seq; Type: SEQUENCE; Schema: flank_farm; Owner: -
--

ALTER TABLE flank_farm.lease ALTER COLUMN token ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME flank_farm.lease_token_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: parked; Type: TABLE; Schema: flank_farm; Owner: -
--

CREATE TABLE flank_farm.parked (
    run integer NOT NULL,
    id bigint NOT NULL,
    board uuid NOT NULL,
    error text NOT NULL
);


--
-- Name: position; Type: TABLE; Schema: flank_farm; Owner: -
--

CREATE TABLE flank_farm."position" (
    board uuid NOT NULL,
    lo smallint NOT NULL,
    hi smallint NOT NULL,
    best smallint NOT NULL,
    guess smallint,
    depth smallint NOT NULL,
    selectivity smallint NOT NULL,
    nodes bigint NOT NULL,
    run integer NOT NULL,
    worker integer NOT NULL,
    CONSTRAINT position_check CHECK ((lo <= hi))
)
WITH (fillfactor='90');


--
-- Name: run; Type: TABLE; Schema: flank_farm; Owner: -
--

CREATE TABLE flank_farm.run (
    id integer NOT NULL,
    name text NOT NULL,
    question integer NOT NULL,
    number integer NOT NULL,
    state integer DEFAULT 0 NOT NULL,
    created timestamp with time zone DEFAULT now() NOT NULL,
    items bigint DEFAULT 0 NOT NULL
);


--
-- Name: run_id_seq; Type: SEQUENCE; Schema: flank_farm; Owner: -
--

ALTER TABLE flank_farm.run ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME flank_farm.run_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: task; Type: TABLE; Schema: flank_farm; Owner: -
--

CREATE TABLE flank_farm.task (
    run integer NOT NULL,
    id bigint NOT NULL,
    board uuid NOT NULL,
    attempts smallint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02');


--
-- Name: version; Type: TABLE; Schema: flank_farm; Owner: -
--

CREATE TABLE flank_farm.version (
    number integer NOT NULL
);


--
-- Name: work; Type: TABLE; Schema: flank_farm; Owner: -
--

CREATE TABLE flank_farm.work (
    run integer NOT NULL,
    worker integer NOT NULL,
    tasks bigint NOT NULL,
    nodes numeric NOT NULL
);


--
-- Name: worker; Type: TABLE; Schema: flank_farm; Owner: -
--

CREATE TABLE flank_farm.worker (
    id integer NOT NULL,
    host text NOT NULL,
    build text NOT NULL,
    threads integer NOT NULL,
    signature numeric NOT NULL,
    beat timestamp with time zone DEFAULT now() NOT NULL,
    nodes numeric DEFAULT 0 NOT NULL
);


--
-- Name: worker_id_seq; Type: SEQUENCE; Schema: flank_farm; Owner: -
--

ALTER TABLE flank_farm.worker ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME flank_farm.worker_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Data for Name: conflict; Type: TABLE DATA; Schema: flank_farm; Owner: -
--



--
-- Data for Name: item; Type: TABLE DATA; Schema: flank_farm; Owner: -
--

INSERT INTO flank_farm.item VALUES (1, 0, '000a9e8a-f4e8-9c3c-0871-61750b172240', 7);
INSERT INTO flank_farm.item VALUES (1, 1, '0005c3e5-b591-8124-3038-3c1a4a6e3e18', 5);
INSERT INTO flank_farm.item VALUES (1, 2, '000a9e8a-f4e8-9c3c-0871-61750b172240', 7);
INSERT INTO flank_farm.item VALUES (1, 3, '0005c3e5-b591-8124-3038-3c1a4a6e3e18', 6);
INSERT INTO flank_farm.item VALUES (1, 4, '00000000-0000-0000-ffff-ffffffffffff', 8);
INSERT INTO flank_farm.item VALUES (2, 0, '00022703-3f47-0800-7c3c-58fc4038341e', 12);
INSERT INTO flank_farm.item VALUES (2, 1, '00081c0b-e5f9-bd3c-2030-e2f41a060200', 3);
INSERT INTO flank_farm.item VALUES (2, 2, '00018044-68d9-3c3c-0f2e-1f3b16264000', 15);
INSERT INTO flank_farm.item VALUES (2, 3, '00027079-19d0-e000-081c-0f86662f18bc', 11);
INSERT INTO flank_farm.item VALUES (2, 4, '0004004c-5622-3e1e-00b8-ffb0a8dc0021', 7);
INSERT INTO flank_farm.item VALUES (3, 0, '00022703-3f47-0800-7c3c-58fc4038341e', 12);
INSERT INTO flank_farm.item VALUES (3, 1, '00081c0b-e5f9-bd3c-2030-e2f41a060200', 3);
INSERT INTO flank_farm.item VALUES (3, 2, '00018044-68d9-3c3c-0f2e-1f3b16264000', 15);
INSERT INTO flank_farm.item VALUES (3, 3, '00027079-19d0-e000-081c-0f86662f18bc', 11);
INSERT INTO flank_farm.item VALUES (3, 4, '0004004c-5622-3e1e-00b8-ffb0a8dc0021', 7);


--
-- Data for Name: lease; Type: TABLE DATA; Schema: flank_farm; Owner: -
--

INSERT INTO flank_farm.lease OVERRIDING SYSTEM VALUE VALUES (2, 3, 2, '2026-11-26 07:43:07.827969+00', '{1,2,3,4}', '{00081c0b-e5f9-bd3c-2030-e2f41a060200,00018044-68d9-3c3c-0f2e-1f3b16264000,00027079-19d0-e000-081c-0f86662f18bc,0004004c-5622-3e1e-00b8-ffb0a8dc0021}', '{0,0,0,0}');


--
-- Data for Name: parked; Type: TABLE DATA; Schema: flank_farm; Owner: -
--

INSERT INTO flank_farm.parked VALUES (3, 0, '00022703-3f47-0800-7c3c-58fc4038341e', 'its worker, number 1, was lost');


--
-- Data for Name: position; Type: TABLE DATA; Schema: flank_farm; Owner: -
--

INSERT INTO flank_farm."position" VALUES ('00000000-0000-0000-ffff-ffffffffffff', -64, -64, 65, NULL, 0, 0, 0, 1, 1);
INSERT INTO flank_farm."position" VALUES ('0005c3e5-b591-8124-3038-3c1a4a6e3e18', 10, 10, 59, NULL, 0, 0, 14853, 1, 1);
INSERT INTO flank_farm."position" VALUES ('000a9e8a-f4e8-9c3c-0871-61750b172240', 18, 18, 8, NULL, 0, 0, 22104, 1, 1);


--
-- Data for Name: run; Type: TABLE DATA; Schema: flank_farm; Owner: -
--

INSERT INTO flank_farm.run OVERRIDING SYSTEM VALUE VALUES (1, 'farm_list', 0, 0, 1, '2026-11-26 07:43:05.193502+00', 5);
INSERT INTO flank_farm.run OVERRIDING SYSTEM VALUE VALUES (2, 'six', 3, 6, 2, '2026-11-26 07:43:05.685509+00', 5);
INSERT INTO flank_farm.run OVERRIDING SYSTEM VALUE VALUES (3, 'hard', 2, 4, 1, '2026-11-26 07:43:05.730242+00', 5);


--
-- Data for Name: task; Type: TABLE DATA; Schema: flank_farm; Owner: -
--

INSERT INTO flank_farm.task VALUES (2, 2, '00018044-68d9-3c3c-0f2e-1f3b16264000', 0);
INSERT INTO flank_farm.task VALUES (2, 0, '00022703-3f47-0800-7c3c-58fc4038341e', 0);
INSERT INTO flank_farm.task VALUES (2, 3, '00027079-19d0-e000-081c-0f86662f18bc', 0);
INSERT INTO flank_farm.task VALUES (2, 4, '0004004c-5622-3e1e-00b8-ffb0a8dc0021', 0);
INSERT INTO flank_farm.task VALUES (2, 1, '00081c0b-e5f9-bd3c-2030-e2f41a060200', 0);


--
-- Data for Name: version; Type: TABLE DATA; Schema: flank_farm; Owner: -
--

INSERT INTO flank_farm.version VALUES (1);


--
-- Data for Name: work; Type: TABLE DATA; Schema: flank_farm; Owner: -
--

INSERT INTO flank_farm.work VALUES (1, 1, 3, 36957);


--
-- Data for Name: worker; Type: TABLE DATA; Schema: flank_farm; Owner: -
--

INSERT INTO flank_farm.worker OVERRIDING SYSTEM VALUE VALUES (1, 'vm', '0.1.0', 1, 0, '2026-11-26 07:43:05.647049+00', 36957);
INSERT INTO flank_farm.worker OVERRIDING SYSTEM VALUE VALUES (2, 'vm', '0.1.0', 1, 0, '2026-11-26 07:43:05.82723+00', 0);


--
-- Name: conflict_id_seq; Type: SEQUENCE SET; Schema: flank_farm; Owner: -
--

SELECT pg_catalog.setval('flank_farm.conflict_id_seq', 1, false);


--
-- Name: lease_token_seq; Type: SEQUENCE SET; Schema: flank_farm; Owner: -
--

SELECT pg_catalog.setval('flank_farm.lease_token_seq', 2, true);


--
-- Name: run_id_seq; Type: SEQUENCE SET; Schema: flank_farm; Owner: -
--

SELECT pg_catalog.setval('flank_farm.run_id_seq', 3, true);


--
-- Name: worker_id_seq; Type: SEQUENCE SET; Schema: flank_farm; Owner: -
--

SELECT pg_catalog.setval('flank_farm.worker_id_seq', 2, true);


--
-- Name: conflict conflict_pkey; Type: CONSTRAINT; Schema: flank_farm; Owner: -
--

ALTER TABLE ONLY flank_farm.conflict
    ADD CONSTRAINT conflict_pkey PRIMARY KEY (id);


--
-- Name: item item_pkey; Type: CONSTRAINT; Schema: flank_farm; Owner: -
--

ALTER TABLE ONLY flank_farm.item
    ADD CONSTRAINT item_pkey PRIMARY KEY (run, at);


--
-- Name: lease lease_pkey; Type: CONSTRAINT; Schema: flank_farm; Owner: -
--

ALTER TABLE ONLY flank_farm.lease
    ADD CONSTRAINT lease_pkey PRIMARY KEY (token);


--
-- Name: parked parked_pkey; Type: CONSTRAINT; Schema: flank_farm; Owner: -
--

ALTER TABLE ONLY flank_farm.parked
    ADD CONSTRAINT parked_pkey PRIMARY KEY (run, id);


--
-- Name: position position_pkey; Type: CONSTRAINT; Schema: flank_farm; Owner: -
--

ALTER TABLE ONLY flank_farm."position"
    ADD CONSTRAINT position_pkey PRIMARY KEY (board);


--
-- Name: run run_name_key; Type: CONSTRAINT; Schema: flank_farm; Owner: -
--

ALTER TABLE ONLY flank_farm.run
    ADD CONSTRAINT run_name_key UNIQUE (name);


--
-- Name: run run_pkey; Type: CONSTRAINT; Schema: flank_farm; Owner: -
--

ALTER TABLE ONLY flank_farm.run
    ADD CONSTRAINT run_pkey PRIMARY KEY (id);


--
-- Name: task task_pkey; Type: CONSTRAINT; Schema: flank_farm; Owner: -
--

ALTER TABLE ONLY flank_farm.task
    ADD CONSTRAINT task_pkey PRIMARY KEY (run, id);


--
-- Name: work work_pkey; Type: CONSTRAINT; Schema: flank_farm; Owner: -
--

ALTER TABLE ONLY flank_farm.work
    ADD CONSTRAINT work_pkey PRIMARY KEY (run, worker);


--
-- Name: worker worker_pkey; Type: CONSTRAINT; Schema: flank_farm; Owner: -
--

ALTER TABLE ONLY flank_farm.worker
    ADD CONSTRAINT worker_pkey PRIMARY KEY (id);


--
-- Name: lease_until; Type: INDEX; Schema: flank_farm; Owner: -
--

CREATE INDEX lease_until ON flank_farm.lease USING btree (until);


--
-- Name: task_lost; Type: INDEX; Schema: flank_farm; Owner: -
--

CREATE INDEX task_lost ON flank_farm.task USING btree (run, id) WHERE (attempts > 0);


--
-- PostgreSQL database dump complete
--

\unrestrict iS9hEhiBv66rQmvdt7wNKfj5Xh3MwlpyPpz2JofahhVV5MURfihF9Xlzj4l2RXm

