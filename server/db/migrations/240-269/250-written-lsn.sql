-- Kind: expand
-- Where the write-ahead log stood after the last write of a session or of a site's key: a replica that has not replayed that
-- far does not answer it (docs/decisions/226-reads-from-a-replica.md).
alter table sessions add column written_lsn pg_lsn;
alter table site_key_calls add column written_lsn pg_lsn;
call columns_say_nothing('positions of a log', '{sessions.written_lsn,site_key_calls.written_lsn}');
