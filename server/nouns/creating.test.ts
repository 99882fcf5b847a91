/** Rows as they are made: in whose name, with what record, and what stands in their way. Specification: Audit. */
import { beforeEach, expect, test } from 'vitest';
import { refuse } from '../../core/errors.ts';
import { makeAdmin, makeProgram } from '../../test/factories.ts';
import { system } from '../../test/system.ts';
import { useDatabase } from '../../test/use-database.ts';
import { tableNoun } from './changing.ts';
import { creating, tableRecord } from './creating.ts';

const VIEW = tableNoun({ entity: 'saved_view', table: 'saved_views' });

const database = useDatabase();
const db = () => database().everything;

let admin_id: number;
beforeEach(async () => {
  admin_id = (await makeAdmin(db(), { permissions: ['superadmin'] })).id;
});

const context = () => system(db(), { admin_id, permissions: ['superadmin'] });
const values = () => ({
  screen: '/events',
  name: 'Mine',
  search: '',
  shared: false,
  admin_id,
  program_id: null,
});
const recorded = (entity: string, id: number | string) =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'admin_id', 'program_id', 'before', 'after'])
    .where('entity', '=', entity)
    .where('entity_id', '=', String(id))
    .execute();

test('makes the row in the name of its maker, records it with its values and answers it', async () => {
  const { id, updated_at } = await creating(context(), VIEW, values());
  const row = await db().selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'Mine', updated_by: admin_id, updated_at });
  expect(await recorded('saved_view', id)).toEqual([
    { action: 'create', admin_id, program_id: 0, before: null, after: values() },
  ]);
});

test('what hangs on the row is written behind it, and says what is recorded and for whom', async () => {
  const { id: program_id } = await makeProgram(db());
  const { id } = await creating(context(), VIEW, values(), async (tx, row) => {
    await tx.db.updateTable('saved_views').set({ search: 'x=1' }).where('id', '=', row.id).execute();
    return { after: { name: row.name }, program_id };
  });
  const row = await db().selectFrom('saved_views').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(row.search).toBe('x=1');
  expect(await recorded('saved_view', id)).toMatchObject([{ program_id, after: { name: 'Mine' } }]);
});

test('is all undone where what hangs on it is refused', async () => {
  const made: number[] = [];
  const making = creating(context(), VIEW, values(), (_, row) => {
    made.push(row.id);
    refuse(403, 'Not this');
  });
  await expect(making).rejects.toMatchObject({ status: 403, message: 'Not this' });
  expect(made).toHaveLength(1);
  const left = await db().selectFrom('saved_views').select('id').where('admin_id', '=', admin_id).execute();
  expect(left).toEqual([]);
  expect(await recorded('saved_view', made[0] ?? 0)).toEqual([]);
});

test('refuses in its own words where another row is in the way, and records nothing', async () => {
  const taken = {
    onConflict: (on: { doNothing: () => never }) => on.doNothing(),
    refuse: () => refuse(409, 'Taken'),
  };
  await creating(context(), VIEW, values());
  const again = creating(context(), VIEW, values(), undefined, taken as never);
  await expect(again).rejects.toMatchObject({ status: 409, message: 'Taken' });
  const { count } = await db()
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('admin_id', '=', admin_id)
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test('a record that nobody saves is made without a mark, and read by whose it is said to be', async () => {
  const { id: program_id } = await makeProgram(db());
  const UPLOAD = tableRecord('upload', 'uploads');
  const sha256 = Buffer.alloc(32);
  const image = {
    type: 'banner',
    path: '/storage/images/x',
    original_file: 'x',
    bytes: 1,
    width: 1,
    height: 1,
    sha256,
  };
  const uploaded = { ...image, uploaded_by: admin_id, program_id };
  const { id } = await creating(context(), UPLOAD, uploaded, () => ({ after: { bytes: 1 }, program_id }));
  expect(await recorded('upload', id)).toMatchObject([{ action: 'create', program_id, after: { bytes: 1 } }]);
});
