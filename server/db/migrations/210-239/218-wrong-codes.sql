-- Wrong codes since the last right one: the fifth in a row, behind the right password, is told to the owner of the account.
alter table one_time_codes add column wrong_codes integer not null default 0 check (wrong_codes >= 0);
