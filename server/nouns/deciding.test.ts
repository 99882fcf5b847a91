/** What is decided once: who may, who was first, and what is recorded. Specification: Audit. */
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { refuse } from '../../core/errors.ts';
import { SOMEBODY_ELSE, TOO_NEW } from '../../core/second-approver.ts';
import { makeAdmin, makeSettledAdmin } from '../../test/factories.ts';
import { system } from '../../test/system.ts';
import { useDatabase } from '../../test/use-database.ts';
import type { TransactionContext } from '../context.ts';
import { deciding } from './deciding.ts';

const database = useDatabase();
const db = () => database().everything;
const permissions = ['superadmin' as const];

type Admin = { id: number; email: string };
type Row = { admin_id: number; created_at: string; search: string; by: string | null; updated_at: string };

// What is decided here is the search of a view: the empty one is open.
let [asker, approver]: Admin[] = [];
let id: number;
beforeEach(async () => {
  asker = await makeAdmin(db(), { permissions });
  approver = await makeSettledAdmin(database().owner, { permissions });
  const view = { admin_id: asker.id, screen: '/x', name: 'x', search: '' };
  id = (await db().insertInto('saved_views').values(view).returning('id').executeTakeFirstOrThrow()).id;
});

const as = (admin: Admin | undefined) =>
  system(db(), { admin_id: admin?.id ?? 0, permissions, role: 'superadmin' });

async function lockRow({ db: trx }: TransactionContext): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select admin_id, created_at, search, admin_email(updated_by) as by, updated_at
    from saved_views where id = ${id} for update`.execute(trx);
  return rows[0];
}

const once = {
  lockRow,
  decided: ({ search, by, updated_at: at }: Row) =>
    search === '' ? undefined : { has: `${search} this already`, by, at },
};
const secondOnly = { asked: (row: Row) => ({ asked_by: row.admin_id, asked_at: row.created_at }) };

const writing = (search: string) => async (tx: TransactionContext, row: Row) => {
  await tx.db
    .updateTable('saved_views')
    .set({ search, updated_by: tx.actor.admin_id })
    .where('id', '=', id)
    .execute();
  const entry = { entity: 'saved_view' as const, entity_id: id, action: search, program_id: null };
  return { ...entry, before: { search: row.search }, after: { search } };
};

const entries = () =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'admin_id', 'before', 'after'])
    .where('entity', '=', 'saved_view')
    .where('entity_id', '=', String(id))
    .execute();

test('decides, and records who has; the second is told who was first and when, and does nothing', async () => {
  await deciding(as(approver), once, writing('approved'));
  const recorded = [
    { action: 'approved', admin_id: approver?.id, before: { search: '' }, after: { search: 'approved' } },
  ];
  expect(await entries()).toEqual(recorded);
  await expect(deciding(as(asker), once, writing('rejected'))).rejects.toMatchObject({
    status: 409,
    message: `${approver?.email} has approved this already`,
    details: { conflict: { changed_by: approver?.email, changed_at: expect.any(String) } },
  });
  expect(await entries()).toEqual(recorded);
});

test('of two at once one decides, and the other hears who', async () => {
  const both = [as(asker), as(approver)].map((context) => deciding(context, once, writing('approved')));
  const told = await Promise.allSettled(both);
  expect(told.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [first] = await entries();
  const { email } = first?.admin_id === asker?.id ? asker! : approver!;
  expect(told.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, message: `${email} has approved this already` },
  });
  expect(await entries()).toHaveLength(1);
});

test('404 where there is no such row, and whatever is refused within leaves nothing', async () => {
  const none = { ...once, lockRow: async () => undefined };
  await expect(deciding(as(approver), none, writing('approved'))).rejects.toMatchObject({ status: 404 });
  const refusing = deciding(as(approver), once, async (tx, row) => {
    await writing('approved')(tx, row);
    refuse(400, 'Not now');
  });
  await expect(refusing).rejects.toMatchObject({ status: 400 });
  expect(await entries()).toEqual([]);
  await deciding(as(approver), once, writing('approved'));
});

test('403 for whom it names, and for who asked or is too new where a second approver has to decide', async () => {
  const never = { ...once, neverBy: (row: Row) => [row.admin_id] };
  const refusal = { status: 403, message: SOMEBODY_ELSE };
  await expect(deciding(as(asker), never, writing('rejected'))).rejects.toMatchObject(refusal);
  const second = { ...once, ...secondOnly };
  await expect(deciding(as(asker), second, writing('approved'))).rejects.toMatchObject(refusal);
  const fresh = await makeAdmin(db(), { permissions });
  await expect(deciding(as(fresh), second, writing('approved'))).rejects.toMatchObject({
    status: 403,
    message: TOO_NEW,
  });
  await deciding(as(approver), second, writing('approved'));
});

test('401 for who is no admin any more; a decision that records itself is not recorded twice', async () => {
  await db()
    .updateTable('admins')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', asker?.id ?? 0)
    .execute();
  await expect(deciding(as(asker), once, writing('approved'))).rejects.toMatchObject({ status: 401 });
  await deciding(as(approver), once, async (tx, row) => {
    await writing('approved')(tx, row);
    return null;
  });
  expect(await entries()).toEqual([]);
});
