import { expect, test } from 'vitest';
import { readMigrations } from '../../server/db/versions/migrations.ts';
import { faultsOf, faultsOfAll } from './migrations.ts';

const REFUSED: Record<string, string> = {
  'a column goes': 'alter table programs drop column name',
  'a table goes': 'drop table programs',
  'a name changes': 'alter table programs rename column name to title',
  'a type changes': 'alter table programs alter column name type varchar(10)',
  'a column has to be filled': 'alter table programs add column note text not null',
  'what was optional is no more': 'alter table programs alter column url set not null',
  'writers wait for an index': 'create index by_name on programs (name)',
  'writers wait for a check of all rows': "alter table programs add constraint named check (name <> '')",
  'writers wait for a key': 'alter table programs add constraint one_name unique (name)',
  'readers wait': 'lock table programs',
  'an apostrophe in a comment would hide it':
    "-- the user's\nalter table programs drop column name;\n-- that's all\nselect 1",
  'a block does it': 'do $$ begin drop table programs; end $$',
  'a column is computed for all rows':
    'alter table programs add column x text generated always as (name) stored',
  'a right to a function of before is taken': 'revoke execute on function provost_now() from provost_site',
  'all rows are written': "update programs set name = ''",
};
const TAKEN: Record<string, string> = {
  'a column more': "alter table programs add column note text not null default ''",
  'a table with all of its own': `create table notes (id int); alter table notes add column body text not null;
    create index notes_by_id on notes (id)`,
  'a check of what is yet to come': "alter table programs add constraint named check (name <> '') not valid",
  'a function that says drop':
    "create or replace function f() returns text language sql as $$ select 'drop table x' $$",
  'a function of its own that few may run':
    "create function f() returns text language sql as $$ select 'x' $$; revoke all on function f() from public",
  'a comment that says it': '-- drop table programs\nselect 1',
  'a text that says it': "update programs set name = 'drop -- table' where id = 1",
};

test.each(Object.entries(REFUSED))('an expansion is refused where %s', (_why, text) => {
  expect(faultsOf('300-x', `-- Kind: expand\n${text};`)).toHaveLength(1);
  expect(faultsOf('300-x', `-- Kind: contract\n${text};`)).toEqual([]);
});

test.each(Object.entries(TAKEN))('an expansion may be %s', (_what, text) => {
  expect(faultsOf('300-x', `-- Kind: expand\n${text};`)).toEqual([]);
});

test('each says its kind, and concurrently stands alone', () => {
  expect(faultsOf('300-x', 'select 1')).toHaveLength(1);
  const index = 'create index concurrently if not exists by_name on programs (name)';
  expect(faultsOf('300-x', `-- Kind: expand, concurrently\n${index};`)).toEqual([]);
  expect(faultsOf('300-x', `-- Kind: expand, concurrently\n${index}; select 1`)).toHaveLength(1);
});

test('no migration does what it may not', async () => {
  expect(faultsOfAll(await readMigrations())).toEqual([]);
});
