-- Kind: expand, concurrently
create index concurrently if not exists sign_on_attempts_former on sign_on_attempts (former_session_id) where former_session_id is not null;
