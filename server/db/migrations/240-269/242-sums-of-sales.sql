-- Kind: expand
-- What was sold, refunded and paid out by program, currency and day of UTC (docs/decisions/223): whoever changes it adds a row
-- in the same transaction, which a job folds into one row a day and one a month. What is open is the rest.

create table sale_changes (
  id bigint generated always as identity primary key,
  program_id integer,
  currency character(3) not null,
  day date not null,
  -- Of the sales of this day: how many, what they cost, what of it went back whenever, and what payouts hold of the rest.
  sales bigint not null default 0,
  sold bigint not null default 0,
  refunded bigint not null default 0,
  paid_out bigint not null default 0,
  -- Refunds made on this day, whenever sold.
  refunds bigint not null default 0,
  returned bigint not null default 0
);
create table sale_sums (
  -- The month is named by its first day.
  span text not null check (span in ('day', 'month')),
  program_id integer,
  currency character(3) not null,
  day date not null,
  sales bigint not null,
  sold bigint not null,
  refunded bigint not null,
  paid_out bigint not null,
  refunds bigint not null,
  returned bigint not null,
  constraint sale_sums_key unique nulls not distinct (program_id, span, day, currency)
);
create index sale_sums_at on sale_sums (span, day);
call guard('sale_changes', reads => 'program_id = (select provost_scope())', writes => 'false');
call guard('sale_sums', reads => 'program_id = (select provost_scope())', writes => 'false');
grant select on sale_changes, sale_sums to provost_global, provost_scoped;
grant select, insert, delete on sale_changes to provost_definer;
grant select, insert, update, delete on sale_sums to provost_definer;
create policy definers_insert on sale_changes for insert to provost_definer with check (true);
create policy definers_delete on sale_changes for delete to provost_definer using (true);
create policy definers_insert on sale_sums for insert to provost_definer with check (true);
create policy definers_update on sale_sums for update to provost_definer using (true);
call columns_say_nothing('sums of amounts', '{sale_changes.currency,sale_sums.currency,sale_sums.span}');

create function day_of(moment timestamptz) returns date language sql immutable as $$
  select (moment at time zone 'UTC')::date
$$;

-- ---------------------------------------------------------------- charges

create function keep_sales_on_insert() returns trigger language plpgsql as $$
begin
  insert into public.sale_changes (program_id, currency, day, sales, sold, refunded)
  select n.program_id, n.currency, public.day_of(n.created_at), count(*), sum(n.amount), sum(n.refunded)
  from new_rows n group by 1, 2, 3;
  return null;
end
$$;
create function keep_sales_on_delete() returns trigger language plpgsql as $$
begin
  insert into public.sale_changes (program_id, currency, day, sales, sold, refunded)
  select o.program_id, o.currency, public.day_of(o.created_at), -count(*), -sum(o.amount), -sum(o.refunded)
  from old_rows o group by 1, 2, 3;
  return null;
end
$$;
create trigger keeps_sales_insert after insert on charges referencing new table as new_rows
  for each statement execute function keep_sales_on_insert();
create trigger keeps_sales_delete after delete on charges referencing old table as old_rows
  for each statement execute function keep_sales_on_delete();

/* A sale that moves to another day, program or currency takes what payouts hold of it along, and its refunds. */
create function keep_sales_of_charge() returns trigger language plpgsql as $$
declare
  paid bigint := 0;
begin
  if (old.program_id, old.currency, old.created_at) is distinct from (new.program_id, new.currency, new.created_at) then
    paid := coalesce((select sum(l.amount - l.refunded) from public.charge_lines l
      where l.charge_id = new.id and l.payout_id is not null), 0);
  end if;
  insert into public.sale_changes (program_id, currency, day, sales, sold, refunded, paid_out)
  select s.program_id, s.currency, s.day, sum(s.sign), sum(s.sign * s.amount), sum(s.sign * s.refunded), sum(s.sign * paid)
  from (values
    (1, new.program_id, new.currency, public.day_of(new.created_at), new.amount, new.refunded),
    (-1, old.program_id, old.currency, public.day_of(old.created_at), old.amount, old.refunded)
  ) s (sign, program_id, currency, day, amount, refunded)
  group by 2, 3, 1
  having sum(s.sign) <> 0 or sum(s.sign * s.amount) <> 0 or sum(s.sign * s.refunded) <> 0;
  if (old.program_id, old.currency) is distinct from (new.program_id, new.currency) then
    insert into public.sale_changes (program_id, currency, day, refunds, returned)
    select s.program_id, s.currency, public.day_of(r.succeeded_at), sum(s.sign), sum(s.sign * r.amount)
    from public.refunds r
    cross join (values (1, new.program_id, new.currency), (-1, old.program_id, old.currency)) s (sign, program_id, currency)
    where r.charge_id = new.id and r.state = 'succeeded'
    group by 1, 2, 3;
  end if;
  return null;
end
$$;
create trigger keeps_sales after update on charges for each row
  when (old.amount <> new.amount or old.refunded <> new.refunded or old.created_at <> new.created_at
    or old.currency <> new.currency or old.program_id is distinct from new.program_id)
  execute function keep_sales_of_charge();

-- ---------------------------------------------------------------- lines that payouts hold

/*
 * A charge that another transaction may move is locked already: by `keep_balances_on_update`, whose trigger comes before this
 * one, where its lines become paid or open, and by whoever changes what is left of a paid line, or the lines would not add up.
 */
create function keep_sales_of_paid_lines() returns trigger language plpgsql as $$
begin
  insert into public.sale_changes (program_id, currency, day, paid_out)
  select c.program_id, c.currency, public.day_of(c.created_at), sum(s.sign * (s.amount - s.refunded))
  from (
    select 1 as sign, n.charge_id, n.amount, n.refunded from new_rows n where n.payout_id is not null
    union all
    select -1, o.charge_id, o.amount, o.refunded from old_rows o where o.payout_id is not null
  ) s join public.charges c on c.id = s.charge_id
  group by 1, 2, 3
  having sum(s.sign * (s.amount - s.refunded)) <> 0;
  return null;
end
$$;
create trigger keeps_sales_update after update on charge_lines referencing old table as old_rows new table as new_rows
  for each statement execute function keep_sales_of_paid_lines();

/* Lines are made open, and what a payout holds is not deleted, but with an import that is taken back. */
create function keep_sales_of_paid_line() returns trigger language plpgsql as $$
begin
  insert into public.sale_changes (program_id, currency, day, paid_out)
  select c.program_id, c.currency, public.day_of(c.created_at), new.amount - new.refunded
  from public.charges c where c.id = new.charge_id;
  return null;
end
$$;
create function keep_sales_on_line_delete() returns trigger language plpgsql as $$
begin
  insert into public.sale_changes (program_id, currency, day, paid_out)
  select c.program_id, c.currency, public.day_of(c.created_at), -sum(o.amount - o.refunded)
  from old_rows o join public.charges c on c.id = o.charge_id where o.payout_id is not null
  group by 1, 2, 3;
  return null;
end
$$;
create trigger keeps_sales_insert after insert on charge_lines for each row when (new.payout_id is not null)
  execute function keep_sales_of_paid_line();
create trigger keeps_sales_delete after delete on charge_lines referencing old table as old_rows
  for each statement execute function keep_sales_on_line_delete();

/* Those who delete charges and their lines in one statement take them out first: the lines cannot ask their charges then. */
create or replace function take_out_of_balances(charge_ids integer[]) returns void language sql
security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.payee_balances (payee, currency, scope_program_id, class_id, parts, held, override, lines, amount)
  select coalesce(l.user_id * 2, l.program_id * 2 + 1, 0), c.currency, l.scope_program_id, c.class_id,
    array(select p.class_id from public.charge_parts p where p.charge_id = c.id order by p.class_id),
    c.held is not null or c.disputed_at is not null, l.override, -count(*), -sum(l.amount - l.refunded)
  from public.charges c join public.charge_lines l on l.charge_id = c.id and l.payout_id is null and l.amount > l.refunded
  where c.id = any (charge_ids)
  group by 1, 2, 3, 4, 5, 6, 7;
  insert into public.sale_changes (program_id, currency, day, paid_out)
  select c.program_id, c.currency, public.day_of(c.created_at), -sum(l.amount - l.refunded)
  from public.charges c join public.charge_lines l on l.charge_id = c.id and l.payout_id is not null
  where c.id = any (charge_ids)
  group by 1, 2, 3
$$;

-- ---------------------------------------------------------------- refunds

/* What a refund that has succeeded comes to, on its own day. */
create function keep_sales_of_refund() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    if old.state = 'succeeded' then
      insert into public.sale_changes (program_id, currency, day, refunds, returned)
      select c.program_id, c.currency, public.day_of(old.succeeded_at), -1, -old.amount
      from public.charges c where c.id = old.charge_id;
    end if;
  end if;
  if tg_op <> 'DELETE' then
    if new.state = 'succeeded' then
      insert into public.sale_changes (program_id, currency, day, refunds, returned)
      select c.program_id, c.currency, public.day_of(new.succeeded_at), 1, new.amount
      from public.charges c where c.id = new.charge_id;
    end if;
  end if;
  return null;
end
$$;
create trigger keeps_sales_insert after insert on refunds for each row when (new.state = 'succeeded')
  execute function keep_sales_of_refund();
create trigger keeps_sales_update after update on refunds for each row
  when ((old.state = 'succeeded') <> (new.state = 'succeeded') or old.amount <> new.amount or old.charge_id <> new.charge_id
    or old.succeeded_at is distinct from new.succeeded_at)
  execute function keep_sales_of_refund();
create trigger keeps_sales_delete after delete on refunds for each row when (old.state = 'succeeded')
  execute function keep_sales_of_refund();

call make_definer('keep_sales_on_insert()');
call make_definer('keep_sales_on_delete()');
call make_definer('keep_sales_of_charge()');
call make_definer('keep_sales_of_paid_lines()');
call make_definer('keep_sales_of_paid_line()');
call make_definer('keep_sales_on_line_delete()');
call make_definer('keep_sales_of_refund()');
revoke execute on function keep_sales_on_insert() from provost_global, provost_scoped;
revoke execute on function keep_sales_on_delete() from provost_global, provost_scoped;
revoke execute on function keep_sales_of_charge() from provost_global, provost_scoped;
revoke execute on function keep_sales_of_paid_lines() from provost_global, provost_scoped;
revoke execute on function keep_sales_of_paid_line() from provost_global, provost_scoped;
revoke execute on function keep_sales_on_line_delete() from provost_global, provost_scoped;
revoke execute on function keep_sales_of_refund() from provost_global, provost_scoped;

-- ---------------------------------------------------------------- folding, and summing anew

/* Folds at most so many of the oldest rows, and answers how many. Two would wait for each other: the second does nothing. */
create function fold_sale_changes(most integer) returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold sale changes', 0)) then return 0; end if;
  with gone as (
    delete from public.sale_changes c where c.id in (select o.id from public.sale_changes o order by o.id limit most)
    returning c.*
  ), kept as (
    insert into public.sale_sums as s (span, program_id, currency, day, sales, sold, refunded, paid_out, refunds, returned)
    select d.span, g.program_id, g.currency, d.day, sum(g.sales), sum(g.sold), sum(g.refunded), sum(g.paid_out),
      sum(g.refunds), sum(g.returned)
    from gone g cross join lateral (
      values ('day', g.day), ('month', date_trunc('month', g.day::timestamp)::date)
    ) d (span, day)
    group by 1, 2, 3, 4
    on conflict on constraint sale_sums_key do update set sales = s.sales + excluded.sales, sold = s.sold + excluded.sold,
      refunded = s.refunded + excluded.refunded, paid_out = s.paid_out + excluded.paid_out,
      refunds = s.refunds + excluded.refunds, returned = s.returned + excluded.returned
  )
  select count(*) into folded from gone;
  return folded;
end
$$;
call make_definer('fold_sale_changes(integer)');
revoke execute on function fold_sale_changes(integer) from provost_scoped;

/* For who has written past the triggers: the owner of the database alone. Whoever changes charges waits. */
create function sum_sales() returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table sale_changes, sale_sums in share row exclusive mode;
  delete from sale_changes;
  delete from sale_sums;
  insert into sale_sums (span, program_id, currency, day, sales, sold, refunded, paid_out, refunds, returned)
  select d.span, s.program_id, s.currency, d.day, sum(s.sales), sum(s.sold), sum(s.refunded), coalesce(sum(s.paid_out), 0),
    sum(s.refunds), sum(s.returned)
  from (
    select c.program_id, c.currency, day_of(c.created_at) as day, count(*) as sales, sum(c.amount) as sold,
      sum(c.refunded) as refunded, sum(l.paid_out) as paid_out, 0 as refunds, 0 as returned
    from charges c left join (
      select p.charge_id, sum(p.amount - p.refunded) as paid_out from charge_lines p where p.payout_id is not null group by 1
    ) l on l.charge_id = c.id
    group by 1, 2, 3
    union all
    select c.program_id, c.currency, day_of(r.succeeded_at), 0, 0, 0, 0, count(*), sum(r.amount)
    from refunds r join charges c on c.id = r.charge_id where r.state = 'succeeded'
    group by 1, 2, 3
  ) s cross join lateral (
    values ('day', s.day), ('month', date_trunc('month', s.day::timestamp)::date)
  ) d (span, day)
  -- So that what is read together lies together.
  group by 1, 2, 3, 4 order by 1, 4, 2;
end
$$;
revoke all on function sum_sales() from public;
select sum_sales();

/* The owner alone empties these: what is left is summed. */
create function sum_sales_anew() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform sum_sales();
  return null;
end
$$;
revoke all on function sum_sales_anew() from public;
create trigger keeps_sales_truncate after truncate on charges for each statement execute function sum_sales_anew();
create trigger keeps_sales_truncate after truncate on charge_lines for each statement execute function sum_sales_anew();
create trigger keeps_sales_truncate after truncate on refunds for each statement execute function sum_sales_anew();
