-- The walls of a noun that programs show, in one call: what a program shows it reads, what is at home there it writes.

create procedure guard_shown(shown regclass, links regclass, texts regclass, owner name) language plpgsql
  set search_path = pg_catalog, public, pg_temp as $procedure$
declare
  own text := 'program_id = (select provost_scope())';
  at_home text := format('exists (select from %s h where h.id = %I and h.%s)', shown, owner, own);
begin
  execute format($definer$create function public.lent_%1$s() returns setof integer language plpgsql stable as $$
begin
  return query select p.%2$I from public.%3$s p where p.program_id = public.provost_scope();
end
$$$definer$, shown, owner, links);
  call make_definer(format('public.lent_%s()', shown)::regprocedure);
  execute format('grant select on %s to provost_definer', links);
  execute format('grant select, insert, update, delete on %s, %s, %s to provost_global, provost_scoped', shown, links, texts);
  execute format('grant usage, select on sequence %s to provost_global, provost_scoped',
    pg_get_serial_sequence(shown::text, 'id'));
  call guard(shown, format('%s or id in (select lent_%s())', own, shown), own);
  call guard(links, format('%s or %s', own, at_home), format('%s and %s', own, at_home));
  call guard(texts, format('exists (select from %s h where h.id = %I)', shown, owner), at_home);
  call guard_names(shown);
end
$procedure$;
revoke all on procedure guard_shown(regclass, regclass, regclass, name) from public;
