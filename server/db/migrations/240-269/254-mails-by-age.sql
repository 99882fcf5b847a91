-- Kind: expand, concurrently
create index concurrently if not exists mails_ended on mails (coalesce(sent_at, refused_at, lost_at))
  where coalesce(sent_at, refused_at, lost_at) is not null;
