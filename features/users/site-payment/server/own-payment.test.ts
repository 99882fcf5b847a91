/** How people are paid, by their own word on a site. Specification: Sites, payment settings. */
import { beforeEach, expect, test } from 'vitest';
import {
  makeAdmin,
  makeProgram,
  makeSiteKey,
  makeSiteUser,
  ADMIN_PASSWORD as PASSWORD,
} from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
let user: { id: number; email: string };
let password_hash: string;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  ({ password_hash } = await makeAdmin(db(), { permissions: ['users'] }));
  user = await makeSiteUser(db(), { program_id: program, user_type: 'I', password_hash });
  await db().deleteFrom('mails').execute();
});

const IBAN = 'DE89370400440532013000';
const BANK = { paid_by: 'bank_deposit', fields: { bank_deposit: { full_name: 'Ada', iban: IBAN } } };
const call = (method: 'GET' | 'PATCH', body?: object, id = user.id, as = key) =>
  app().call(method, `/api/site/users/${id}/payment-settings`, body, { authorization: `Bearer ${as}` });
const save = (body: object, id = user.id, as = key) =>
  call('PATCH', { ...BANK, password: PASSWORD, ...body }, id, as);

test('are saved with the password, masked in the answer, sealed, audited and mailed', async () => {
  const { status, body } = await save({});
  expect([status, body.paid_by, body.fields.bank_deposit.iban]).toEqual([
    200,
    'bank_deposit',
    { last4: '3000', set: true },
  ]);
  expect((await call('GET')).body).toEqual(body);
  const secrets = db().selectFrom('payment_secrets').select('sealed').where('user_id', '=', user.id);
  const [secret, ...more] = await secrets.execute();
  expect([more, secret?.sealed.includes(IBAN)]).toEqual([[], false]);
  const entries = await db()
    .selectFrom('audit_entries')
    .selectAll()
    .where('entity_id', '=', String(user.id))
    .where('action', '=', 'payment_settings')
    .execute();
  expect(entries).toMatchObject([{ admin_id: null, program_id: program, site_key_id: expect.any(Number) }]);
  expect(JSON.stringify([entries, body])).not.toContain(IBAN);
  const mails = await db().selectFrom('mails').selectAll().execute();
  expect(mails).toMatchObject([{ to_address: user.email, body_text: expect.stringContaining('IBAN') }]);
  const changes = db().selectFrom('payee_changes').select(['kind', 'told_at']).where('user_id', '=', user.id);
  expect(
    new Set((await changes.execute()).map(({ kind, told_at }) => `${kind} ${told_at !== null}`)),
  ).toEqual(new Set(['details true']));
});

test('that were changed since they were read are a 409, and nobody of the staff is named', async () => {
  const { body: read } = await save({});
  const { admin_id } = await app().as({ permissions: ['superadmin'] });
  await db()
    .updateTable('payment_settings')
    .set({ updated_by: admin_id, updated_at: '2099-01-01T00:00:00Z' })
    .where('user_id', '=', user.id)
    .execute();
  const { status, body } = await save({ paid_by: null, updated_at: read.updated_at });
  expect([status, body.conflict.changed_by]).toEqual([409, null]);
});

test('need the password: 403 without the right one, and a wait after five', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { status, body } = await save({ password: 'wrong' });
    expect([status, body.code, body.errors[0].path]).toEqual([403, 'PASSWORD_WRONG', 'password']);
  }
  expect((await save({})).status).toBe(429);
  const signIn = { email: user.email, password: PASSWORD };
  const waits = await app().call('POST', '/api/site/sign-in', signIn, { authorization: `Bearer ${key}` });
  expect(waits.status).toBe(429);
  expect((await call('GET')).body.paid_by).toBeNull();
  const { status, body } = await save({ password: undefined });
  expect([status, body.errors[0].path]).toEqual([400, 'password']);
});

test('of a student are a 400, of a stranger or who is closed a 404', async () => {
  const student = await makeSiteUser(db(), { program_id: program, password_hash });
  const closed = await makeSiteUser(db(), { program_id: program, user_type: 'I', del_status: 1 });
  const stranger = await makeSiteUser(db(), { program_id: (await makeProgram(db())).id, user_type: 'I' });
  for (const [status, { id }] of [
    [400, student],
    [404, closed],
    [404, stranger],
  ] as const) {
    expect((await call('GET', undefined, id)).status).toBe(status);
    expect((await save({}, id)).status).toBe(status);
  }
});

test('an IBAN that is none is a 400 by its field', async () => {
  const { status, body } = await save({ fields: { bank_deposit: { iban: 'DE00' } } });
  expect([status, body.errors[0].path]).toEqual([400, 'fields.bank_deposit.iban']);
});
