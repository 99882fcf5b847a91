-- Kind: expand
-- The trace of W3C that a request belongs to stands with what it leaves behind (docs/decisions/227). Seals of format 2 hold that
-- of their entries; a version of before goes on making those of format 1.
alter table audit_entries add column trace_id text;
alter table audit_entries add constraint audit_entries_trace_id_check check (trace_id ~ '^[0-9a-f]{32}$') not valid;
grant insert (trace_id) on audit_entries to provost_scoped, provost_site;
alter table audit_seals add column format smallint not null default 1;
alter table audit_seals add constraint audit_seals_format_check check (format in (1, 2)) not valid;
alter table exports add column trace_id text;
alter table imports add column trace_id text;
call columns_say_nothing('is random', '{audit_entries.trace_id,exports.trace_id,imports.trace_id}');
