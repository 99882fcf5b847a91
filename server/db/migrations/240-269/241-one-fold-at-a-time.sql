-- Kind: expand
-- Two that fold at once could each wait for rows that the other has taken: the second leaves it to the first.
create or replace function fold_payee_balances(most integer) returns bigint language plpgsql
security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  fewer bigint;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('fold payee balances', 0)) then return 0; end if;
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
  select (select count(*) from gone) - (select count(*) from folded) into fewer;
  return fewer;
end
$$;
