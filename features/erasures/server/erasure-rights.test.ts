/** An erasure changes the audit, so no role of the server begins one but by the function that checks what must hold. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { makeAdmin, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { makeBatch, makePayee } from '../../../test/rows/batches.ts';
import { useDatabase } from '../../../test/use-database.ts';

const database = useDatabase();
const app = useTestApp();
const DENIED = '42501';
const superadmin = { permissions: ['superadmin' as const] };

test.each(['global', 'scoped', 'site'] as const)('the role %s writes no erasure itself', async (kind) => {
  const { id: user_id } = await makeSiteUser(database().everything, {});
  const [row] = await database()
    .owner.insertInto('erasures')
    .values({ user_id, state: 'proposed' })
    .returning('id')
    .execute();
  const client = new pg.Client(database().urls[kind]);
  await client.connect();
  for (const statement of [
    `insert into erasures (user_id, state, decided_at, needles) values (${user_id}, 'running', now(), '{}')`,
    `insert into erasures (user_id, state) values (${user_id}, 'proposed')`,
    `update erasures set state = 'running', decided_at = now(), needles = '{}' where id = ${row?.id}`,
    `update erasures set needles = '{"alone": ["a word"]}'`,
    `update erasures set asked_by = 1`,
    `update erasures set user_id = 1`,
    `delete from erasures`,
    `insert into erased_people (user_id, made_at) values (${user_id}, now())`,
    `delete from erased_people`,
    `update erased_people set made_at = now()`,
    `insert into personal_columns (of_table, of_column, rule, whose) values ('charges', 'code', 'named', 'true')`,
  ])
    await expect(client.query(statement), statement).rejects.toMatchObject({ code: DENIED });
  await client.end();
});

test.each(['scoped', 'site'] as const)('the role %s asks for none and begins none', async (kind) => {
  const client = new pg.Client(database().urls[kind]);
  await client.connect();
  for (const statement of [
    `select ask_erasure(1, 1)`,
    `select propose_erasure(1, 1)`,
    `select reject_erasure(1, 1)`,
    `select begin_erasure(1, 1, '{}', '', '')`,
    `select end_erasure(1)`,
    `select documents_of_person(1)`,
    `select erasure_blockers(1)`,
  ])
    await expect(client.query(statement), statement).rejects.toThrow('permission denied');
  await client.end();
});

const ask = async (person: number, by_admin: number | null, by_program: number | null = null) => {
  const { rows } = await sql<{
    id: number;
  }>`select ask_erasure(${person}, ${by_admin}, ${by_program}) as id`.execute(
    app().platform.database.everything,
  );
  return rows[0]?.id ?? 0;
};

const begin = (
  id: number,
  by_admin: number | null,
  named: object = { addresses: [], alone: [], beside: [], pictures: [] },
) =>
  sql`select begin_erasure(${id}, ${by_admin}, ${JSON.stringify(named)}::jsonb, '', 'test')`.execute(
    app().platform.database.everything,
  );

const db = () => app().platform.database.everything;
const owner = async (statement: string) => {
  const client = new pg.Client(app().ownerUrl);
  await client.connect();
  await client.query(statement);
  await client.end();
};
const requireSecondApprover = (on: boolean) =>
  owner(
    `update settings set value = jsonb_set(value, '{rules,payout_approval}', '${on}') where name = 'money'`,
  );
afterEach(() => requireSecondApprover(false));

test('superadmins ask, and the person through the site of their home; nobody else', async () => {
  const program = await makeProgram(db());
  const other = await makeProgram(db());
  const { id } = await makeSiteUser(db(), { program_id: program.id });
  const { id: plain } = await makeAdmin(db(), { permissions: ['users', 'money'] });
  const { id: gone } = await makeAdmin(db(), { ...superadmin, deleted_at: '2026-01-01T00:00:00Z' });
  const { id: may } = await makeAdmin(db(), superadmin);
  for (const [by_admin, by_program] of [
    [plain, null],
    [gone, null],
    [null, null],
    [may, program.id],
    [null, other.id],
  ] as const)
    await expect(ask(id, by_admin, by_program)).rejects.toMatchObject({ code: DENIED });
  await expect(ask(0, may)).rejects.toMatchObject({ code: DENIED });
  const asked = await ask(id, null, program.id);
  await expect(begin(asked, plain)).rejects.toMatchObject({ code: DENIED });
  await expect(begin(asked, null)).rejects.toMatchObject({ code: DENIED });
  await begin(asked, may);
  await expect(begin(asked, may), 'it has begun').rejects.toMatchObject({ code: DENIED });
});

test('with a second approver another superadmin begins, whose account is settled', async () => {
  await requireSecondApprover(true);
  const { id } = await makeSiteUser(db(), {});
  const { id: fresh } = await makeAdmin(db(), superadmin);
  const call = await app().as(superadmin);
  const other = await app().as(superadmin);
  const asked = await ask(id, call.admin_id);
  await expect(begin(asked, call.admin_id), 'who asked').rejects.toMatchObject({ code: DENIED });
  await expect(begin(asked, fresh), 'an account of today').rejects.toMatchObject({ code: DENIED });
  await begin(asked, other.admin_id);
});

test('with a second approver what a site has asked for is proposed by a superadmin first', async () => {
  await requireSecondApprover(true);
  const program = await makeProgram(db());
  const { id } = await makeSiteUser(db(), { program_id: program.id });
  const asked = await ask(id, null, program.id);
  const [one, other] = [await app().as(superadmin), await app().as(superadmin)];
  await expect(begin(asked, one.admin_id)).rejects.toMatchObject({ code: DENIED });
  const propose = (admin: number) => sql`select propose_erasure(${asked}, ${admin})`.execute(db());
  const { id: plain } = await makeAdmin(db(), { permissions: ['users'] });
  await expect(propose(plain)).rejects.toMatchObject({ code: DENIED });
  await propose(one.admin_id);
  await expect(propose(other.admin_id), 'in another name').rejects.toMatchObject({ code: DENIED });
  await expect(begin(asked, one.admin_id)).rejects.toMatchObject({ code: DENIED });
  await begin(asked, other.admin_id);
});

test('what has to be settled first keeps the database from beginning too', async () => {
  const payee = await makePayee(db(), { program_id: null });
  await makeBatch(db(), [payee.id], { approval: true });
  const call = await app().as(superadmin);
  const asked = await ask(payee.user_id, call.admin_id);
  await expect(begin(asked, call.admin_id)).rejects.toMatchObject({ constraint: 'erasures_settled' });
});

test('the beginning is in the audit, whoever calls; only the list of erased people needs no superadmin', async () => {
  const call = await app().as(superadmin);
  const { id, dateadded } = await makeSiteUser(db(), {});
  const asked = await ask(id, call.admin_id);
  await begin(asked, call.admin_id);
  const entry = await db()
    .selectFrom('audit_entries')
    .select(['admin_id', 'request_id'])
    .where('entity', '=', 'site_user')
    .where('entity_id', '=', String(id))
    .where('action', '=', 'erase')
    .execute();
  expect(entry).toEqual([{ admin_id: call.admin_id, request_id: 'test' }]);
  const listed = await db().selectFrom('erased_people').selectAll().where('user_id', '=', id).execute();
  expect(listed).toMatchObject([{ made_at: dateadded, erased_by: call.admin_id }]);
  const again = await makeSiteUser(db(), {});
  await requireSecondApprover(true);
  await expect(ask(again.id, null)).rejects.toMatchObject({ code: DENIED });
  await owner(`insert into erased_people (user_id, made_at) values (${again.id}, '${again.dateadded}')`);
  await begin(await ask(again.id, null), null);
});

test('a short text, and the address of a colleague or of somebody else, are no needles', async () => {
  const call = await app().as(superadmin);
  const colleague = await makeAdmin(db(), superadmin);
  const other = await makeSiteUser(db(), {});
  const { id, email } = await makeSiteUser(db(), {});
  await begin(await ask(id, call.admin_id), call.admin_id, {
    addresses: [email, colleague.email, other.email],
    alone: ['abcd', 'Some Body'],
    beside: ['a', 'Bo'],
    pictures: [],
  });
  const { needles } = await db()
    .selectFrom('erasures')
    .select('needles')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  const said = JSON.stringify(needles);
  for (const text of [colleague.email, other.email, 'abcd', '"a"']) expect(said).not.toContain(text);
  for (const text of [email, 'Some Body', 'Bo']) expect(said).toContain(text);
});
