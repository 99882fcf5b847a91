-- Conditions of a rule in groups, and groups that exclude; a rule of before has one group, all of whose conditions hold.

create function are_condition_groups(groups jsonb) returns boolean language sql immutable parallel safe
  set search_path = pg_catalog, public, pg_temp
  return jsonb_typeof(groups) = 'array' and jsonb_array_length(groups) <= 5 and not jsonb_path_exists(groups,
    '$[*] ? (!(@.match == "all" || @.match == "any") || !(@.items.type() == "array") || !(@.items.size() > 0))');

alter table email_rules
  -- How the conditions of `items` are joined, which are the first group.
  add column items_match text not null default 'all' check (items_match in ('all', 'any')),
  add column groups jsonb not null default '[]',
  -- How the groups are joined.
  add column groups_match text not null default 'all' check (groups_match in ('all', 'any')),
  -- Whoever meets one of these groups is not reached.
  add column exclude jsonb not null default '[]',
  add constraint email_rules_groups check (are_condition_groups(groups)),
  add constraint email_rules_exclude check (are_condition_groups(exclude));
grant insert (items_match, groups, groups_match, exclude), update (items_match, groups, groups_match, exclude)
  on email_rules to provost_scoped;

-- What is queued goes with any change of whom it reaches.
drop trigger email_rules_paused on email_rules;
create trigger email_rules_paused after update on email_rules for each row
  when ((old.active, old.program_id, old.subject, old.from_name, old.from_email, old.template, old.type, old.items,
      old.items_match, old.groups, old.groups_match, old.exclude, old.run_after, old.first_mails_at)
    is distinct from (new.active, new.program_id, new.subject, new.from_name, new.from_email, new.template, new.type,
      new.items, new.items_match, new.groups, new.groups_match, new.exclude, new.run_after, new.first_mails_at))
  execute function stop_queue();

-- The country of a delivery address as the site keeps it, in lower case: its code, or else its name. Null where the
-- address has none or cannot be read.
create function delivery_country(delivery text) returns text language plpgsql immutable parallel safe
  set search_path = pg_catalog, public, pg_temp as $$
declare
  kept jsonb;
begin
  if delivery !~ '^\s*\{' then
    return null;
  end if;
  kept := delivery::jsonb;
  return lower(coalesce(nullif(btrim(kept ->> 'country_id'), ''), nullif(btrim(kept ->> 'country'), '')));
exception when data_exception or statement_too_complex or program_limit_exceeded then
  return null;
end
$$;
