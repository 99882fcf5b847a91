-- What the payment provider said of each id when it was last saved; an id that it was not asked about has no key.
alter table program_subscriptions add column known jsonb not null default '{}' check (jsonb_typeof(known) = 'object');
