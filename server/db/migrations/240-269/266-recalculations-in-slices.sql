-- Kind: expand
-- A recalculation of many charges is divided in slices, each a transaction of its own
-- (docs/decisions/240-recalculations-in-slices.md).

-- In which order charges were divided, rows set and replaced, and runs begun. No clock says it: two of them differ.
create sequence split_numbers;
grant usage on sequence split_numbers to provost_global, provost_scoped, provost_site;

-- Null: before there were any.
alter table charges add column split_number bigint;
alter table commission_rows
  add column set_number bigint,
  add column replaced_number bigint;

-- A run in slices says its own, whenever it comes to a charge.
create function number_split() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.split_number is not distinct from old.split_number then
    new.split_number := nextval('split_numbers');
  end if;
  return new;
end
$$;
grant update (split_number) on charges to provost_scoped;
create trigger numbers_splits before update of held, split_rows on charges for each row execute function number_split();

create function number_row() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.set_number := nextval('split_numbers');
  end if;
  if new.replaced_at is not null then
    new.replaced_number := coalesce(new.replaced_number, nextval('split_numbers'));
  end if;
  return new;
end
$$;
create trigger numbers_rows before insert or update of replaced_at on commission_rows
  for each row execute function number_row();

alter table recalculations
  -- When it began, among splits and rows; null of one that waits or was done at once.
  add column number bigint,
  add column started_at timestamptz(3),
  -- The charge up to which all are divided, and the last one of its beginning.
  add column reached integer not null default 0,
  add column last_charge integer;
grant update (number, started_at, reached, last_charge) on recalculations to provost_scoped;

create or replace function recalculations_of_own_program() returns setof integer language plpgsql stable as $$
declare
  scope integer := public.provost_scope();
begin
  return query select r.id from public.recalculations r
    where r.status in ('waiting', 'running', 'stopped') and r.level > 0 and r.program_id = scope and (
      r.scope_program_id = scope
      or r.scope_program_id = 0 and not exists (
        select from public.charges c
        where c.program_id is distinct from scope
          and (r.level = 2 and c.instructor_id = r.owner_id or r.level = 3 and c.class_id = r.owner_id)
          and (c.split_rows is null or exists (select from public.charge_lines l
            where l.charge_id = c.id and l.payout_id is null and l.amount > l.refunded))));
end
$$;
call make_definer('recalculations_of_own_program()');
