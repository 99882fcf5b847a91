-- LiL tokens that were added together (docs/specification.md, LiL tokens): each names the first of them.
alter table lilt_tokens add column batch_id integer references lilt_tokens (id);
alter table lilt_tokens add constraint lilt_tokens_batch_first check (batch_id <= id);
create index lilt_tokens_batch on lilt_tokens (batch_id) where batch_id is not null;
