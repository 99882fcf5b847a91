-- Whoever may see an order may see when it was fulfilled, and with which others of their own, whoever fulfilled it.
call guard('fulfilments',
  'program_id = (select provost_scope()) or exists (select from gift_purchases p where p.fulfilment_id = fulfilments.id)',
  'program_id = (select provost_scope())');

/*
 * What the database cannot hold as JSON, the code does not take for an address either (features/site-users/delivery.ts):
 * broken characters, a figure beyond a double, more than a hundred levels. White space is what trim() takes away.
 */
create or replace function delivery_is_complete(delivery text) returns boolean language plpgsql immutable parallel safe
  set search_path = pg_catalog, public, pg_temp as $$
declare
  kept jsonb;
  field text;
  known text[] := '{}';
begin
  if delivery !~ '^\s*\{' then
    return false;
  end if;
  kept := delivery::jsonb;
  if jsonb_path_exists(kept, 'strict $.**{100}')
    or jsonb_path_exists(kept, 'strict $.** ? (@.type() == "number"
      && (@ >= 1.797693134862315807937e308 || @ <= -1.797693134862315807937e308))')
  then
    return false;
  end if;
  foreach field in array array['name', 'street', 'address', 'city', 'state', 'zip', 'phone', 'notes', 'country', 'country_id'] loop
    if coalesce(jsonb_typeof(kept -> field), 'null') not in ('string', 'number', 'null') then
      return false;
    end if;
    if kept ->> field ~ '[^ \u0009-\u000d\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]' then
      known := known || field;
    end if;
  end loop;
  return known @> array['name', 'city', 'state', 'zip'] and known && array['street', 'address']
    and coalesce(lower(kept ->> 'country_id'), '') in ('us', 'ca');
exception when data_exception or statement_too_complex or program_limit_exceeded then
  return false;
end
$$;
update site_users set lilt_delivery = lilt_delivery where lilt_delivery <> '';
