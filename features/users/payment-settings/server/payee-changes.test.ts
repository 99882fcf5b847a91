/** Whoever changes where a user's money goes, by whatever way: every address of the last 30 days is told, once. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN_PASSWORD, makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { mailUntoldChanges } from './mail-payee-changes.job.ts';
import { sweepPayeeChanges } from './payee-changes.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program_id: number;
let bound: Call;
let superadmin: Call;
let user: { id: number; email: string };
let name: string;
let made = 0;

beforeAll(async () => {
  program_id = (await makeProgram(db(), { program_display_name: 'Brightside' })).id;
  bound = await app().as({ permissions: ['users', 'money'], program_id });
  superadmin = await app().as({ permissions: ['superadmin'] });
});
beforeEach(async () => {
  made += 1;
  name = `payee-${made}`;
  user = await makeSiteUser(db(), { program_id, user_type: 'I', email: `${name}@one.example` });
  await db().deleteFrom('mails').execute();
});

const mailed = async () => {
  const mails = await db().selectFrom('mails').select(['to_address', 'subject']).orderBy('id').execute();
  return mails.map(({ to_address, subject }) => [to_address, subject]);
};
const told = async () => new Set((await mailed()).map(([to]) => to));
const move = (email: string, call: Call = bound) =>
  call('PATCH', `site-user/${user.id}`, { user_data: { email } });
const payTo = (handle: string, call: Call = bound) =>
  call('PATCH', `user/${user.id}/payment-settings`, {
    paid_by: 'venmo',
    fields: { venmo: { user: handle } },
    password: ADMIN_PASSWORD,
  });
const ago = (days: number) =>
  sql`update payee_changes set at = at - make_interval(days => ${days}) where user_id = ${user.id}`.execute(
    db(),
  );
const CHANGED = 'Your email address at Brightside was changed';
const PAID = 'Your payout details at Brightside were changed';

test.each([
  ['staff of the program', () => bound],
  ['a superadmin', () => superadmin],
])('an email, and details afterwards, changed by %s: all addresses are mailed of each', async (_, call) => {
  expect((await move(`${name}@two.example`, call())).status).toBe(200);
  expect(await mailed()).toEqual([
    [`${name}@two.example`, CHANGED],
    [`${name}@one.example`, CHANGED],
  ]);
  await db().deleteFrom('mails').execute();
  expect((await payTo('@thief', call())).status).toBe(200);
  expect(await mailed()).toEqual([
    [`${name}@two.example`, PAID],
    [`${name}@one.example`, PAID],
  ]);
  await mailUntoldChanges(app().platform);
  expect(await mailed()).toHaveLength(2);
});

test('each address of 30 days once, however often it changed; older ones are nobody’s to tell', async () => {
  await move(`${name}@two.example`);
  await ago(29);
  await move(`${name}@three.example`);
  await move(`${name}@two.example`);
  await db().deleteFrom('mails').execute();
  await payTo('@thief');
  expect(await told()).toEqual(new Set(['one', 'three', 'two'].map((at) => `${name}@${at}.example`)));
  expect(await mailed()).toHaveLength(3);
  await ago(2);
  await db().deleteFrom('mails').execute();
  await payTo('@thief-2');
  expect(await told()).toEqual(new Set(['three', 'two'].map((at) => `${name}@${at}.example`)));
});

test('the same address in other letters is no change', async () => {
  await move(`${name.toUpperCase()}@One.example`);
  expect(await mailed()).toEqual([]);
});

test('what SQL has changed is told by the pass, once', async () => {
  await sql`update site_users set email = ${`${name}@two.example`} where id = ${user.id}`.execute(db());
  await db().insertInto('payment_settings').values({ user_id: user.id, paid_by: 'venmo' }).execute();
  await sql`insert into payment_secrets (user_id, field, sealed)
    values (${user.id}, 'iban', decode(repeat('00', 40), 'hex'))`.execute(db());
  for (let n = 0; n < 2; n++) await mailUntoldChanges(app().platform);
  expect(await mailed()).toEqual([
    [`${name}@two.example`, CHANGED],
    [`${name}@one.example`, CHANGED],
    [`${name}@two.example`, PAID],
    [`${name}@one.example`, PAID],
  ]);
});

test('what nobody asks for any more is swept away with the addresses', async () => {
  const left = () => db().selectFrom('payee_changes').select('id').where('user_id', '=', user.id).execute();
  await move(`${name}@two.example`);
  await ago(90);
  await sweepPayeeChanges(db(), 100);
  expect(await left()).toHaveLength(1);
  await ago(2);
  await sweepPayeeChanges(db(), 100);
  expect(await left()).toEqual([]);
});
