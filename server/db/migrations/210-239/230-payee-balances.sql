-- What is open of every payee, kept as sums (docs/decisions/222): rows are added by whoever changes a line, in the same
-- transaction and without a lock on what others add, and folded into one another later. Their sum is what counts, and is
-- exactly that of `open_lines`. What time, sessions and settings decide is decided by whoever reads.

create table payee_balances (
  id bigint generated always as identity primary key,
  -- As in open_lines: the site 0, user n 2n, program n 2n + 1.
  payee bigint not null,
  currency character(3) not null,
  scope_program_id integer,
  -- What was sold, and the classes of a bundle as they were sold: their sessions to come keep lines pending.
  class_id integer,
  parts integer[] not null,
  held boolean not null,
  override text check (override in ('1', '-1')),
  lines bigint not null,
  amount bigint not null
);
call guard('payee_balances', reads => 'scope_program_id = (select provost_scope())', writes => 'false');
grant select on payee_balances to provost_global, provost_scoped;
grant select, insert, delete on payee_balances to provost_definer;
create policy definers_insert on payee_balances for insert to provost_definer with check (true);
create policy definers_delete on payee_balances for delete to provost_definer using (true);
call columns_say_nothing('sums of amounts', '{payee_balances.currency,payee_balances.override,payee_balances.parts}');

-- ---------------------------------------------------------------- lines

/*
 * One function for each operation. A charge that another transaction may change is locked first: what it is counts twice,
 * here and in `keep_balances_of_charge`, and each must see the other. One that this transaction has written is its own.
 */
do $$
declare
  made record;
begin
  for made in
    select * from (values
      ('insert', 'select 1 as sign, n.* from new_rows n', 'new table as new_rows'),
      ('update', 'select 1 as sign, n.* from new_rows n union all select -1, o.* from old_rows o',
        'old table as old_rows new table as new_rows'),
      ('delete', 'select -1 as sign, o.* from old_rows o', 'old table as old_rows')
    ) m (act, states, sets)
  loop
    execute format($function$
      create function keep_balances_on_%1$s() returns trigger language plpgsql as $body$
      begin
        perform from public.charges c
        where c.id in (select s.charge_id from (%2$s) s where s.payout_id is null and s.amount > s.refunded)
          and c.xmin <> pg_current_xact_id()::xid
        order by c.id for share;
        insert into public.payee_balances (payee, currency, scope_program_id, class_id, parts, held, override, lines, amount)
        select coalesce(s.user_id * 2, s.program_id * 2 + 1, 0), c.currency, s.scope_program_id, c.class_id,
          array(select p.class_id from public.charge_parts p where p.charge_id = c.id order by p.class_id),
          c.held is not null or c.disputed_at is not null, s.override, sum(s.sign), sum(s.sign * (s.amount - s.refunded))
        from (%2$s) s join public.charges c on c.id = s.charge_id
        where s.payout_id is null and s.amount > s.refunded
        group by 1, 2, 3, 4, 5, 6, 7
        having sum(s.sign) <> 0 or sum(s.sign * (s.amount - s.refunded)) <> 0;
        return null;
      end
      $body$
    $function$, made.act, made.states);
    execute format('call make_definer(%L)', 'keep_balances_on_' || made.act || '()');
    execute format('revoke execute on function keep_balances_on_%s() from provost_global, provost_scoped', made.act);
    execute format('create trigger keeps_balances_%1$s after %1$s on charge_lines referencing %2$s
      for each statement execute function keep_balances_on_%1$s()', made.act, made.sets);
  end loop;
end
$$;

/* The owner alone empties the table. */
create function forget_balances() returns trigger language plpgsql as $$
begin
  lock table public.payee_balances in share row exclusive mode;
  delete from public.payee_balances;
  return null;
end
$$;
call make_definer('forget_balances()');
revoke execute on function forget_balances() from provost_global, provost_scoped;
create trigger keeps_balances_truncate after truncate on charge_lines for each statement execute function forget_balances();

-- ---------------------------------------------------------------- what the charges of lines are

/* Seldom, and of few charges at once: a dispute opens or ends, levels clash or are mended. */
create function keep_balances_of_charge() returns trigger language plpgsql as $$
begin
  insert into public.payee_balances (payee, currency, scope_program_id, class_id, parts, held, override, lines, amount)
  select coalesce(l.user_id * 2, l.program_id * 2 + 1, 0), s.currency, l.scope_program_id, s.class_id,
    array(select p.class_id from public.charge_parts p where p.charge_id = new.id order by p.class_id),
    s.held, l.override, sum(s.sign), sum(s.sign * (l.amount - l.refunded))
  from public.charge_lines l cross join (values
    (1, new.currency, new.class_id, new.held is not null or new.disputed_at is not null),
    (-1, old.currency, old.class_id, old.held is not null or old.disputed_at is not null)
  ) s (sign, currency, class_id, held)
  where l.charge_id = new.id and l.payout_id is null and l.amount > l.refunded
  group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end
$$;
call make_definer('keep_balances_of_charge()');
revoke execute on function keep_balances_of_charge() from provost_global, provost_scoped;
create trigger keeps_balances after update on charges for each row
  when ((old.held is null and old.disputed_at is null) <> (new.held is null and new.disputed_at is null)
    or old.class_id is distinct from new.class_id or old.currency <> new.currency)
  execute function keep_balances_of_charge();

/* The classes of a bundle come before its lines and go before them: then this finds nothing, or what is about to go. */
create function keep_balances_of_parts() returns trigger language plpgsql as $$
declare
  were_added boolean := tg_op = 'INSERT';
begin
  insert into public.payee_balances (payee, currency, scope_program_id, class_id, parts, held, override, lines, amount)
  select coalesce(l.user_id * 2, l.program_id * 2 + 1, 0), c.currency, l.scope_program_id, c.class_id, s.parts,
    c.held is not null or c.disputed_at is not null, l.override, sum(s.sign), sum(s.sign * (l.amount - l.refunded))
  from (select t.charge_id, array_agg(t.class_id) as changed from touched t group by t.charge_id) t
  join public.charges c on c.id = t.charge_id
  join public.charge_lines l on l.charge_id = c.id and l.payout_id is null and l.amount > l.refunded
  cross join lateral (
    select array(select p.class_id from public.charge_parts p where p.charge_id = c.id order by p.class_id) as now
  ) n
  cross join lateral (values
    (1, n.now),
    (-1, case when were_added then array(select p from unnest(n.now) p where p <> all (t.changed) order by p)
      else array(select p from unnest(n.now || t.changed) p order by p) end)
  ) s (sign, parts)
  group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end
$$;
call make_definer('keep_balances_of_parts()');
revoke execute on function keep_balances_of_parts() from provost_global, provost_scoped;
create trigger keeps_balances_insert after insert on charge_parts referencing new table as touched
  for each statement execute function keep_balances_of_parts();
create trigger keeps_balances_delete after delete on charge_parts referencing old table as touched
  for each statement execute function keep_balances_of_parts();

-- ---------------------------------------------------------------- sales that an import takes back

/* Takes the open lines of charges out, for who is to delete both in one statement: their lines cannot ask them any more. */
create function take_out_of_balances(charge_ids integer[]) returns void language sql as $$
  insert into public.payee_balances (payee, currency, scope_program_id, class_id, parts, held, override, lines, amount)
  select coalesce(l.user_id * 2, l.program_id * 2 + 1, 0), c.currency, l.scope_program_id, c.class_id,
    array(select p.class_id from public.charge_parts p where p.charge_id = c.id order by p.class_id),
    c.held is not null or c.disputed_at is not null, l.override, -count(*), -sum(l.amount - l.refunded)
  from public.charges c join public.charge_lines l on l.charge_id = c.id and l.payout_id is null and l.amount > l.refunded
  where c.id = any (charge_ids)
  group by 1, 2, 3, 4, 5, 6, 7
$$;
call make_definer('take_out_of_balances(integer[])');
revoke execute on function take_out_of_balances(integer[]) from provost_global, provost_scoped;

do $$
declare
  known text := pg_get_functiondef('take_back_sales(integer, integer[])'::regprocedure);
  told text := replace(known, '  -- In one statement, at whose end', e'  perform public.take_out_of_balances(ids);\n  -- In one statement, at whose end');
begin
  if told = known then raise exception 'take_back_sales is not what it was'; end if;
  execute told;
end
$$;

-- ---------------------------------------------------------------- folding, and summing anew

/* Makes one row of those that say the same, of at most so many sums, and answers how many rows fewer there are. */
create function fold_payee_balances(most integer) returns bigint language sql as $$
  with many as (
    select b.payee, b.currency, b.scope_program_id, b.class_id, b.parts, b.held, b.override
    from public.payee_balances b group by 1, 2, 3, 4, 5, 6, 7 having count(*) > 1 limit most
  ), gone as (
    delete from public.payee_balances b using many m
    where b.payee = m.payee and b.currency = m.currency and b.held = m.held and b.parts = m.parts
      and coalesce(b.scope_program_id, -1) = coalesce(m.scope_program_id, -1)
      and coalesce(b.class_id, -1) = coalesce(m.class_id, -1) and coalesce(b.override, '') = coalesce(m.override, '')
    returning b.*
  ), folded as (
    insert into public.payee_balances (payee, currency, scope_program_id, class_id, parts, held, override, lines, amount)
    select g.payee, g.currency, g.scope_program_id, g.class_id, g.parts, g.held, g.override, sum(g.lines), sum(g.amount)
    from gone g group by 1, 2, 3, 4, 5, 6, 7
    having sum(g.lines) <> 0 or sum(g.amount) <> 0
    returning 1
  )
  select (select count(*) from gone) - (select count(*) from folded)
$$;
call make_definer('fold_payee_balances(integer)');
revoke execute on function fold_payee_balances(integer) from provost_scoped;

/* For who has written lines past the triggers: the owner of the database alone. Whoever changes lines waits. */
create function sum_payee_balances() returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  lock table payee_balances in share row exclusive mode;
  delete from payee_balances;
  insert into payee_balances (payee, currency, scope_program_id, class_id, parts, held, override, lines, amount)
  select coalesce(l.user_id * 2, l.program_id * 2 + 1, 0), c.currency, l.scope_program_id, c.class_id,
    coalesce(b.parts, '{}'), c.held is not null or c.disputed_at is not null, l.override, count(*), sum(l.amount - l.refunded)
  from charge_lines l join charges c on c.id = l.charge_id
  left join (select p.charge_id, array_agg(p.class_id order by p.class_id) as parts from charge_parts p group by 1) b
    on b.charge_id = c.id
  where l.payout_id is null and l.amount > l.refunded
  group by 1, 2, 3, 4, 5, 6, 7;
end
$$;
revoke all on function sum_payee_balances() from public;
select sum_payee_balances();
