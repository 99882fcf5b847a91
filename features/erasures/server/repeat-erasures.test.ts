/** After a restore from a backup that was made before, everybody on the list is erased again. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { asSystem } from '../../../server/context.ts';
import { makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { makePersonEverywhere, placesOf } from '../../../test/rows/person-everywhere.ts';
import { until } from '../../../test/until.ts';
import { eraseDue } from './erase.ts';
import { readList } from './erased-list.ts';
import { repeatErasures } from './repeat-erasures.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

async function finish(): Promise<void> {
  await until(async () => {
    await eraseDue(app().platform);
    expect(await db().selectFrom('erasures').select('id').where('state', '=', 'running').execute()).toEqual(
      [],
    );
  });
}

/** Keeps every table as it is, and answers what puts it back, as a restore does: past all triggers. */
async function backup() {
  const owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  await owner.query(`create schema backup`);
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
       and c.relname not like 'kysely%' and c.relname <> 'personal_columns'`,
  );
  const tables = rows.map(({ name }) => name);
  for (const name of tables) await owner.query(`create table backup.${name} as table public.${name}`);
  return async () => {
    await owner.query('set session_replication_role = replica');
    for (const name of tables) {
      const { rows: columns } = await owner.query<{ name: string }>(
        `select quote_ident(attname) as name from pg_attribute where attrelid = 'public.${name}'::regclass
           and attnum > 0 and not attisdropped and attgenerated = ''`,
      );
      const names = columns.map((column) => column.name).join();
      await owner.query(`delete from public.${name}`);
      await owner.query(
        `insert into public.${name} (${names}) overriding system value select ${names} from backup.${name}`,
      );
    }
    await owner.query('set session_replication_role = origin');
    await owner.query('drop schema backup cascade');
    await owner.end();
  };
}

test('is found again after the restore, and nowhere once it is repeated; others stay', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const person = await makePersonEverywhere(app(), call);
  const beside = await makeSiteUser(db(), { first_name: 'Beside', last_name: 'Bystander' });
  const restore = await backup();
  // Somebody who comes and goes after the backup: the number is another's by then.
  const later = await makeSiteUser(db(), {});
  for (const { id, email } of [person, later]) {
    expect((await call('POST', `user/${id}/erasure`, { email })).status).toBe(200);
    await finish();
  }
  expect(await placesOf(app(), person.wanted)).toEqual([]);
  const listed = await readList(asSystem(app().platform, 'test'));
  expect(listed.map(({ user_id }) => user_id)).toEqual([person.id, later.id]);
  await restore();
  expect(await placesOf(app(), person.wanted)).not.toEqual([]);
  const stranger = await makeSiteUser(db(), { id: later.id, dateadded: '2020-01-01T00:00:00Z' });
  const repeated = await repeatErasures(app().platform, app().ownerUrl);
  expect(repeated).toEqual({ erased: [person.id], known: 0, missing: 1, blocked: [], stopped: [] });
  expect(await placesOf(app(), person.wanted)).toEqual([]);
  const kept = await db()
    .selectFrom('site_users')
    .select(['id', 'email'])
    .where('id', 'in', [beside.id, stranger.id])
    .orderBy('id')
    .execute();
  expect(kept.map(({ email }) => email)).toEqual([beside.email, stranger.email]);
  expect(await repeatErasures(app().platform, app().ownerUrl)).toMatchObject({
    erased: [],
    known: 1,
    missing: 1,
  });
});

test('what cannot go on is said for each person without their words, and ends the repeat', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const person = await makePersonEverywhere(app(), call);
  const { id, email } = await makeSiteUser(db(), {});
  const owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  await owner.query(
    `insert into erased_people (user_id, made_at) select id, dateadded from site_users where id = any ($1)`,
    [[person.id, id]],
  );
  await owner.query(
    `alter table lilt_entries add constraint lilt_entries_stay check (reason !~ 'Erased') not valid`,
  );
  const repeated = await repeatErasures(app().platform, app().ownerUrl);
  expect(repeated.erased).toEqual([id]);
  expect(repeated.stopped).toEqual([
    { user_id: person.id, words: expect.stringContaining('lilt_entries, lilt_entries_stay') },
  ]);
  expect(person.wanted.filter((text) => JSON.stringify(repeated).includes(text))).toEqual([]);
  await owner.query(`alter table lilt_entries drop constraint lilt_entries_stay`);
  await owner.end();
  expect(await repeatErasures(app().platform, app().ownerUrl)).toMatchObject({ stopped: [], blocked: [] });
  expect(await placesOf(app(), [...person.wanted, email])).toEqual([]);
});
