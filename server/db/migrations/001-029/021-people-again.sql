-- What was there before an import wrote somebody, what is nothing to be seen, one way to write a code, and who has bought.

-- ---------------------------------------------------------------- undo

-- When somebody was last saved before the import wrote them: who puts them back puts back the mark of the import before.
alter table user_import_rows add column before_at timestamptz(3);

-- ---------------------------------------------------------------- blank texts

/* Whether nothing of a text can be seen: white space, controls, and what leaves no mark. core/blank.ts says the same. */
create function is_blank(given text) returns boolean language sql immutable parallel safe
  set search_path = pg_catalog, public, pg_temp as $$
  select given !~ '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
$$;

-- What stood before stays until it is saved.
alter table gift_categories add constraint gift_categories_name_seen check (not is_blank(name)) not valid;
alter table events add constraint events_name_seen check (not is_blank(name)) not valid;
alter table program_tags add constraint program_tags_name_seen check (not is_blank(name)) not valid;
alter table site_categories add constraint site_categories_name_seen check (not is_blank(category_name)) not valid;
alter table saved_views add constraint saved_views_name_seen check (not is_blank(name)) not valid;
alter table gift_products add constraint gift_products_name_seen check (not is_blank(name)) not valid;
alter table coupons add constraint coupons_name_seen check (not is_blank(coupon_name) and not is_blank(coupon_stripe_id)) not valid;

/* As before, but that what cannot be seen is no part of an address. */
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
    if not public.is_blank(kept ->> field) then
      known := known || field;
    end if;
  end loop;
  return known @> array['name', 'city', 'state', 'zip'] and known && array['street', 'address']
    and coalesce(lower(kept ->> 'country_id'), '') in ('us', 'ca');
exception when data_exception or statement_too_complex or program_limit_exceeded then
  return false;
end
$$;

alter table site_users alter column delivery_complete set expression as (delivery_is_complete(lilt_delivery));

-- ---------------------------------------------------------------- codes of tokens

-- A code is kept as it is composed. What another token shares that way, or somebody has redeemed, stays as it was written.
update lilt_tokens t set code = normalize(t.code, nfc)
where t.used = 0 and t.code is not nfc normalized and not exists (
  select from lilt_tokens o where o.id <> t.id and lower(normalize(o.code, nfc)) = lower(normalize(t.code, nfc)));
alter table lilt_tokens add constraint lilt_tokens_composed check (code is nfc normalized or used > 0) not valid;

-- ---------------------------------------------------------------- sales of a person

-- An undo asks of each person whom it would delete whether they have bought something.
create index charges_student on charges (student_id) where student_id is not null;
