-- Whose search path a function runs with must not be its caller's to say.
alter function keep_cancelled_at() set search_path = pg_catalog, public, pg_temp;
