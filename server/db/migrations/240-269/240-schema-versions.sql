-- Kind: expand
-- The migrations that a database has, as servers read them that are not its owner, with the kind of each: a version of before
-- runs on what expands a schema, and on none that contracts it (docs/decisions/225-two-versions-meet.md).
create table schema_versions (
  name text primary key,
  kind text not null check (kind in ('expand', 'contract')),
  applied_at timestamptz not null default now()
);
revoke all on schema_versions from provost_global, provost_scoped, provost_site;
grant select on schema_versions to provost_global;
call columns_say_nothing('names of files of ours', '{schema_versions.name,schema_versions.kind}');
