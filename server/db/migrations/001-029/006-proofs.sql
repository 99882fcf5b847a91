-- The proof of a confirmed draw as it is published: gzip, cut into parts, written by the confirmation itself.

create table draw_proofs (
  event_id integer not null references draws (event_id),
  part integer not null check (part >= 0),
  bytes bytea not null check (length(bytes) between 1 and 65536),
  last boolean not null,
  primary key (event_id, part)
);
-- Compressed already: to try it again would only take time.
alter table draw_proofs alter column bytes set storage external;

-- Parts follow each other from 0 to the last, and begin when the secret is public: before, they would tell it.
create function check_proof_part() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  kept record;
begin
  select count(*) as parts, coalesce(bool_or(p.last), false) as whole into kept
  from draw_proofs p where p.event_id = new.event_id;
  if new.part <> kept.parts or kept.whole
    or not exists (select from draws d where d.event_id = new.event_id and d.secret is not null) then
    raise exception 'part % of the proof of event % is not the next', new.part, new.event_id
      using errcode = 'check_violation', constraint = 'draw_proofs_consecutive';
  end if;
  return new;
end
$$;
create trigger draw_proofs_consecutive before insert on draw_proofs for each row execute function check_proof_part();
create trigger draw_proofs_kept before update or delete on draw_proofs for each row execute function refuse_change();

-- Everybody may read a proof, and only who sees every program confirms a draw: whoever is bound has no business here.
grant select, insert on draw_proofs to provost_global;
