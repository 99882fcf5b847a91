-- Sales that sites tell: where each came from, when it was recorded, and on whose site it was sold.
alter table charges
  add column source text not null default 'hand' constraint charges_source check (source in ('hand', 'site', 'stripe', 'import')),
  -- When it was recorded; created_at is when it was.
  add column recorded_at timestamptz(3),
  add column site_program_id integer references programs (id),
  add constraint charges_site check (source <> 'site' or site_program_id is not null);
update charges set recorded_at = created_at;
alter table charges alter column recorded_at set default provost_now(), alter column recorded_at set not null;
-- A payment is booked once, whoever tells it and whatever provider they say it is of.
drop index charges_provider;
create unique index charges_provider_ref on charges (provider_charge) where provider_charge is not null;
create index charges_site_program on charges (site_program_id, id) where site_program_id is not null;
alter table class_users
  add column source text not null default 'hand'
    constraint class_users_source check (source in ('hand', 'site', 'stripe', 'import'));

-- Classes that the site sells or has sold, those within its bundles, and those at home in its program.
create function site_classes() returns setof integer language plpgsql stable as $$
begin
  return query
    with recursive sold (id) as (
      select l.class_id from public.class_programs l where l.program_id = public.provost_site()
      union
      select c.id from public.classes c where c.program_id = public.provost_site()
      union
      select b.class_id from sold s join public.bundle_classes b on b.bundle_id = s.id
    )
    select s.id from sold s;
end
$$;
call make_definer('site_classes()');
grant execute on function site_classes() to provost_site;
revoke execute on function site_classes() from provost_global, provost_scoped;

-- Whose rows divide a sale of the site: its program, its classes, their instructors and the programs of those.
create function site_splits() returns table (level smallint, owner_id integer) language plpgsql stable as $$
begin
  return query
    with sold as (
      select c.id, c.instructor_id, u.program_id
      from public.classes c left join public.site_users u on u.id = c.instructor_id
      where c.id in (select public.site_classes())
    )
    select 1::smallint, public.provost_site()
    union select 1::smallint, s.program_id from sold s
    union select 2::smallint, s.instructor_id from sold s
    union select 3::smallint, s.id from sold s;
end
$$;
call make_definer('site_splits()');
grant execute on function site_splits() to provost_site;
grant execute on function site_classes() to provost_definer;
revoke execute on function site_splits() from provost_global, provost_scoped;

-- Of these classes, those that can be bought on the site of a program now, and to whose program each belongs.
create function sold_on(site integer, classes integer[])
  returns table (class_id integer, class_name text, is_bundle boolean, instructor_id integer, home integer)
  language plpgsql stable as $$
begin
  return query
    select c.id, c.class_name, c.is_bundle, c.instructor_id, u.program_id
    from public.classes c
    join public.class_programs l on l.class_id = c.id and l.program_id = site and l.active = 1
    left join public.site_users u on u.id = c.instructor_id
    where c.id = any (classes) and c.del_flag = 0;
end
$$;
call make_definer('sold_on(integer, integer[])');
revoke execute on function sold_on(integer, integer[]) from provost_scoped;

create function sold_here(classes integer[])
  returns table (class_id integer, class_name text, is_bundle boolean, instructor_id integer, home integer)
  language plpgsql stable as $$
begin
  return query select * from public.sold_on(public.provost_site(), classes);
end
$$;
call make_definer('sold_here(integer[])');
grant execute on function sold_here(integer[]) to provost_site;
revoke execute on function sold_here(integer[]) from provost_global, provost_scoped;

grant select on classes, class_programs, bundle_classes, charges, site_users to provost_definer;

call open_to_sites('bundle_classes', 'bundle_id in (select site_classes())');
call open_to_sites('charges', 'site_program_id = (select provost_site()) or program_id = (select provost_site())');
grant insert (id, created_at, class_id, instructor_id, program_id, student_id, amount, currency, charge_type, code,
  description, discount_percent, discount_amount, provider, provider_charge, source, site_program_id)
  on charges to provost_site;
grant update (held, split_rows) on charges to provost_site;
grant usage on sequence charges_id_seq to provost_site;
-- What a site sells bears its program, and is a class of its own.
create policy site_sales on charges as restrictive for insert to provost_site
  with check (source = 'site' and site_program_id = (select provost_site()) and class_id in (select site_classes()));
call open_to_sites('charge_lines', 'exists (select from charges c where c.id = charge_id)');
grant insert (charge_id, scope_program_id, type, row_id, commission, user_id, program_id, divided, divided_by, rounding,
  kept, amount, refunded, split_at), delete on charge_lines to provost_site;
grant update (row_id, commission, divided, divided_by, rounding, kept, amount, split_at) on charge_lines to provost_site;
call open_to_sites('charge_parts', 'exists (select from charges c where c.id = charge_id)');
-- A sale is divided by the rows of whoever has a share in it, of other programs too; no answer tells those.
call open_to_sites('commission_rows', 'level = 0 or (level, owner_id) in (select * from site_splits())');
revoke select on commission_rows from provost_site;
grant select (id, level, owner_id, program_id, type, commission, referrer_id, code_key, created_at, replaced_at)
  on commission_rows to provost_site;
call open_to_sites('class_users',
  'class_id in (select site_classes()) and exists (select from site_users u where u.id = user_id)');
grant insert (class_id, user_id, dateadded, charge_id, source) on class_users to provost_site;
