-- Accounts that have passkeys alone take recovery codes as well: wrong ones are counted where every factor has rows.
alter table recovery_codes add column wrong_codes integer not null default 0 check (wrong_codes >= 0);
update recovery_codes r set wrong_codes = c.wrong_codes from one_time_codes c
  where c.admin_id = r.admin_id and not c.pending;
alter table one_time_codes drop column wrong_codes;
