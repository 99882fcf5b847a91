-- Kind: expand
-- A payment of Stripe has two names where it pays an invoice: the payment intent's and the invoice's. Both mean one sale,
-- whichever of them a site or an event tells, and in whichever order.
create table payment_invoices (
  invoice text primary key,
  provider_ref text not null,
  constraint payment_invoices_two_names check (invoice <> provider_ref)
);
create index payment_invoices_payment on payment_invoices (provider_ref);
revoke all on payment_invoices from provost_global, provost_scoped;
grant select, insert on payment_invoices to provost_global;
grant select on payment_invoices to provost_definer;
call columns_say_nothing('names of objects at the provider', '{payment_invoices.invoice,payment_invoices.provider_ref}');

-- Each payment by all its names, the one that was asked for among them.
create function payment_names(payments text[]) returns table (told text, name text) language plpgsql stable as $$
begin
  return query
    select t, t from unnest(payments) t
    union select i.invoice, i.provider_ref from public.payment_invoices i where i.invoice = any (payments)
    union select i.provider_ref, i.invoice from public.payment_invoices i where i.provider_ref = any (payments);
end
$$;
call make_definer('payment_names(text[])');
grant execute on function payment_names(text[]) to provost_site, provost_definer;
revoke execute on function payment_names(text[]) from provost_scoped;

-- As before, by any of its names; the answer has the one that was asked for.
create or replace function booked_payments(payments text[])
returns table (id integer, provider text, provider_charge text, source text, program_id integer, student_id integer, class_id integer, event_id integer, subscription text, amount bigint, currency text)
language plpgsql stable as $$
begin
  return query
    select c.id, c.provider, n.told, c.source, coalesce(c.site_program_id, c.program_id), c.student_id, c.class_id,
      c.event_id, c.subscription, c.amount, c.currency::text
    from public.payment_names(payments) n join public.charges c on c.provider_charge = n.name;
end
$$;
call make_definer('booked_payments(text[])');
revoke execute on function booked_payments(text[]) from provost_global, provost_scoped;

create or replace function waiting_payments(payments text[]) returns table (provider_ref text, program_id integer, reference text)
language plpgsql stable as $$
begin
  return query
    select n.told, p.program_id, p.reference
    from public.payment_names(payments) n join public.unmatched_payments p on p.provider_ref = n.name
    where p.reference is not null and p.state = 'open';
end
$$;
call make_definer('waiting_payments(text[])');
revoke execute on function waiting_payments(text[]) from provost_global, provost_scoped;

create or replace function settle_unmatched(charge_ids integer[]) returns void language plpgsql as $$
begin
  update public.unmatched_payments p
  set state = 'matched', charge_id = c.id, missing = '{}', updated_at = greatest(public.provost_now(), p.updated_at + interval '1 ms')
  from public.charges c
  cross join lateral public.payment_names(array[c.provider_charge]) n
  where c.id = any (charge_ids) and p.provider_ref = n.name and p.state = 'open' and p.reference is null
    and coalesce(public.provost_site(), c.site_program_id) is not distinct from c.site_program_id;
end
$$;
call make_definer('settle_unmatched(integer[])');
revoke execute on function settle_unmatched(integer[]) from provost_scoped;
