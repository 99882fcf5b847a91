-- A giveaway that a superadmin has ended before its time, and why: public with the proof of its draw.

alter table events add column ended_early_reason text check (length(btrim(ended_early_reason)) between 1 and 500);

/*
 * Giving the reason ends it: from this moment on no ticket is sold, as whoever buys one holds the row of the event as well,
 * and looks at its end after. Said once, by the platform alone.
 */
create function end_early() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if provost_scope() is not null or old.ended_early_reason is not null or new.ended_early_reason is null
    or old.type <> 'giveaway' or old.active = 0 or old.tickets = 0
    or old.start_at > provost_now() or old.end_at <= provost_now()
  then
    raise exception 'event % cannot be ended early', new.id
      using errcode = 'check_violation', constraint = 'events_ended_early';
  end if;
  -- A moment ahead of the edit's own: whoever checks the proof refuses an end that lies in the past of its edit.
  new.end_at := provost_now() + interval '1 millisecond';
  return new;
end
$$;
create trigger events_early_end before update of ended_early_reason on events for each row
  when (old.ended_early_reason is distinct from new.ended_early_reason) execute function end_early();

-- As before (005); the edit that ends it early is of the moment in which it was ended.
create or replace function record_term_edits() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  moment timestamptz(3) := case when new.ended_early_reason is distinct from old.ended_early_reason
    then new.end_at - interval '1 millisecond' else provost_now() end;
begin
  if new.end_at <> old.end_at and new.end_at <= moment then
    raise exception 'event % has sold tickets and cannot end in the past', new.id
      using errcode = 'check_violation', constraint = 'events_terms_kept';
  end if;
  insert into event_term_edits (event_id, program_id, field, before, after, edited_at, edited_by)
  select new.id, new.program_id, t.field, t.before, t.after, moment,
    case when new.updated_at is distinct from old.updated_at then new.updated_by end
  from (values
    ('type', to_jsonb(old.type), to_jsonb(new.type)),
    ('start_at', to_jsonb(iso_moment(old.start_at)), to_jsonb(iso_moment(new.start_at))),
    ('end_at', to_jsonb(iso_moment(old.end_at)), to_jsonb(iso_moment(new.end_at))),
    ('available', to_jsonb(old.available), to_jsonb(new.available)),
    ('active', to_jsonb(old.active), to_jsonb(new.active))
  ) as t (field, before, after)
  where t.before <> t.after;
  return null;
end
$$;
