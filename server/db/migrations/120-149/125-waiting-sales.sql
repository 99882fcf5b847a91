-- Sales whose buyer a site names before it has told who that is: they wait beside the payments that name nothing to book
-- (docs/decisions/125-a-sale-may-come-before-its-buyer.md).
alter table unmatched_payments
  alter column provider_ref drop not null,
  add column source text not null default 'stripe' constraint unmatched_payments_source check (source in ('site', 'stripe')),
  -- The site's names for the sale and for its buyer, and the sale as it was checked.
  add column reference text,
  add column user_reference text,
  add column sale jsonb,
  add constraint unmatched_payments_told check ((source = 'site') = (reference is not null)
    and (reference is null) = (user_reference is null) and (reference is null) = (sale is null)
    and (reference is null or program_id is not null) and (reference is not null or provider_ref is not null)),
  drop constraint unmatched_payments_provider_provider_ref_key;
create unique index unmatched_payments_provider_ref on unmatched_payments (provider, provider_ref) where reference is null;
create unique index unmatched_payments_reference on unmatched_payments (program_id, reference) where reference is not null;
create index unmatched_payments_buyer on unmatched_payments (program_id, user_reference)
  where reference is not null and state = 'open';
create index unmatched_payments_waiting on unmatched_payments (provider_ref) where reference is not null and state = 'open';

call open_to_sites('unmatched_payments', 'program_id = (select provost_site()) and reference is not null');
grant insert (provider, provider_ref, amount, currency, paid_at, program_id, missing, source, reference, user_reference, sale),
  update (state, charge_id, missing, updated_at) on unmatched_payments to provost_site;
grant usage on sequence unmatched_payments_id_seq to provost_site;

-- Who waits for these payments: whichever site it is, nobody else may take them.
create function waiting_payments(payments text[]) returns table (provider_ref text, program_id integer, reference text)
  language plpgsql stable as $$
begin
  return query
    select p.provider_ref, p.program_id, p.reference from public.unmatched_payments p
    where p.provider_ref = any (payments) and p.reference is not null and p.state = 'open';
end
$$;
call make_definer('waiting_payments(text[])');
grant execute on function waiting_payments(text[]) to provost_site;
revoke execute on function waiting_payments(text[]) from provost_global, provost_scoped;

-- A sale that waits for its buyer is booked once that is known, and not before: it may be another one's payment.
create or replace function settle_unmatched(charge_ids integer[]) returns void language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.unmatched_payments p
  set state = 'matched', charge_id = c.id, missing = '{}', updated_at = greatest(public.provost_now(), p.updated_at + interval '1 ms')
  from public.charges c
  where c.id = any (charge_ids) and p.provider_ref = c.provider_charge and p.state = 'open' and p.reference is null
    and coalesce(public.provost_site(), c.site_program_id) is not distinct from c.site_program_id;
end
$$;
