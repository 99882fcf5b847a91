-- A frozen list stands in the row of its draw: the ids of the tickets in the order of their codes, eight bytes each, so
-- that a ticket is read by its number without reading the list.

/* The tickets of an event as they are drawn from: their ids in the order of the codes, and the codes one a line. */
create function tickets_in_order(of_event integer, out tickets bigint, out ticket_ids bytea, out codes text)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select count(*), string_agg(int8send(t.id), ''::bytea order by t.code collate "C"),
    string_agg(t.code, e'\n' order by t.code collate "C")
  from tickets t where t.event_id = of_event
$$;

/* The ticket of a number, from 0, in a frozen list; 0 beyond its end. */
create function ticket_at(ticket_ids bytea, number integer) returns bigint language sql immutable parallel safe as $$
  select ('x' || encode(substring(ticket_ids from number * 8 + 1 for 8), 'hex'))::bit(64)::bigint
$$;

-- ---------------------------------------------------------------- the lists of before

alter table draws add ticket_ids bytea;
-- Not compressed: a part of it can be read without the rest.
alter table draws alter ticket_ids set storage external;
update draws d set ticket_ids = (
  select string_agg(int8send(l.ticket_id), ''::bytea order by l.number) from draw_tickets l where l.event_id = d.event_id
);
do $$
declare
  broken integer;
begin
  select d.event_id into broken
  from draws d cross join lateral tickets_in_order(d.event_id) l
  where (d.tickets::bigint, d.ticket_ids, d.list_hash)
    is distinct from (l.tickets, l.ticket_ids, sha256(convert_to(l.codes, 'UTF8')))
  limit 1;
  if found then
    raise exception 'the frozen list of event % is not the list of its tickets', broken;
  end if;
end
$$;
alter table draws alter ticket_ids set not null,
  add constraint draws_list_length check (length(ticket_ids) = tickets * 8::bigint);

alter table draw_attempts drop constraint draw_attempts_event_id_number_ticket_id_fkey,
  add foreign key (ticket_id) references tickets (id);
drop trigger draws_list on draws;
drop function check_frozen_list();
drop table draw_tickets;
drop function keep_frozen_list();
-- What the table that is gone referred to gives way to the order that a list is frozen in, so that nothing is sorted.
alter table tickets drop constraint tickets_event_id_id_key;
create index tickets_event_code on tickets (event_id, code collate "C") include (id);

-- ---------------------------------------------------------------- what must never be false

-- A draw begins with the list of all tickets, which nobody but the database writes; who says what it is must be right.
create function freeze_list() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  event record;
  list record;
begin
  -- A sale counts up in this row: it is over and in the list, or waits and finds it frozen.
  select e.tickets, e.commitment into event from events e where e.id = new.event_id for no key update;
  select l.tickets::integer, l.ticket_ids, sha256(convert_to(l.codes, 'UTF8')) as list_hash into list
  from tickets_in_order(new.event_id) l;
  if list.tickets <> event.tickets or new.tickets <> list.tickets or new.ticket_ids <> list.ticket_ids
    or new.list_hash <> list.list_hash or new.commitment <> event.commitment then
    raise exception 'the frozen list of event % is not the list of its tickets', new.event_id
      using errcode = 'check_violation', constraint = 'draws_list';
  end if;
  new.tickets := list.tickets;
  new.ticket_ids := list.ticket_ids;
  new.list_hash := list.list_hash;
  new.commitment := event.commitment;
  return new;
end
$$;
create trigger draws_list before insert on draws for each row execute function freeze_list();

drop trigger draws_kept on draws;
create trigger draws_kept before update on draws for each row
  when ((old.event_id, old.frozen_at, old.frozen_by, old.tickets, old.ticket_ids, old.list_hash, old.commitment,
      old.beacon_round)
    is distinct from (new.event_id, new.frozen_at, new.frozen_by, new.tickets, new.ticket_ids, new.list_hash,
      new.commitment, new.beacon_round)
    or (old.beacon_signature is not null and old.beacon_signature is distinct from new.beacon_signature)
    or (old.secret is not null and old.secret is distinct from new.secret))
  execute function refuse_change();

-- An attempt names the ticket that stands in the list under its number.
create function check_attempt_ticket() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from draws d where d.event_id = new.event_id and new.number between 0 and d.tickets - 1
      and ticket_at(d.ticket_ids, new.number) = new.ticket_id
  ) then
    raise exception 'ticket % is not number % of the frozen list of event %', new.ticket_id, new.number, new.event_id
      using errcode = 'check_violation', constraint = 'draw_attempts_ticket';
  end if;
  return new;
end
$$;
create trigger draw_attempts_ticket before insert on draw_attempts
  for each row execute function check_attempt_ticket();
