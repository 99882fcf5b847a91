-- Commission groups are checked when their save is whole, recalculations that are due are found by a regular pass, and
-- what an event was sold under is kept and recorded.

-- ---------------------------------------------------------------- commission groups

drop trigger commission_rows_sum_insert on commission_rows;
drop trigger commission_rows_sum_update on commission_rows;
drop function check_commission_groups();
drop trigger commission_groups_instructor_row on commission_groups;
drop function check_instructor_row();

-- Between the statements of a save a group is half replaced, so it is looked at when the transaction ends. Each
-- statement that changes rows marks the groups they belong to: that holds the group, so that two transactions cannot
-- each add what only together is too much, and queues one check a group and statement, however many rows it changed.
create function check_groups_at_commit() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  marked record;
begin
  if tg_op = 'UPDATE' then
    -- Rows that move to another program along with their owner change no sum.
    with groups as (
      select level, owner_id from (
        (select level, owner_id, type, commission, replaced_at is null from changed
          except all select level, owner_id, type, commission, replaced_at is null from was)
        union all
        (select level, owner_id, type, commission, replaced_at is null from was
          except all select level, owner_id, type, commission, replaced_at is null from changed)
      ) d group by level, owner_id
    ),
    touched as (
      update commission_groups g set updated_at = g.updated_at from groups c
      where (g.level, g.owner_id) = (c.level, c.owner_id) returning 1
    )
    select (select count(*) from groups) as groups, (select count(*) from touched) as touched into marked;
  else
    with groups as (select level, owner_id from changed group by level, owner_id),
    touched as (
      update commission_groups g set updated_at = g.updated_at from groups c
      where (g.level, g.owner_id) = (c.level, c.owner_id) returning 1
    )
    select (select count(*) from groups) as groups, (select count(*) from touched) as touched into marked;
  end if;
  -- A group that the session may not see cannot be checked by it, and so it is not to be changed by it.
  if marked.groups <> marked.touched then
    raise exception 'rows of a commission group that is not this program''s'
      using errcode = 'check_violation', constraint = 'commission_groups_seen';
  end if;
  return null;
end
$$;
create trigger commission_rows_insert_checked after insert on commission_rows
  referencing new table as changed for each statement execute function check_groups_at_commit();
create trigger commission_rows_update_checked after update on commission_rows
  referencing old table as was new table as changed for each statement execute function check_groups_at_commit();
create trigger commission_rows_delete_checked after delete on commission_rows
  referencing old table as changed for each statement execute function check_groups_at_commit();

create function check_commission_group() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (
    select from commission_rows r
    where r.level = new.level and r.owner_id = new.owner_id and r.replaced_at is null
    having count(*) > 0 and (
      sum(r.commission) filter (where r.type < 3) > 100
      or 100 - coalesce(sum(r.commission) filter (where r.type < 3), 0)
        < coalesce(max(r.commission) filter (where r.type = 3), 0)
      or sum(r.commission) filter (where r.type = 4)
        is distinct from 100 - coalesce(sum(r.commission) filter (where r.type < 3), 0))
  ) then
    raise exception 'commission group %/% does not add up', new.level, new.owner_id
      using errcode = 'check_violation', constraint = 'commission_groups_sum';
  end if;
  return null;
end
$$;
create constraint trigger commission_groups_sum after update on commission_groups
  deferrable initially deferred for each row
  when (old.* is not distinct from new.*) execute function check_commission_group();

-- ---------------------------------------------------------------- recalculations

-- Runs that have failed since somebody asked: each puts the next try off for longer.
alter table recalculations add failures integer not null default 0 check (failures >= 0);
create index recalculations_due on recalculations (run_at, id) where status = 'waiting';

-- ---------------------------------------------------------------- what an event was sold under

-- Somebody holds a ticket of it: what it is stays, its end is not moved into the past (see below), and once it is over, so do its dates, and nothing more is put on sale.
create function keep_sold_event() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'event % has sold tickets', new.id
    using errcode = 'check_violation', constraint = tg_name;
end
$$;
create trigger events_type_sold before update on events for each row
  when (old.tickets > 0 and old.type <> new.type)
  execute function keep_sold_event();
create trigger events_terms_kept before update on events for each row
  when (old.tickets > 0 and old.end_at <= clock_timestamp()
    and ((old.start_at, old.end_at) is distinct from (new.start_at, new.end_at) or new.available > old.available))
  execute function keep_sold_event();

create function refuse_late_tickets() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from sold s join events e on e.id = s.event_id where s.created_at >= e.end_at) then
    raise exception 'a ticket is sold after the end of its event'
      using errcode = 'check_violation', constraint = 'tickets_in_time';
  end if;
  return null;
end
$$;
create trigger tickets_in_time after insert on tickets
  referencing new table as sold for each statement execute function refuse_late_tickets();

-- Every edit, from the first ticket to the confirmed winner, of what buyers went by. Nobody can forget to write it, and
-- nobody else can: only the trigger of the events does.
create table event_term_edits (
  id bigint generated always as identity primary key,
  event_id integer not null references events (id),
  -- The event's program: whose staff may see the edit.
  program_id integer references programs (id),
  field text not null check (field in ('type', 'start_at', 'end_at', 'available', 'active')),
  before jsonb not null,
  after jsonb not null,
  edited_at timestamptz(3) not null default provost_now(),
  edited_by integer references admins (id),
  check (before <> after)
);
create index event_term_edits_event on event_term_edits (event_id, id);

-- The edits of one save have one moment.
create function record_term_edits() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  moment timestamptz(3) := provost_now();
begin
  -- Here and not before the update, so that the edit's own moment decides: whoever checks the proof has no other.
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
-- A moment as the API writes it.
create function iso_moment(moment timestamptz) returns text language sql stable
  set search_path = pg_catalog, public, pg_temp
  as $$ select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

create trigger events_terms_recorded after update on events for each row
  when (old.tickets > 0 and old.drawn_at is null and (old.type, old.start_at, old.end_at, old.available, old.active)
    is distinct from (new.type, new.start_at, new.end_at, new.available, new.active))
  execute function record_term_edits();

create trigger event_term_edits_recorded after insert on event_term_edits for each row
  when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger event_term_edits_kept before update on event_term_edits for each row
  when ((old.id, old.event_id, old.field, old.before, old.after, old.edited_at, old.edited_by)
    is distinct from (new.id, new.event_id, new.field, new.before, new.after, new.edited_at, new.edited_by))
  execute function refuse_change();
create trigger event_term_edits_never_deleted before delete on event_term_edits
  for each row execute function refuse_change();

-- Where an event moves to another program, its edits move along.
create function move_term_edits() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update event_term_edits set program_id = new.program_id where event_id = new.id;
  return null;
end
$$;
create trigger events_move_term_edits after update of program_id on events for each row
  when (old.program_id is distinct from new.program_id) execute function move_term_edits();

call guard('event_term_edits');
grant select, insert on event_term_edits to provost_global, provost_scoped;
grant update (program_id) on event_term_edits to provost_global, provost_scoped;
grant usage, select on sequence event_term_edits_id_seq to provost_global, provost_scoped;
