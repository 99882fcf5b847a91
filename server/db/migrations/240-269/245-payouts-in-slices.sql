-- Kind: contract
-- A batch of many lines is claimed in slices, each a transaction of its own (docs/decisions/214-payouts-in-slices.md). The
-- version before knows neither `making` nor `failed`, and would answer neither.

alter table payout_batches
  drop constraint payout_batches_state_check,
  add constraint payout_batches_state_check check (state in ('making', 'proposed', 'made', 'cancelled', 'failed'));
alter table payouts
  drop constraint payouts_state_check,
  add constraint payouts_state_check check (state in ('making', 'proposed', 'made', 'paid', 'returned', 'cancelled'));
create index payouts_making on payouts (batch_id) where state = 'making';

-- How far a batch in slices is; the row stays, for the reason of one that failed.
create table payout_makings (
  batch_id integer primary key references payout_batches (id),
  -- Ids of payees that were asked for, and what their preview was recognized by; null: paid without one.
  ids bigint[] not null,
  fingerprint text,
  planned_at timestamptz(3),
  -- The day of its file, where nobody had to approve it.
  finished_at timestamptz(3),
  -- Needed an approval when it was planned.
  approval boolean not null default false,
  -- Lines to claim, null until it is planned, and those that are claimed.
  lines integer check (lines >= 0),
  claimed integer not null default 0 check (claimed >= 0),
  -- Everything claimed is freed again, and the batch ends so.
  ending text check (ending in ('cancelled', 'failed')),
  reason text,
  run_at timestamptz(3) not null default provost_now(),
  failures integer not null default 0,
  constraint payout_makings_planned check ((planned_at is null) = (lines is null) and claimed <= coalesce(lines, 0)),
  constraint payout_makings_reason check ((ending is not distinct from 'failed') = (reason is not null))
);

-- Lines of a batch to claim in one transaction, with the payout and the amount of each; gone with the end of the batch.
create table payout_slices (
  batch_id integer not null references payout_makings (batch_id),
  number integer not null check (number >= 0),
  line_ids bigint[] not null,
  payout_ids integer[] not null,
  amounts bigint[] not null,
  claimed boolean not null default false,
  primary key (batch_id, number),
  constraint payout_slices_whole check (cardinality(line_ids) > 0
    and cardinality(line_ids) = cardinality(payout_ids) and cardinality(line_ids) = cardinality(amounts))
);
grant select, insert, update on payout_makings to provost_global;
grant select, insert, update, delete on payout_slices to provost_global;
call columns_say_nothing('numbers of lines and payouts, and words of ours',
  '{payout_makings.ids,payout_makings.fingerprint,payout_makings.ending,payout_slices.line_ids,payout_slices.payout_ids,
  payout_slices.amounts}');
call columns_may_name('{payout_makings.reason}');

-- One that is being made becomes a proposal, is made, or ends without having paid; then its moment is that of its end, as
-- until then nothing of it counted.
create or replace function keep_payout() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and current_user = 'provost_definer'
    and (to_jsonb(new) - '{name,name_search,reason}'::text[]) = (to_jsonb(old) - '{name,name_search,reason}'::text[])
  then
    return new;
  end if;
  if tg_op = 'DELETE' then
    if old.method = 'elsewhere' and current_user = 'provost_definer' then return old; end if;
  elsif (old.user_id, old.program_id, old.currency, old.kind, old.batch_id, old.method, old.name, old.scope_program_id)
      is not distinct from (new.user_id, new.program_id, new.currency, new.kind, new.batch_id, new.method, new.name,
        new.scope_program_id)
    and (old.created_at = new.created_at or (old.state, new.state) = ('making', 'cancelled'))
    and ((old.amount, old.lines) is not distinct from (new.amount, new.lines)
      or old.method = 'elsewhere' and (new.amount >= old.amount and new.lines >= old.lines
        or current_user = 'provost_definer'))
    and (old.state = new.state or (old.state, new.state) in (('making', 'proposed'), ('making', 'made'),
      ('making', 'cancelled'), ('proposed', 'made'), ('proposed', 'cancelled'), ('made', 'paid'), ('made', 'returned'),
      ('paid', 'returned')))
  then
    return new;
  end if;
  raise exception 'payout % stays what it is', old.id
    using errcode = 'check_violation', constraint = 'payouts_one_way';
end
$$;

create or replace function keep_batch() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and current_user = 'provost_definer' and (to_jsonb(new) - 'held') = (to_jsonb(old) - 'held') then
    return new;
  end if;
  if tg_op = 'DELETE'
    or (old.kind, old.created_at, old.created_by) is distinct from (new.kind, new.created_at, new.created_by)
    or old.state <> new.state and (old.state, new.state) not in (('making', 'proposed'), ('making', 'made'),
      ('making', 'cancelled'), ('making', 'failed'), ('proposed', 'made'), ('proposed', 'cancelled'))
    or old.held is distinct from new.held and old.state <> 'making'
  then
    raise exception 'batch % stays what it is', old.id
      using errcode = 'check_violation', constraint = 'payout_batches_once';
  end if;
  return new;
end
$$;

create or replace function check_batch() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select b.state from payout_batches b where b.id = new.id) = 'made'
      is distinct from exists (select from payout_files f where f.batch_id = new.id)
    or exists (select from payouts p join payout_batches b on b.id = p.batch_id
      where b.id = new.id and (p.state = 'making', p.state = 'proposed', p.state = 'cancelled')
        is distinct from (b.state = 'making', b.state = 'proposed', b.state in ('cancelled', 'failed')))
  then
    raise exception 'batch % and its payouts differ', new.id
      using errcode = 'check_violation', constraint = 'payout_batches_whole';
  end if;
  return null;
end
$$;

create or replace function keep_paid_lines() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.payout_id is null and new.paid is null
    and (old.amount, old.type, old.row_id, old.user_id, old.program_id, old.charge_id, old.refunded)
      is not distinct from (new.amount, new.type, new.row_id, new.user_id, new.program_id, new.charge_id, new.refunded)
    and exists (select from payouts p where p.id = old.payout_id and p.state in ('making', 'cancelled'))
  then
    return new;
  end if;
  if tg_op = 'DELETE' and current_user = 'provost_definer'
    and exists (select from payouts p where p.id = old.payout_id and p.method = 'elsewhere')
  then
    return old;
  end if;
  raise exception 'line % has been paid and cannot be changed', old.id
    using errcode = 'check_violation', constraint = 'charge_lines_paid';
end
$$;

-- A payout that is being made adds up at its end, when its state changes.
create or replace function check_payout() returns trigger language plpgsql as $$
declare
  payout payouts;
  lines record;
  beside numeric;
  part numeric;
begin
  -- As it is at the end: one that grew twice in a transaction is asked of twice.
  select * into payout from payouts p where p.id = new.id;
  if payout.id is null or payout.state = 'making' or payout.batch_id is null and payout.method <> 'elsewhere' then
    return null;
  end if;
  select count(*) as number, coalesce(sum(l.paid), 0) as amount into lines
    from charge_lines l where l.payout_id = payout.id;
  select coalesce(sum(a.amount), 0) into beside from payout_adjustments a where a.payout_id = payout.id;
  select coalesce(sum(s.amount), 0) into part from membership_parts s where s.payout_id = payout.id;
  if payout.state = 'cancelled' and (lines.number > 0 or beside <> 0 or part <> 0)
    or payout.state <> 'cancelled' and (lines.amount + beside + part <> payout.amount
      or payout.kind = 'sales' and (lines.number <> payout.lines or part <> 0)
      or payout.kind = 'membership' and lines.number <> 0)
  then
    raise exception 'payout % does not add up', payout.id
      using errcode = 'check_violation', constraint = 'payouts_sum';
  end if;
  return null;
end
$$;
call make_definer('check_payout()');

-- Not paid yet, as one that nobody has approved.
create or replace function proposed_lines(of_charges integer[]) returns setof bigint language plpgsql stable as $$
begin
  return query select l.id
    from public.charges c
      join public.charge_lines l on l.charge_id = c.id
      join public.payouts p on p.id = l.payout_id
    where c.id = any (of_charges) and c.program_id = public.provost_scope() and p.state in ('making', 'proposed');
end
$$;
call make_definer('proposed_lines(integer[])');

create or replace function erasure_blockers(person integer) returns table (kind text, id bigint, about text)
  language plpgsql stable as $$
begin
  return query
    select 'payout', p.id::bigint, p.state from public.payouts p
      where p.user_id = person and p.state in ('making', 'proposed', 'made')
    union all select 'refund_request', r.id, null from public.refund_requests r
      where r.decision is null and (r.user_id = person
        or exists (select from public.charges c where c.id = r.charge_id and c.student_id = person))
    union all select 'refund', r.charge_id, r.state from public.refunds r
      where (r.state in ('requested', 'sending', 'unknown', 'pending')
        or r.provider = 'manual' and r.state = 'succeeded' and r.returned_at is null)
        and exists (select from public.charges c where c.id = r.charge_id and c.student_id = person)
    union all select 'import', i.id, null from public.imports i
      where i.state in ('checking', 'running');
end
$$;
call make_definer('erasure_blockers(integer)');
revoke execute on function erasure_blockers(integer) from provost_scoped;
