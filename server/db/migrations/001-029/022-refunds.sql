-- Refunds as they happen: reserved at once, asked of the provider after the commit, settled by what it answers. What a
-- bundle's price consists of, what paid lines owe, requests that wait for a second pair of eyes.

-- ---------------------------------------------------------------- charges

alter table charges
  -- Promised to refunds that are on their way.
  add column reserved bigint not null default 0,
  -- What the code took off the price.
  add column discount_percent numeric(5, 2) not null default 0 check (discount_percent between 0 and 100),
  add column discount_amount bigint not null default 0 check (discount_amount >= 0),
  -- Who took the money, and what they call the charge.
  add column provider text not null default 'manual' check (provider in ('manual', 'stripe')),
  add column provider_charge text check (provider_charge <> ''),
  -- Since when the buyer's bank wants it back: its lines are not paid out.
  add column disputed_at timestamptz(3),
  add constraint charges_left check (reserved >= 0 and refunded + reserved <= amount),
  add constraint charges_type check (charge_type in
    ('class_payment', 'bundle_payment', 'event_payment', 'membership_payment'));
create unique index charges_provider on charges (provider, provider_charge) where provider_charge is not null;
create index charges_at on charges (created_at, id);
create index charges_program_at on charges (program_id, created_at, id);

-- What falls on each class of a bundle, as it was sold: a refund of one class gives back no more than that.
create table charge_parts (
  charge_id integer not null references charges (id),
  class_id integer not null references classes (id),
  scope_program_id integer,
  amount bigint not null check (amount >= 0),
  refunded bigint not null default 0,
  reserved bigint not null default 0,
  primary key (charge_id, class_id),
  constraint charge_parts_left check (refunded >= 0 and reserved >= 0 and refunded + reserved <= amount)
);
create index charge_parts_class on charge_parts (class_id);

/*
 * The parts of bundles' charges: in the ratio of the prices of the classes within, also within bundles within; equal ones
 * where they are all free. By largest remainder, ties to the lower class. A bundle that held none has none.
 */
create function fill_parts(of_charges integer[]) returns void language plpgsql as $$
begin
  insert into public.charge_parts (charge_id, class_id, scope_program_id, amount)
  with recursive sold as (
    select c.id, c.class_id, c.program_id, c.amount from public.charges c
    where c.id = any (of_charges) and c.charge_type = 'bundle_payment'
  ), inside (sold_id, class_id) as (
    select s.class_id, b.class_id from (select distinct class_id from sold) s
      join public.bundle_classes b on b.bundle_id = s.class_id
    union
    select i.sold_id, b.class_id from inside i join public.bundle_classes b on b.bundle_id = i.class_id
  ), weighed as (
    select s.id, s.program_id, s.amount::numeric as amount, i.class_id,
      case when sum(c.class_price) over w = 0 then 1 else c.class_price end::numeric as weight,
      case when sum(c.class_price) over w = 0 then count(*) over w else sum(c.class_price) over w end::numeric as weights
    from sold s join inside i on i.sold_id = s.class_id join public.classes c on c.id = i.class_id and not c.is_bundle
    window w as (partition by s.id)
  ), shared as (
    select w.*, div(amount * weight, weights) as share,
      row_number() over (partition by id order by mod(amount * weight, weights) desc, class_id) as rank,
      amount - sum(div(amount * weight, weights)) over (partition by id) as left_over
    from weighed w
  )
  select id, class_id, program_id, share + (rank <= left_over)::integer from shared;
end
$$;
call make_definer('fill_parts(integer[])');
grant select on charges, bundle_classes, classes to provost_definer;
grant select, insert on charge_parts to provost_definer;
revoke all on function fill_parts(integer[]) from public;

create function part_bundles() returns trigger language plpgsql as $$
begin
  perform public.fill_parts(array(select m.id from made m where m.charge_type = 'bundle_payment'));
  return null;
end
$$;
call make_definer('part_bundles()');
grant execute on function fill_parts(integer[]) to provost_definer;
create trigger charges_parts after insert on charges
  referencing new table as made for each statement execute function part_bundles();

-- ---------------------------------------------------------------- refunds

alter table refunds
  -- Begun here, or made at the provider and booked here afterwards.
  add column origin text not null default 'here' check (origin in ('here', 'provider')),
  add column state text not null default 'succeeded'
    check (state in ('requested', 'sending', 'unknown', 'pending', 'succeeded', 'failed')),
  -- The one class of a bundle that is given back.
  add column class_id integer references classes (id),
  add column cancel_registration boolean not null default false,
  add column reason text not null default '' check (length(reason) <= 1000),
  add column provider text not null default 'manual' check (provider in ('manual', 'stripe')),
  add column provider_refund text check (provider_refund <> ''),
  -- Why it failed, in words for staff.
  add column failure text,
  -- When the provider was asked first, and when it is asked or looked at next.
  add column asked_at timestamptz(3),
  add column due_at timestamptz(3),
  add column tries integer not null default 0,
  add column succeeded_at timestamptz(3),
  add column failed_at timestamptz(3),
  add column updated_at timestamptz(3) not null default provost_now(),
  add foreign key (charge_id, class_id) references charge_parts (charge_id, class_id);
update refunds set succeeded_at = created_at, updated_at = created_at;
alter table refunds alter column due_at set default provost_now();
alter table refunds
  alter column state set default 'requested',
  add constraint refunds_moments check ((state in ('requested', 'sending', 'unknown', 'pending')) = (due_at is not null)
    and (succeeded_at is not null or state <> 'succeeded') and ((state = 'failed') = (failed_at is not null))
    and ((state = 'failed') = (failure is not null)));
create unique index refunds_provider on refunds (provider, provider_refund) where provider_refund is not null;
create index refunds_due on refunds (due_at) where due_at is not null;
create index refunds_in_trouble on refunds (charge_id) where state in ('unknown', 'failed');

-- What falls on each class of a bundle, while it is on its way and afterwards.
create table refund_parts (
  refund_id integer not null references refunds (id),
  class_id integer not null references classes (id),
  scope_program_id integer,
  amount bigint not null check (amount > 0),
  primary key (refund_id, class_id)
);

-- What each line gave back; a negative amount came again, as the refund failed after all.
create table refund_lines (
  id bigint generated always as identity primary key,
  refund_id integer not null references refunds (id),
  charge_id integer not null references charges (id),
  scope_program_id integer,
  -- A line that gave nothing back in the end can be divided anew, and go.
  line_id bigint references charge_lines (id) on delete set null,
  type smallint not null,
  user_id integer references site_users (id),
  program_id integer references programs (id),
  amount bigint not null check (amount <> 0),
  created_at timestamptz(3) not null default provost_now()
);
create index refund_lines_refund on refund_lines (refund_id);
create index refund_lines_charge on refund_lines (charge_id);
create index refund_lines_line on refund_lines (line_id) where line_id is not null;

-- What stands beside the lines of a payee: debts below 0, credits above. Neither a user nor a program: the site itself.
create table payout_adjustments (
  id bigint generated always as identity primary key,
  user_id integer references site_users (id),
  program_id integer references programs (id),
  scope_program_id integer,
  currency char(3) not null,
  amount bigint not null check (amount <> 0),
  -- A refund of a paid line, and what came again of it.
  kind text not null check (kind in ('refund', 'refund_undone')),
  refund_line_id bigint references refund_lines (id),
  -- The payout that has taken it off or paid it.
  payout_id integer references payouts (id),
  created_at timestamptz(3) not null default provost_now(),
  check (user_id is null or program_id is null),
  check ((kind = 'refund') = (amount < 0))
);
create unique index payout_adjustments_refund on payout_adjustments (refund_line_id);
create index payout_adjustments_open on payout_adjustments (user_id, program_id, currency) where payout_id is null;
create index payout_adjustments_payout on payout_adjustments (payout_id) where payout_id is not null;

-- What was refunded so far: as its lines gave back, all of it in proportion to what they hold of it.
insert into refund_lines (refund_id, charge_id, scope_program_id, line_id, type, user_id, program_id, amount, created_at)
select r.id, l.charge_id, l.scope_program_id, l.id, l.type, l.user_id, l.program_id, l.refunded, r.created_at
from charge_lines l
join lateral (select * from refunds r where r.charge_id = l.charge_id order by r.id limit 1) r on true
where l.refunded > 0;

-- What paid lines have given back since: what their payout paid over what they hold now.
insert into payout_adjustments (user_id, program_id, scope_program_id, currency, amount, kind)
select p.user_id, p.program_id, l.scope_program_id, p.currency, l.amount - p.amount, 'refund'
from payouts p
join lateral (
  select min(l.scope_program_id) as scope_program_id, sum(l.amount - l.refunded)::bigint as amount
  from charge_lines l where l.payout_id = p.id) l on l.amount < p.amount;

-- A bundle's parts, of what has been sold so far, and what has been given back of them.
select fill_parts(array(select id from charges where charge_type = 'bundle_payment' order by id));
with shared as (
  select p.charge_id, p.class_id, div(p.amount::numeric * c.refunded, c.amount) as share,
    row_number() over (partition by p.charge_id order by mod(p.amount::numeric * c.refunded, c.amount) desc, p.class_id)
      as rank,
    c.refunded - sum(div(p.amount::numeric * c.refunded, c.amount)) over (partition by p.charge_id) as left_over
  from charge_parts p join charges c on c.id = p.charge_id and c.refunded > 0
)
update charge_parts p set refunded = s.share + (s.rank <= s.left_over)::integer
from shared s where s.charge_id = p.charge_id and s.class_id = p.class_id;
insert into refund_parts (refund_id, class_id, scope_program_id, amount)
select r.id, p.class_id, p.scope_program_id, p.refunded
from charge_parts p
join lateral (select * from refunds r where r.charge_id = p.charge_id order by r.id limit 1) r on true
where p.refunded > 0;

-- A refund goes one way: what it is of stays, and nothing that has been decided is asked again. It fails after it had
-- succeeded where the bank could not hand it over.
create function keep_refund() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE'
    or (old.charge_id, old.amount, old.class_id, old.cancel_registration, old.origin, old.provider, old.scope_program_id)
      is distinct from (new.charge_id, new.amount, new.class_id, new.cancel_registration, new.origin, new.provider,
        new.scope_program_id)
    or old.provider_refund is not null and old.provider_refund is distinct from new.provider_refund
    or old.state <> new.state and not (old.state, new.state) in (('requested', 'sending'), ('sending', 'unknown'),
      ('sending', 'pending'), ('sending', 'succeeded'), ('sending', 'failed'), ('unknown', 'pending'),
      ('unknown', 'succeeded'), ('unknown', 'failed'), ('pending', 'succeeded'), ('pending', 'failed'),
      ('succeeded', 'failed'))
  then
    raise exception 'refund % stays what it is', old.id
      using errcode = 'check_violation', constraint = 'refunds_one_way';
  end if;
  return new;
end
$$;
create trigger refunds_one_way before update or delete on refunds for each row execute function keep_refund();

-- What a charge has given back and promised is what its refunds say, by class as well: checked at commit.
create function check_charge_refunds() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  of_charge integer := case tg_table_name when 'charges' then (to_jsonb(new) ->> 'id')::integer
    else (to_jsonb(new) ->> 'charge_id')::integer end;
begin
  if exists (
    select from charges c
    cross join lateral (
      select coalesce(sum(r.amount) filter (where r.state = 'succeeded'), 0) as refunded,
        coalesce(sum(r.amount) filter (where r.state in ('requested', 'sending', 'unknown', 'pending')), 0) as reserved
      from refunds r where r.charge_id = c.id) r
    cross join lateral (
      select count(*) as parts, coalesce(sum(p.refunded), 0) as refunded, coalesce(sum(p.reserved), 0) as reserved
      from charge_parts p where p.charge_id = c.id) p
    where c.id = of_charge and ((c.refunded, c.reserved) <> (r.refunded, r.reserved)
      or p.parts > 0 and (c.refunded, c.reserved) <> (p.refunded, p.reserved)
      or exists (select from charge_parts p where p.charge_id = c.id and p.reserved <> coalesce((
          select sum(s.amount) from refund_parts s join refunds r on r.id = s.refund_id
          where r.charge_id = c.id and s.class_id = p.class_id
            and r.state in ('requested', 'sending', 'unknown', 'pending')), 0)))
  ) then
    raise exception 'what charge % gives back does not add up', of_charge
      using errcode = 'check_violation', constraint = 'charges_refunds';
  end if;
  return null;
end
$$;
create constraint trigger charges_refunds_insert after insert on charges
  deferrable initially deferred for each row when (new.refunded > 0 or new.reserved > 0)
  execute function check_charge_refunds();
create constraint trigger charges_refunds after update on charges
  deferrable initially deferred for each row
  when ((old.refunded, old.reserved) is distinct from (new.refunded, new.reserved))
  execute function check_charge_refunds();
create constraint trigger refunds_add_up after insert or update of state on refunds
  deferrable initially deferred for each row execute function check_charge_refunds();
create constraint trigger charge_parts_add_up after update on charge_parts
  deferrable initially deferred for each row execute function check_charge_refunds();

-- ---------------------------------------------------------------- requests

create table refund_requests (
  id integer generated by default as identity primary key,
  charge_id integer not null references charges (id),
  scope_program_id integer,
  class_id integer references classes (id),
  amount bigint not null check (amount > 0),
  cancel_registration boolean not null default false,
  reason text not null default '' check (length(reason) <= 1000),
  -- Who asks: a student or an instructor on the site, or an admin whose refund needs a second pair of eyes.
  type text not null check (type in ('student', 'instructor', 'admin')),
  user_id integer references site_users (id),
  admin_id integer references admins (id),
  created_at timestamptz(3) not null default provost_now(),
  updated_at timestamptz(3) not null default provost_now(),
  decision text check (decision in ('approved', 'rejected')),
  decided_at timestamptz(3),
  decided_by integer references admins (id),
  refund_id integer unique references refunds (id),
  foreign key (charge_id, class_id) references charge_parts (charge_id, class_id),
  check ((type = 'admin') = (admin_id is not null) and (type <> 'admin') = (user_id is not null)),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null)),
  check ((decision is not distinct from 'approved') = (refund_id is not null)),
  constraint refund_requests_somebody_else check (decided_by <> admin_id)
);
create index refund_requests_charge on refund_requests (charge_id);
create index refund_requests_waiting on refund_requests (id) where decision is null;

create function keep_refund_request() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' or old.decision is not null
    or (old.charge_id, old.class_id, old.amount, old.cancel_registration, old.type, old.user_id, old.admin_id,
        old.scope_program_id, old.created_at)
      is distinct from (new.charge_id, new.class_id, new.amount, new.cancel_registration, new.type, new.user_id,
        new.admin_id, new.scope_program_id, new.created_at)
  then
    raise exception 'request % is decided once', old.id
      using errcode = 'check_violation', constraint = 'refund_requests_once';
  end if;
  return new;
end
$$;
create trigger refund_requests_once before update or delete on refund_requests
  for each row execute function keep_refund_request();

-- What loosens the rules of money waits for a second superadmin. What holds stands in `settings` under `money`.
create table money_setting_changes (
  id integer generated by default as identity primary key,
  change jsonb not null,
  admin_id integer not null references admins (id),
  created_at timestamptz(3) not null default provost_now(),
  decision text check (decision in ('approved', 'rejected', 'overtaken')),
  decided_at timestamptz(3),
  decided_by integer references admins (id),
  check ((decision is null) = (decided_at is null) and (decision is null) = (decided_by is null)),
  constraint money_setting_changes_somebody_else check (decision <> 'approved' or decided_by <> admin_id)
);
create unique index money_setting_changes_waiting on money_setting_changes ((true)) where decision is null;

-- ---------------------------------------------------------------- providers

-- What the staff returned by hand: one entry a refund, however often it is asked for.
create table manual_refunds (
  refund_id integer primary key references refunds (id),
  amount bigint not null,
  currency char(3) not null,
  outcome text not null check (outcome in ('succeeded', 'pending', 'failed')),
  asked integer not null default 1,
  created_at timestamptz(3) not null default provost_now()
);

-- Each event of a provider is booked once.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  -- What it is about.
  object_id text not null,
  received_at timestamptz(3) not null default provost_now(),
  primary key (provider, event_id)
);
-- What the buyers' banks want back; a charge is held while one of them is open or lost.
create table charge_disputes (
  dispute_id text primary key,
  charge_id integer not null references charges (id),
  opened_at timestamptz(3) not null,
  outcome text check (outcome in ('won', 'lost'))
);
create index charge_disputes_charge on charge_disputes (charge_id);
create index provider_events_age on provider_events (received_at);

-- ---------------------------------------------------------------- grants and guards

grant select, insert, update on charge_parts, refund_parts, refund_lines, payout_adjustments, refund_requests,
  money_setting_changes, manual_refunds, provider_events, charge_disputes to provost_global;
grant delete on provider_events to provost_global;
grant usage, select on sequence refund_requests_id_seq to provost_global, provost_scoped;
grant usage, select on sequence money_setting_changes_id_seq, refund_lines_id_seq, payout_adjustments_id_seq
  to provost_global;
grant select on charge_parts, refund_parts, refund_lines, payout_adjustments, refund_requests to provost_scoped;
-- A program's staff reserves and asks; what comes of it, the platform books.
grant update (reserved) on charge_parts to provost_scoped;
grant insert on refund_parts to provost_scoped;
revoke insert on refund_requests from provost_scoped;
grant insert (charge_id, scope_program_id, class_id, amount, cancel_registration, reason, type, user_id, admin_id)
  on refund_requests to provost_scoped;
grant update (decision, decided_at, decided_by, refund_id, updated_at) on refund_requests to provost_scoped;
revoke insert, update, delete on refunds from provost_scoped;
grant insert (charge_id, scope_program_id, class_id, amount, cancel_registration, reason, origin, provider, created_by)
  on refunds to provost_scoped;
revoke update, delete on charges from provost_scoped;
grant update (reserved, held, split_rows) on charges to provost_scoped;

-- In its own staff's name alone, and of whoever took the money.
create function check_scoped_asking() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  said jsonb := to_jsonb(new);
  whose integer := coalesce(said ->> 'decided_by', said ->> 'created_by', said ->> 'admin_id')::integer;
begin
  if provost_scope() is not null
    and (whose is not null
        and not exists (select from admins a where a.id = whose and a.program_id = provost_scope() and a.deleted_at is null)
      or said ? 'provider'
        and not exists (select from charges c where c.id = new.charge_id and c.provider = said ->> 'provider'))
  then
    raise exception using errcode = 'insufficient_privilege', message = 'in the name of nobody of this program';
  end if;
  return new;
end
$$;
create trigger refunds_scoped before insert on refunds for each row execute function check_scoped_asking();
create trigger refund_requests_scoped before insert or update on refund_requests
  for each row execute function check_scoped_asking();

call guard('charge_parts', 'scope_program_id = (select provost_scope())');
create policy definers_insert on charge_parts for insert to provost_definer with check (true);
call guard('refund_parts', 'scope_program_id = (select provost_scope())',
  'scope_program_id = (select provost_scope())
    and exists (select from refunds r where r.id = refund_id and r.scope_program_id = (select provost_scope())
      and r.state = ''requested'')');
call guard('refund_lines', 'scope_program_id = (select provost_scope())');
call guard('payout_adjustments', 'scope_program_id = (select provost_scope())');
call guard('refund_requests', 'scope_program_id = (select provost_scope())',
  'scope_program_id = (select provost_scope())
    and exists (select from charges c where c.id = charge_id and c.program_id = (select provost_scope()))');
call guard('refunds', 'scope_program_id = (select provost_scope())',
  'scope_program_id = (select provost_scope()) and state = ''requested'' and origin = ''here''
    and exists (select from charges c where c.id = charge_id and c.program_id = (select provost_scope()))');
