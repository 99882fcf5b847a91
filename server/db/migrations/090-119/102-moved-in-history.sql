-- History that is moved in from elsewhere: told as by the site of a program, without a key of it.
alter table site_facts alter column key_id drop not null;
drop policy site on audit_entries;
create policy site on audit_entries for insert to provost_site
  with check (admin_id is null and (site_key_id is null or is_own_site_key(site_key_id)));

-- Of these classes, those that the site sells or has ever sold, deleted ones too, and those at home in its program.
create function once_sold_here(classes integer[])
  returns table (class_id integer, class_name text, is_bundle boolean, instructor_id integer, home integer)
  language plpgsql stable as $$
begin
  return query
    select c.id, c.class_name, c.is_bundle, c.instructor_id, u.program_id
    from public.classes c left join public.site_users u on u.id = c.instructor_id
    where c.id = any (classes) and c.id in (select public.site_classes());
end
$$;
call make_definer('once_sold_here(integer[])');
grant execute on function once_sold_here(integer[]) to provost_site;
revoke execute on function once_sold_here(integer[]) from provost_global, provost_scoped;

drop policy site_sales on charges;
create policy site_sales on charges as restrictive for insert to provost_site
  with check (source in ('site', 'import') and site_program_id = (select provost_site()) and case
    when class_id is not null then class_id in (select site_classes())
    else program_id = (select provost_site()) and (event_id is null or event_id in (select site_events())) end);
alter table charges drop constraint charges_site,
  add constraint charges_site check (source not in ('site', 'import') or site_program_id is not null);

-- What payees were paid before Provost: a payout that no batch made and no bank was sent, one a payee, currency and day.
alter table payouts drop constraint payouts_method_check,
  add constraint payouts_method_check check (method in ('alipay', 'bank_deposit', 'direct', 'paypal', 'unionpay', 'venmo',
    'none', 'elsewhere')),
  drop constraint payouts_paid,
  add constraint payouts_paid check ((paid_at is null) = (paid_by_admin is null and method <> 'elsewhere')
    and (paid_at is not null or state <> 'paid')),
  add constraint payouts_elsewhere check (method <> 'elsewhere'
    or batch_id is null and kind = 'sales' and state = 'paid' and paid_by_admin is null and amount > 0);
create unique index payouts_elsewhere_day
  on payouts (coalesce(user_id * 2, program_id * 2 + 1, 0), currency, paid_at) where method = 'elsewhere';

create or replace function keep_payout() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE'
    or (old.user_id, old.program_id, old.currency, old.kind, old.batch_id, old.method, old.name, old.scope_program_id,
        old.created_at)
      is distinct from (new.user_id, new.program_id, new.currency, new.kind, new.batch_id, new.method, new.name,
        new.scope_program_id, new.created_at)
    -- More of what a day was settled for comes with each part of a file.
    or (old.amount, old.lines) is distinct from (new.amount, new.lines)
      and not (old.method = 'elsewhere' and new.amount >= old.amount and new.lines >= old.lines)
    or old.state <> new.state and not (old.state, new.state) in (('proposed', 'made'), ('proposed', 'cancelled'),
      ('made', 'paid'), ('made', 'returned'), ('paid', 'returned'))
  then
    raise exception 'payout % stays what it is', old.id
      using errcode = 'check_violation', constraint = 'payouts_one_way';
  end if;
  return new;
end
$$;

create or replace function check_payout() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  payout payouts;
  lines record;
  beside numeric;
  part numeric;
begin
  -- As it is at the end: one that grew twice in a transaction is asked of twice.
  select * into payout from payouts p where p.id = new.id;
  if payout.id is null or payout.batch_id is null and payout.method <> 'elsewhere' then return null; end if;
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
grant select on payout_adjustments to provost_definer;
drop trigger payouts_sum on payouts;
create constraint trigger payouts_sum after insert or update of state, amount, lines on payouts
  deferrable initially deferred for each row execute function check_payout();

/*
 * Settles what is open of the lines of these sales, which the site has moved in: each payee's of a currency and a day are
 * one payout of the method `elsewhere`. Answers the sales that cannot be, as they are held and have no lines.
 */
create function settle_elsewhere(settled jsonb) returns setof integer language plpgsql as $$
begin
  with line as (
    select l.id, l.user_id, l.program_id, l.amount - l.refunded as amount, c.currency, s.paid_out_at
    from jsonb_to_recordset(settled) as s (charge_id integer, paid_out_at timestamptz)
    join public.charges c on c.id = s.charge_id and c.source = 'import' and c.site_program_id = public.provost_site()
    join public.charge_lines l on l.charge_id = c.id and l.payout_id is null and l.amount > l.refunded
  ), payout as (
    insert into public.payouts as p (user_id, program_id, scope_program_id, currency, amount, name, method, lines, state,
      created_at, paid_at)
    select l.user_id, l.program_id, coalesce(l.program_id, u.program_id), l.currency, sum(l.amount),
      coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), g.program_display_name, ''), 'elsewhere', count(*),
      'paid', l.paid_out_at, l.paid_out_at
    from line l
    left join public.site_users u on u.id = l.user_id
    left join public.programs g on g.id = l.program_id
    group by l.user_id, l.program_id, l.currency, l.paid_out_at, u.id, g.id
    order by l.user_id, l.program_id, l.currency, l.paid_out_at
    on conflict (coalesce(user_id * 2, program_id * 2 + 1, 0), currency, paid_at) where method = 'elsewhere'
    do update set amount = p.amount + excluded.amount, lines = p.lines + excluded.lines
    returning p.id, p.user_id, p.program_id, p.currency, p.paid_at
  )
  update public.charge_lines l set payout_id = p.id, paid = n.amount
  from line n
  join payout p on p.user_id is not distinct from n.user_id and p.program_id is not distinct from n.program_id
    and p.currency = n.currency and p.paid_at = n.paid_out_at
  where l.id = n.id;
  return query
    select c.id from jsonb_to_recordset(settled) as s (charge_id integer)
    join public.charges c on c.id = s.charge_id and c.held is not null;
end
$$;
call make_definer('settle_elsewhere(jsonb)');
grant insert, update (amount, lines) on payouts to provost_definer;
grant update (payout_id, paid) on charge_lines to provost_definer;
create policy definers_insert on payouts for insert to provost_definer with check (method = 'elsewhere');
create policy definers_update on payouts for update to provost_definer using (method = 'elsewhere');
create policy definers_update on charge_lines for update to provost_definer using (true);
grant execute on function settle_elsewhere(jsonb) to provost_site;
revoke execute on function settle_elsewhere(jsonb) from provost_global, provost_scoped;
