-- Kind: expand
-- The session that a browser had when it went to the provider: its cookie stays behind on the way back from another site, so
-- that it would stay open beside the new one.
alter table sign_on_attempts add column former_session_id uuid references sessions (id) on delete set null;
