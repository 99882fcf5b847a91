-- The rules of money as they hold, all of them off to begin with; amounts are minor units by currency.
insert into settings (name, value) values ('money', jsonb_build_object('updated_by', null,
  'updated_at', to_char(provost_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'rules', jsonb_build_object('refund_approval_above', jsonb_build_object(), 'payout_approval', false, 'hold_days', 0,
    'minimum', jsonb_build_object(), 'ach', null, 'sepa_debtor', null)));

-- The one rule that a program's staff is bound by: above it, in minor units, a refund becomes a request; null where there
-- is no limit.
create function refund_approval_above(of_currency text) returns bigint language sql stable as $$
  select (s.value -> 'rules' -> 'refund_approval_above' ->> of_currency)::bigint from public.settings s where s.name = 'money'
$$;
call make_definer('refund_approval_above(text)');
grant select on settings to provost_definer;
