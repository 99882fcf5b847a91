-- Kind: expand, concurrently
create index concurrently if not exists recalculations_begun on recalculations (number) where status in ('running', 'stopped');
