-- Copies of a person's words and names (docs/decisions/219): references of sites that say an address, reasons that were
-- copied, texts at their longest.

-- ---------------------------------------------------------------- references that named an erased person

-- By what is left of a reference a site is known that tells of the person, or of a fact of theirs, again.
create table erased_references (
  program_id integer not null references programs (id),
  -- A kind of facts, 'user', 'session', 'class', or 'payment' of what a provider calls a payment.
  kind text not null,
  reference text not null check (reference like 'erased-%'),
  primary key (program_id, kind, reference)
);
revoke all on erased_references from provost_global, provost_scoped, provost_site;
grant select, insert on erased_references to provost_definer;
call columns_say_nothing('is a hash, or one of a few words', '{erased_references.kind,erased_references.reference}');

create function erased_reference(said text) returns text language sql immutable
  return 'erased-' || left(encode(sha256(convert_to(said, 'UTF8')), 'hex'), 40);

create function erase_reference(program integer, kind text, said text) returns text language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if said ~ '^erased-[0-9a-f]{40}$' then
    return said;
  end if;
  insert into public.erased_references (program_id, kind, reference)
    select p.id, erase_reference.kind, public.erased_reference(said) from public.programs p where p.id = program
    on conflict do nothing;
  return public.erased_reference(said);
end
$$;
revoke execute on function erased_reference(text), erase_reference(integer, text, text) from public;
grant execute on function erased_reference(text), erase_reference(integer, text, text) to provost_definer;

-- Those of the references that stood for an erased person; a site asks of its own program alone.
create function references_erased(program integer, of_kind text, said text[]) returns setof text language plpgsql stable as $$
begin
  return query select s.reference from unnest(said) s (reference)
    where (public.provost_site() = program or pg_has_role(session_user, 'provost_global', 'member'))
      -- What looks like one of ours would meet it when somebody is erased.
      and (s.reference like 'erased-%' or exists (select from public.erased_references e
        where e.program_id = program and e.kind = of_kind and e.reference = public.erased_reference(s.reference)));
end
$$;
call make_definer('references_erased(integer, text, text[])');
revoke execute on function references_erased(integer, text, text[]) from provost_scoped;
grant execute on function references_erased(integer, text, text[]) to provost_site;

-- ---------------------------------------------------------------- declared anew

-- Characters that the column holds at most.
alter table personal_columns add column most integer check (most is null or most > 0 and rule = 'named');

delete from personal_columns where (of_table || '.' || of_column) = any ('{site_facts.reference,site_facts.body,
  site_import_rows.reference,unmatched_payments.reference,unmatched_payments.user_reference,unmatched_payments.provider_ref,
  charges.provider_charge,charges.description,class_sessions.external_id,classes.external_id,saved_views.name,refunds.reason,
  refunds.failure,uploads.original_file,lilt_entries.reason,payout_releases.reason,payouts.reason}'::text[]);

call column_becomes('site_facts', 'reference', 'public.erase_reference(t.program_id, t.kind, t.reference)', 't.reference ~* $5');
call column_becomes('site_facts', 'body', 'case when t.kind = ''refund_request'' and t.body ->> ''user_id'' = $1::text
  then public.without_person(t.body || ''{"reason": ""}'', $2, $3, $4, $1) else public.without_person(t.body, $2, $3, $4, $1) end',
  't.kind = ''refund_request'' and t.body ->> ''user_id'' = $1::text or t.body::text ~* $5');
call column_becomes('site_import_rows', 'reference', '(select public.erase_reference(i.program_id, left(i.kind, -1), t.reference)
  from public.imports i where i.id = t.import_id)', 't.reference ~* $5');
call column_becomes('unmatched_payments', 'reference', 'public.erase_reference(t.program_id, ''charge'', t.reference)',
  't.reference ~* $5');
call column_becomes('unmatched_payments', 'user_reference', 'public.erase_reference(t.program_id, ''user'', t.user_reference)',
  't.user_reference ~* $5');
call column_becomes('unmatched_payments', 'provider_ref', 'public.erase_reference(t.program_id, ''payment'', t.provider_ref)',
  't.provider_ref ~* $5');
call column_becomes('charges', 'provider_charge',
  'public.erase_reference(coalesce(t.site_program_id, t.program_id), ''payment'', t.provider_charge)', 't.provider_charge ~* $5');
call column_becomes('class_sessions', 'external_id', 'public.erase_reference(t.site_program_id, ''session'', t.external_id)',
  't.external_id ~* $5');
call column_becomes('classes', 'external_id', 'public.erase_reference(t.program_id, ''class'', t.external_id)',
  't.external_id ~* $5');
-- With the number, since no two views of an admin have one name.
call column_becomes('saved_views', 'name', 'btrim(left(public.without_person(t.name, $2, $3, $4, $1), 79 - length(t.id::text)))
  || '' '' || t.id', 't.name ~* $5');
call column_becomes('payouts', 'reason', 'left(public.without_person(t.reason, $2, $3, $4, $1), 1000)', 't.user_id = $1');
-- What they asked for in their own words goes with the copy of it.
call column_becomes('refunds', 'reason', 'case when exists (select from public.refund_requests q
    where q.refund_id = t.id and q.user_id = $1) then '''' else left(public.without_person(t.reason, $2, $3, $4, $1), 1000) end',
  't.reason ~* $5 or exists (select from public.refund_requests q where q.refund_id = t.id and q.user_id = $1)');
call column_becomes('uploads', 'original_file', 'case when exists (select from public.erasures e where e.user_id = $1
    and e.state = ''running'' and e.needles -> ''pictures'' @> to_jsonb(t.id))
  then public.erased_name($1) || coalesce(substring(t.original_file from ''\.[A-Za-z0-9]{1,5}$''), '''')
  else left(public.without_person(t.original_file, $2, $3, $4, $1), 255) end',
  't.original_file ~* $5 or exists (select from public.erasures e where e.user_id = $1 and e.state = ''running''
    and e.needles -> ''pictures'' @> to_jsonb(t.id))');
call columns_may_name('{charges.description,refunds.failure,payout_releases.reason}');
call columns_may_name('{lilt_entries.reason}', 't.kind <> ''reversal''');
update personal_columns set most = 1000 where of_table = 'payout_releases' and of_column = 'reason';

-- ---------------------------------------------------------------- the work

create or replace function erase_from(person integer, changed text) returns bigint language plpgsql as $$
declare
  named jsonb;
  addresses text;
  alone text;
  beside text;
  either text;
  part record;
  rows bigint;
  done bigint := 0;
begin
  select e.needles into named from public.erasures e where e.user_id = person and e.state = 'running';
  if named is null then
    raise insufficient_privilege using message = 'no erasure of this person is under way';
  end if;
  addresses := public.pattern_of(named -> 'addresses', '\w.+-', '[\w-]|\.\w');
  alone := public.pattern_of(named -> 'alone');
  beside := public.pattern_of(named -> 'beside');
  either := coalesce(concat_ws('|', addresses, alone), '');
  if either = '' then either := 'a^'; end if;
  for part in
    select p.rule, p.whose, string_agg(format('%I = %s', p.of_column, case p.rule when 'theirs' then p.becomes
        else format(case when p.most is null then '%s' else 'left(%s, ' || p.most || ')' end,
          format('public.without_person(t.%I, $2, $3, $4, $1)', p.of_column)) end), ', ') as sets,
      string_agg(case p.rule when 'theirs' then format('t.%I::text is distinct from (%s)::text', p.of_column, p.becomes)
        else format('t.%I::text ~* $5', p.of_column) end, ' or ') filter (where p.of_column <> 'updated_at') as due
    from public.personal_columns p where p.of_table = changed and p.rule in ('gone', 'theirs', 'named')
    group by p.rule, p.whose
  loop
    if part.rule = 'gone' then
      execute format('delete from public.%I t where %s', changed, part.whose)
        using person, addresses, alone, beside, either;
    else
      execute format('update public.%I t set %s where (%s) and (%s)', changed, part.sets, coalesce(part.whose, 'true'), part.due)
        using person, addresses, alone, beside, either;
    end if;
    get diagnostics rows = row_count;
    done := done + rows;
  end loop;
  return done;
end
$$;
call make_definer('erase_from(integer, text)');
revoke execute on function erase_from(integer, text) from provost_scoped;

-- A comment and a request are the person's own words, and the refund says those of the request.
create or replace function erase_from_audit(person integer, from_id bigint default 0, to_id bigint default 9223372036854775807)
  returns bigint language plpgsql as $$
declare
  named jsonb;
  addresses text;
  alone text;
  beside text;
  either text;
  own text[] := public.personal_names();
  done bigint;
begin
  select e.needles into named from public.erasures e where e.user_id = person and e.state = 'running';
  if named is null then
    raise insufficient_privilege using message = 'no erasure of this person is under way';
  end if;
  addresses := public.pattern_of(named -> 'addresses', '\w.+-', '[\w-]|\.\w');
  alone := public.pattern_of(named -> 'alone');
  beside := public.pattern_of(named -> 'beside');
  either := coalesce(nullif(concat_ws('|', addresses, alone), ''), 'a^');
  with found as (
    select e.id, e.before, e.after,
      case when e.entity = 'site_user' and e.entity_id = person::text
          or e.entity = 'upload' and named -> 'pictures' @> to_jsonb(array[case when e.entity_id ~ '^[0-9]{1,9}$' then e.entity_id::integer end])
        then own
        when e.entity in ('class_comment', 'refund_request') and person::text in (e.before ->> 'user_id', e.after ->> 'user_id')
          or e.entity in ('refund', 'refund_request') and exists (select from public.refund_requests q where q.user_id = person
            and e.entity_id = (case e.entity when 'refund' then q.refund_id else q.id end)::text)
        then '{message,reason}' end as of_theirs,
      e.entity = 'payout' and exists (select from public.payouts p where p.id::text = e.entity_id and p.user_id = person) as is_paid
    from public.audit_entries e where e.id between from_id and to_id
  ), erased as (
    select f.id, f.before, f.after,
      public.without_person(case when f.of_theirs is not null then public.blank_person(f.before, f.of_theirs, person) else f.before end,
        addresses, alone, beside, person) as before_now,
      public.without_person(case when f.of_theirs is not null then public.blank_person(f.after, f.of_theirs, person) else f.after end,
        addresses, alone, beside, person) as after_now
    from found f where f.of_theirs is not null or f.is_paid or f.before::text ~* either or f.after::text ~* either
  )
  select count(*) filter (where public.erase_audit_entry(d.id, d.before_now, d.after_now)) into done from erased d
  where (d.before_now, d.after_now) is distinct from (d.before, d.after);
  return done;
end
$$;
call make_definer('erase_from_audit(integer, bigint, bigint)');
revoke execute on function erase_from_audit(integer, bigint, bigint) from provost_scoped;
grant select on refund_requests, site_user_references to provost_definer;

-- The person's own names on sites, before they go.
create function keep_erased_names() returns trigger language plpgsql as $$
begin
  if exists (select from public.erasures e where e.user_id = old.user_id and e.state = 'running') then
    perform public.erase_reference(old.program_id, 'user', old.reference);
  end if;
  return old;
end
$$;
call make_definer('keep_erased_names()');
revoke execute on function keep_erased_names() from provost_global, provost_scoped;
create trigger site_user_references_erased before delete on site_user_references
  for each row execute function keep_erased_names();
