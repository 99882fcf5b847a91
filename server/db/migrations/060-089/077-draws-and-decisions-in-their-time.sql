-- When an event was drawn and how many tickets were sold is the platform's to say: a drawn event is never drawn again
-- (docs/decisions/114-what-nobody-signed-in-writes.md).
do $$
declare
  names text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) into names from pg_attribute a
  where a.attrelid = 'events'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname not in ('drawn_at', 'tickets');
  revoke insert, update on events from provost_scoped;
  execute format('grant insert (%s), update (%s) on events to provost_scoped', names, names);
end
$$;

-- A request is decided now.
create function decide_now() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if provost_scope() is not null
    and new.decided_at not between transaction_timestamp() - interval '1 second' and clock_timestamp() + interval '1 second'
  then
    raise exception 'a request is decided now' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger refund_requests_now before update of decided_at on refund_requests
  for each row when (new.decided_at is not null) execute function decide_now();
