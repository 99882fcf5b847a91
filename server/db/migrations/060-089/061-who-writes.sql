-- For whom a transaction of the scoped role works, and in whose name it may write
-- (docs/decisions/095-the-scope-travels-with-the-transaction.md).

-- What a transaction says of itself is `program.admin.signature`. A transaction of the scoped role that says nothing is
-- refused: no rows would be an answer, and a wrong one.
create or replace function provost_scope() returns integer language plpgsql stable parallel safe as $$
declare
  said text := current_setting('provost.scope', true);
  named text := substring(said from '^\d+\.\d+');
  known bytea;
begin
  if said is null or said = '' then
    if pg_has_role(session_user, 'provost_scoped', 'usage') and not pg_has_role(session_user, 'provost_global', 'usage') then
      raise exception 'this transaction has not said whom it works for'
        using errcode = 'insufficient_privilege', hint = 'a pooler may have handed its connection on';
    end if;
    return null;
  end if;
  select k.key into known from public.scope_key k;
  if split_part(said, '.', 3) = encode(sha256(known || sha256(known || convert_to(named, 'UTF8'))), 'hex') then
    return split_part(named, '.', 1)::integer;
  end if;
  return null;
end
$$;
call make_definer('provost_scope()');

-- The admin in whose name the transaction may write; null where it is nobody's, or the platform's.
create function provost_admin() returns integer language plpgsql stable parallel safe as $$
begin
  if public.provost_scope() is null then
    return null;
  end if;
  return nullif(split_part(current_setting('provost.scope'), '.', 2)::integer, 0);
end
$$;
call make_definer('provost_admin()');
grant execute on function provost_scope() to provost_definer;
