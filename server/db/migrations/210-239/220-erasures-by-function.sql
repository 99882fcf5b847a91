-- An erasure begins by a function alone (docs/decisions/218): it checks what must hold, and no role of the server writes these
-- rows itself. Who was erased can be listed beforehand by the owner of the database alone, after a restore.
revoke insert, update on erasures from provost_global;
revoke insert on erased_people from provost_global;
-- How far the work is, which says nothing of what may be erased.
grant update (waits_for, step) on erasures to provost_global;
grant select, insert, update on erasures to provost_definer;
grant select, insert on erased_people to provost_definer;
grant select on admins, settings, imports, payouts, refund_requests, refunds, charges, programs, payment_settings, payee_changes,
  gift_purchases, record_versions, site_users to provost_definer;
grant insert on audit_entries to provost_definer;
create policy erasures_insert on audit_entries for insert to provost_definer with check (true);

-- ---------------------------------------------------------------- what must hold

-- Payouts that have not arrived, requests without a decision, refunds under way or owed, and imports that may be writing.
create function erasure_blockers(person integer) returns table (kind text, id bigint, about text) language plpgsql stable as $$
begin
  return query
    select 'payout', p.id::bigint, p.state from public.payouts p
      where p.user_id = person and p.state in ('proposed', 'made')
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

create function refuse_erasure(why text) returns void language plpgsql as $$
begin
  raise insufficient_privilege using message = why;
end
$$;

create function is_superadmin(admin integer) returns boolean language sql stable
  return exists (select from public.admins a where a.id = admin and a.deleted_at is null and 'superadmin' = any (a.permissions));

-- Listed, and by the moment of the account the same person: erased before a restore, or already.
create function is_listed_erased(person integer) returns boolean language sql stable
  return exists (select from public.site_users u join public.erased_people e on e.user_id = u.id and e.made_at = u.dateadded
    where u.id = person);
revoke execute on function refuse_erasure(text), is_superadmin(integer), is_listed_erased(integer) from public;
grant execute on function refuse_erasure(text), is_superadmin(integer), is_listed_erased(integer) to provost_definer;

-- ---------------------------------------------------------------- what names the person

create function documents_of_person(person integer) returns setof jsonb language plpgsql stable as $$
begin
  return query
    select to_jsonb(u) - '{program_id,search,name_search,email_key}'::text[] from public.site_users u where u.id = person
    union all select v.row from public.record_versions v where v.entity = 'site_user' and v.entity_id = person
    union all select jsonb_build_array(e.before, e.after) from public.audit_entries e
      where e.entity = 'site_user' and e.entity_id = person::text
    union all select to_jsonb(s) from public.payment_settings s where s.user_id = person
    union all select jsonb_build_object('name', p.name) from public.payouts p where p.user_id = person
    union all select jsonb_build_object('email', c.email_before) from public.payee_changes c where c.user_id = person
    union all select p.sent - 'product' from public.gift_purchases p where p.user_id = person;
end
$$;
call make_definer('documents_of_person(integer)');
revoke execute on function documents_of_person(integer) from provost_scoped;

create function in_web_address(said text, plain text) returns text language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  select string_agg(case when c ~ ('^[' || plain || ']$') then c
    else regexp_replace(upper(encode(convert_to(c, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end, '' order by place)
  from regexp_split_to_table(said, '') with ordinality t (c, place)
$$;

-- How a text stands in documents, pages, addresses of the web, and as others type it.
create function spellings_of(said text) returns setof text language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
  with typed as (
    select normalize(u.said, NFC) as said from unnest(array[said, translate(said, '’ʼ', ''''''), replace(said, '''', '’')]) u (said)
    union select normalize(u.said, NFD) from unnest(array[said, translate(said, '’ʼ', ''''''), replace(said, '''', '’')]) u (said)
  ), escaped as (
    select t.said, replace(replace(replace(replace(t.said, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;') as html from typed t
  )
  select s.spelled from escaped e cross join lateral (values (e.said), (e.html), (replace(e.html, '''', '&#39;')),
    (replace(e.html, '''', '&#x27;')), (replace(e.html, '''', '&#039;')), (replace(e.html, '''', '&apos;')),
    (replace(replace(replace(replace(e.said, '&', '&#38;'), '<', '&#60;'), '>', '&#62;'), '''', '&#39;')),
    (trim(both '"' from to_jsonb(e.said)::text)), (in_web_address(e.said, 'A-Za-z0-9_.!~*''()-')),
    (replace(in_web_address(e.said, 'A-Za-z0-9_.!~*''()-'), '%20', '+')), (replace(in_web_address(e.said, 'A-Za-z0-9_.*-'), '%20', '+')),
    (in_web_address(e.said, 'A-Za-z0-9_.~-'))) s (spelled) group by 1
$$;

/*
 * What is looked for, from what the server has collected: addresses and texts that somebody else has as well count beside
 * others alone, or not at all; nothing is shorter than a name.
 */
create function needles_of_person(person integer, said jsonb) returns jsonb language plpgsql stable as $$
declare
  shared jsonb;
begin
  select coalesce(jsonb_agg(t.said), '[]') into shared from jsonb_array_elements_text(said -> 'alone') t (said)
  where exists (select from public.site_users u where u.id <> person and u.email not like 'erased-%@erased.invalid'
    and (u.name_search = lower(t.said) or strpos(lower(u.lilt_delivery), lower(t.said)) > 0));
  return jsonb_build_object(
    'addresses', (select coalesce(jsonb_agg(distinct s.spelled), '[]')
      from jsonb_array_elements_text(said -> 'addresses') t (said), public.spellings_of(t.said) s (spelled)
      where length(t.said) >= 5
        and not exists (select from public.site_users u where u.id <> person and u.email_key = lower(btrim(t.said)))
        and not exists (select from public.admins a where a.email = lower(btrim(t.said)))
        and not exists (select from public.programs p where lower(p.support_email) = lower(btrim(t.said)))
        and not exists (select from public.payment_settings s where s.user_id <> person
          and lower(s.paypal_address) = lower(btrim(t.said)))),
    'alone', (select coalesce(jsonb_agg(distinct s.spelled), '[]')
      from jsonb_array_elements_text(said -> 'alone') t (said), public.spellings_of(t.said) s (spelled)
      where length(t.said) >= 5 and not shared ? t.said),
    'beside', (select coalesce(jsonb_agg(distinct s.spelled), '[]')
      from jsonb_array_elements_text((said -> 'beside') || shared) t (said), public.spellings_of(t.said) s (spelled)
      where length(t.said) >= 2),
    'pictures', said -> 'pictures');
end
$$;
revoke execute on function in_web_address(text, text), spellings_of(text), needles_of_person(integer, jsonb) from public;
grant execute on function in_web_address(text, text), spellings_of(text), needles_of_person(integer, jsonb) to provost_definer;

-- ---------------------------------------------------------------- requests, and their decision

-- Asked by a superadmin, by the person through their site, or by the list; answers the number of the request.
create function ask_erasure(person integer, by_admin integer, by_program integer default null) returns integer
  language plpgsql as $$
declare
  asked integer;
begin
  perform from public.site_users u where u.id = person and (by_program is null or u.program_id = by_program) for update;
  if not found then
    perform public.refuse_erasure('no such person to erase');
  end if;
  if not public.is_listed_erased(person) and ((by_admin is null) = (by_program is null)
    or by_admin is not null and not public.is_superadmin(by_admin))
  then
    perform public.refuse_erasure('superadmins and the person alone ask for an erasure');
  end if;
  insert into public.erasures (user_id, state, source, site_program_id, asked_by)
  values (person, 'proposed', case when by_program is not null then 'site' when public.is_listed_erased(person) then 'list'
    else 'hand' end, by_program, by_admin)
  returning id into asked;
  return asked;
end
$$;
call make_definer('ask_erasure(integer, integer, integer)');

-- What a site has asked for becomes the proposal of the superadmin who approves it first, where two are needed.
create function propose_erasure(erasure integer, by_admin integer) returns void language plpgsql as $$
begin
  update public.erasures e set asked_by = by_admin
  where e.id = erasure and e.state = 'proposed' and e.asked_by is null and public.is_superadmin(by_admin);
  if not found then
    perform public.refuse_erasure('a superadmin proposes what nobody has proposed');
  end if;
end
$$;
call make_definer('propose_erasure(integer, integer)');

create function reject_erasure(erasure integer, by_admin integer) returns void language plpgsql as $$
begin
  update public.erasures e set state = 'rejected', decided_at = public.provost_now(), decided_by = by_admin
  where e.id = erasure and e.state = 'proposed' and public.is_superadmin(by_admin);
  if not found then
    perform public.refuse_erasure('a superadmin rejects what waits');
  end if;
end
$$;
call make_definer('reject_erasure(integer, integer)');

/*
 * Begins: what names the person is noted, the pseudonym put in place, the person listed and the audit told, in one. Where
 * payouts need a second superadmin, so does this: another one than whoever asked, and one whose account is settled. A person
 * on the list was erased before, with all of that.
 */
create function begin_erasure(erasure integer, by_admin integer, named jsonb, from_address text, request text) returns void
  language plpgsql as $$
declare
  asked public.erasures;
  part text;
  listed boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('payouts', 0));
  perform pg_advisory_xact_lock(hashtextextended('imports beside erasures', 0));
  select e.* into asked from public.erasures e where e.id = erasure and e.state = 'proposed' for update;
  if not found then
    perform public.refuse_erasure('no erasure waits by this number');
  end if;
  perform from public.site_users u where u.id = asked.user_id for update;
  listed := public.is_listed_erased(asked.user_id);
  if not listed and not public.is_superadmin(by_admin) then
    perform public.refuse_erasure('a superadmin begins an erasure');
  end if;
  if not listed and (select (s.value #>> '{rules,payout_approval}')::boolean from public.settings s where s.name = 'money')
    and (asked.asked_by is null or asked.asked_by = by_admin
      or not exists (select from public.admins a where a.id = by_admin
        and public.is_settled(a.access_changed_at, asked.asked_at, public.provost_now())))
  then
    perform public.refuse_erasure('the erasure needs a second superadmin');
  end if;
  if exists (select from public.erasure_blockers(asked.user_id)) then
    raise check_violation using message = 'something has to be settled before this person is erased',
      constraint = 'erasures_settled';
  end if;
  update public.erasures e set state = 'running', decided_at = public.provost_now(), decided_by = by_admin,
    needles = public.needles_of_person(asked.user_id, named) where e.id = erasure;
  -- The person's own rows; their changes are noted by triggers, so the notes go last.
  foreach part in array '{payment_secrets,payment_settings,site_password_requests,site_password_resets,site_user_references,
    site_users,payee_changes}'::text[] loop
    perform public.erase_from(asked.user_id, part);
  end loop;
  insert into public.erased_people (user_id, made_at, erased_by)
    select u.id, u.dateadded, by_admin from public.site_users u where u.id = asked.user_id on conflict do nothing;
  insert into public.audit_entries (admin_id, address, request_id, entity, entity_id, action, program_id)
    select by_admin, nullif(from_address, ''), request, 'site_user', u.id::text, 'erase', coalesce(u.program_id, 0)
    from public.site_users u where u.id = asked.user_id;
end
$$;
call make_definer('begin_erasure(integer, integer, jsonb, text, text)');

create function end_erasure(erasure integer) returns void language plpgsql as $$
begin
  update public.erasures e set state = 'done', needles = null, waits_for = null, done_at = public.provost_now()
  where e.id = erasure and e.state = 'running';
end
$$;
call make_definer('end_erasure(integer)');
revoke execute on function ask_erasure(integer, integer, integer), propose_erasure(integer, integer),
  reject_erasure(integer, integer), begin_erasure(integer, integer, jsonb, text, text), end_erasure(integer) from provost_scoped;

-- A person who is listed and not erased yet, after a restore, is paid and changed as everybody.
create or replace function stay_erased() returns trigger language plpgsql as $$
declare
  person integer := coalesce(to_jsonb(new) ->> 'user_id', to_jsonb(new) ->> 'id')::integer;
begin
  if public.is_listed_erased(person)
    and exists (select from public.site_users u where u.id = person and u.email = public.erased_email(person))
  then
    raise exception 'person % was erased', person using errcode = 'check_violation', constraint = 'erased_people_stay';
  end if;
  return new;
end
$$;
call make_definer('stay_erased()');
revoke execute on function stay_erased() from provost_global, provost_scoped;
