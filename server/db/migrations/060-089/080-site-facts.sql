-- Facts that sites have told, each once by its reference.
create table site_facts (
  program_id integer not null references programs (id),
  kind text not null,
  reference text not null check (reference <> '' and length(reference) <= 100),
  -- As it was checked: the same told again is the same, however it was written.
  body jsonb not null,
  -- Answered again to whoever tells it again; null only inside the transaction that books it.
  answer jsonb,
  key_id integer not null references site_keys (id),
  told_at timestamptz(3) not null default provost_now(),
  primary key (program_id, kind, reference)
);
-- Whether a fact stands for a row already.
create index site_facts_answer on site_facts (program_id, kind, (answer ->> 'id'));
call guard('site_facts');
grant select, insert, update, delete on site_facts to provost_global;
call open_to_sites('site_facts', 'program_id = (select provost_site())', 'select, insert, delete');
grant update (answer) on site_facts to provost_site;
