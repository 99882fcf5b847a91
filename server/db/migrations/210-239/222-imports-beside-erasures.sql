-- An import is not taken up between the beginning of an erasure and the end of its files: it would make the person anew from
-- a file that is about to go. It is due again in a moment. The beginning of an erasure holds the lock and looks whether one
-- runs; whoever takes one up is seen by it, or sees it.
create function imports_wait_for_erasures() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('imports beside erasures', 0));
  if exists (select from public.erasures e where e.state = 'running' and e.step = '') then
    return null;
  end if;
  return new;
end
$$;
call make_definer('imports_wait_for_erasures()');
revoke execute on function imports_wait_for_erasures() from provost_global, provost_scoped;
create trigger imports_wait_for_erasures before update of runner on imports for each row
  when (new.runner is not null and old.runner is distinct from new.runner) execute function imports_wait_for_erasures();
