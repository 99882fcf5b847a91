/** How people are paid: what is kept, what is shown, and where account numbers never stand in the clear. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AREAS } from '../../../../core/access.ts';
import { ADMIN_PASSWORD, makeAdmin, makeProgram, makeSiteUser } from '../../../../test/factories.ts';
import { type Answer, type Call, statusesOf, useTestApp } from '../../../../test/harness.ts';
import { everyRow } from '../../../../test/routes/every-row.ts';
import { secretsOf } from './payment-secrets.ts';

const lines: string[] = [];
const app = useTestApp({ logLevel: 'trace' }, { log: { write: (line) => void lines.push(line) } });
const db = () => app().platform.database.everything;

const IBAN = 'DE89370400440532013000';
const ALL = {
  alipay: { full_name: 'Ada', id: '208812345', account_currency: 'cny', city: 'London', country: 'gb' },
  bank_deposit: { full_name: 'Ada', iban: 'de89 3704 0044 0532 0130 00', account_number: '998877665544' },
  direct: { account: '1357924680', routing_number: '021000021' },
  paypal: { user: 'ada@example.org' },
  unionpay: { card_number: '6250 9410 0652 8599' },
  venmo: { user: '@ada' },
};
const NUMBERS = [IBAN, '998877665544', '1357924680', '021000021', '6250941006528599', '5550001112223334'];

let program: number;
let user: number;
let staff: Call & { admin_id: number };

beforeAll(async () => {
  program = (await makeProgram(db(), { program_display_name: 'Brightside' })).id;
  staff = await app().as({ permissions: ['money'], program_id: program });
});
beforeEach(async () => {
  user = (await makeSiteUser(db(), { program_id: program, user_type: 'I' })).id;
});

const path = (id = user) => `user/${id}/payment-settings`;
const save = (body: object, call: Call = staff) =>
  call('PATCH', path(), { password: ADMIN_PASSWORD, ...body });
const read = async () => (await staff('GET', path())).body;
const show = (field: string) => staff('POST', `${path()}/show`, { field });
const mails = () =>
  db()
    .selectFrom('mails as m')
    .innerJoin('site_users as u', 'u.email', 'm.to_address')
    .select(['m.subject', 'm.body_text'])
    .where('u.id', '=', user)
    .orderBy('m.id')
    .execute();
const audited = async () => {
  const superadmin = await app().as({ permissions: ['superadmin'] });
  return (await superadmin('GET', `audit?entity=site_user&entity_id=${user}`)).body.audit;
};
const error = ({ status, body }: Answer) => [status, body.errors?.[0]];

describe('PATCH payment-settings', () => {
  test('200: keeps every method, tidied, and answers secrets by their last digits', async () => {
    const { status, body } = await save({ paid_by: 'bank_deposit', fields: ALL });
    expect(status).toBe(200);
    expect(body).toEqual(await read());
    expect(body).toMatchObject({
      paid_by: 'bank_deposit',
      fields: {
        alipay: {
          full_name: 'Ada',
          id: '208812345',
          account_currency: 'CNY',
          country: 'GB',
          postal_code: '',
        },
        bank_deposit: {
          full_name: 'Ada',
          iban: { last4: '3000', set: true },
          account_number: { last4: '5544', set: true },
          bank_name: '',
        },
        direct: { account: { last4: '4680' }, routing_number: { last4: '0021' } },
        unionpay: { card_number: { last4: '8599' }, full_name: '' },
        venmo: { user: '@ada' },
      },
      legacy: { paypal_address: '', bank_ac_no: null, routing_no: null, made_out_to: '', sent_to: '' },
    });
    expect((await show('iban')).body).toEqual({ value: IBAN });
    expect((await show('card_number')).body).toEqual({ value: '6250941006528599' });
  });

  test('a secret that is left out or comes as it was read stays; empty and null take a value away', async () => {
    const { body } = await save({ paid_by: 'bank_deposit', fields: ALL });
    const again = await save({ fields: body.fields, updated_at: body.updated_at });
    expect(again.body).toEqual(body);
    expect((await save({})).body).toEqual(body);
    await save({
      fields: { bank_deposit: { iban: '', bank_name: 'Bank' }, alipay: { id: null } },
      paid_by: null,
    });
    expect(await read()).toMatchObject({
      paid_by: null,
      fields: {
        alipay: { id: '', full_name: 'Ada' },
        bank_deposit: { iban: null, bank_name: 'Bank', account_number: { last4: '5544' } },
      },
    });
    expect((await show('iban')).body.message).toBe('This field is empty');
    expect(await mails()).toHaveLength(2);
  });

  test('400 names the field', async () => {
    const wrong: [object, string][] = [
      [{ fields: { bank_deposit: { iban: 'DE89370400440532013001' } } }, 'fields.bank_deposit.iban'],
      [{ fields: { direct: { routing_number: '021000022' } } }, 'fields.direct.routing_number'],
      [{ fields: { unionpay: { card_number: '6250941006528598' } } }, 'fields.unionpay.card_number'],
      [{ fields: { paypal: { user: 'ada' } } }, 'fields.paypal.user'],
      [{ fields: { alipay: { account_currency: 'DEM' } } }, 'fields.alipay.account_currency'],
      [{ fields: { alipay: { country: 'UK' } } }, 'fields.alipay.country'],
      [{ fields: { alipay: { full_name: 'x'.repeat(201) } } }, 'fields.alipay.full_name'],
      [{ paid_by: 'cheque' }, 'paid_by'],
    ];
    for (const [body, field] of wrong)
      expect(error(await save(body)), field).toEqual([400, { path: field, message: expect.any(String) }]);
    expect((await save({ fields: { paypal: { iban: IBAN } } })).status).toBe(400);
    expect((await save({ legacy: { sent_to: 'me' } })).status).toBe(400);
    const { message } = (await save(wrong[0]?.[0] ?? {})).body.errors[0];
    expect(message).toBe('is not valid: check each digit');
    expect(await mails()).toEqual([]);
  });

  test('409 says who was faster; of two at once that read the same one is kept', async () => {
    const { updated_at } = await read();
    const both = await Promise.all(
      ['@a', '@b'].map((name) => save({ fields: { venmo: { user: name } }, updated_at })),
    );
    expect(statusesOf(both)).toEqual([200, 409]);
    const late = both.find(({ status }) => status === 409);
    expect(late?.body.conflict.changed_by).toMatch(/@example\.com$/);
  });

  test('tells the user what, and never to what; the audit holds masks, also where two numbers end alike', async () => {
    await save({ paid_by: 'direct', fields: { direct: { account: '5550001112223334' } } });
    await save({ fields: { direct: { account: '9990001112223334' } } });
    await save({ fields: { direct: { account: '9990001112223334' } } });
    const [first, second, ...more] = await mails();
    expect([first?.subject, more]).toEqual(['Your payout details at Brightside were changed', []]);
    expect(first?.body_text).toContain('- Payout method: Direct deposit (US)\n- Account\n');
    expect(second?.body_text).not.toMatch(/Payout method:|3334/);
    const [last, before] = await audited();
    expect(before).toMatchObject({ action: 'payment_settings', before: { paid_by: null } });
    expect(last.before.fields.direct.account).toEqual({ last4: '3334', set: true });
    expect(last.after.fields.direct.account).toEqual({ last4: '3334', set: true, replaced: true });
  });
});

test.each([
  ['keeps what it says out of sight', '<div style="font-size: 0">::[[content]]::</div>', 2],
  [
    'hides everything by a sheet',
    '<style>@media all { p { display: none } }</style><p>::[[content]]::</p>',
    2,
  ],
  ['says it', '<p style="color: #333">::[[content]]::</p>', 1],
])('a template of the program that %s: the warning is seen', async (_, html, sent) => {
  const content = await app().as({ permissions: ['content'], program_id: program });
  const template = { template: 'payment_changed', language: 'en', program, subject: 'Our newsletter' };
  const text = `<p>Hello</p>${html}`;
  const { updated_at } = (
    await content('GET', `template?template=payment_changed&language=en&program=${program}`)
  ).body;
  const saved = await content('POST', 'template', {
    ...template,
    text,
    plain: 'News',
    updated_at: updated_at ?? undefined,
  });
  expect([saved.status, saved.status === 200 ? null : saved.body]).toEqual([200, null]);
  await save({ paid_by: 'venmo', fields: { venmo: { user: '@thief' } } });
  const told = await mails();
  expect(told).toHaveLength(sent);
  const last = sent === 2 ? 'Your payout details at Brightside were changed' : 'Our newsletter';
  expect(told.at(-1)?.subject).toBe(last);
  for (const { body_text } of told) expect(body_text).toContain('- Payout method: Venmo');
  await db().deleteFrom('email_templates').where('program_id', '=', program).execute();
});

describe('the own password', () => {
  const change = { paid_by: 'venmo', fields: { venmo: { user: '@ada' } } };

  test('is asked for: 400 names it where it is missing or another one’s, and nothing is saved', async () => {
    const other = await app().as({ permissions: ['money'], program_id: program });
    for (const password of [undefined, '', 'another one'])
      expect(error(await save({ ...change, password }, other))).toEqual([
        400,
        { path: 'password', message: expect.any(String) },
      ]);
    expect((await read()).paid_by).toBe(null);
    expect(await mails()).toEqual([]);
    expect((await save(change, other)).status).toBe(200);
  });

  test('counts where it is wrong, apart from sign-ins: after five the right one is not taken, and strangers keep nobody from it', async () => {
    const { email, id } = await makeAdmin(db(), { permissions: ['money'], program_id: program });
    const other = await app().signedIn(id);
    const signIn = (password: string) => app().call('POST', 'auth', { email, password });
    for (let n = 0; n < 5; n++) expect((await signIn(`wrong ${n}`)).status).toBe(401);
    expect((await signIn(ADMIN_PASSWORD)).status).toBe(429);
    for (let n = 0; n < 5; n++) expect((await save({ ...change, password: `${n}` }, other)).status).toBe(400);
    expect((await save(change, other)).status).toBe(429);
    expect((await read()).paid_by).toBe(null);
    await db().deleteFrom('sign_in_failures').execute();
  });
});

test('showing a secret is recorded, and refused for what is none', async () => {
  await save({ fields: ALL });
  await show('account');
  expect((await audited())[0]).toMatchObject({
    action: 'show_payment_secret',
    admin_id: staff.admin_id,
    after: { field: 'account' },
  });
  expect((await show('user')).status).toBe(400);
  expect((await show('routing_no')).status).toBe(400);
});

test('what an older back office left is read, shown by its last digits, and not changed', async () => {
  await save({ fields: ALL });
  await db()
    .updateTable('payment_settings')
    .set({ paypal_address: 'old@example.org', sent_to: 'London' })
    .where('user_id', '=', user)
    .execute();
  await save({ fields: { venmo: { user: '@other' } } });
  expect((await read()).legacy).toMatchObject({ paypal_address: 'old@example.org', sent_to: 'London' });
});

test('money alone opens them', async () => {
  for (const area of AREAS) {
    const call = await app().as({ permissions: [area], program_id: program });
    expect((await call('GET', path())).status, area).toBe(area === 'money' ? 200 : 403);
    expect((await call('POST', `${path()}/show`, { field: 'iban' })).status, area).toBe(
      area === 'money' ? 400 : 403,
    );
  }
});

test('numbers stand in the clear in no table, no log, and no answer that did not ask', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const password = ADMIN_PASSWORD;
  const answers = [
    await staff('PATCH', path(), { password, paid_by: 'direct', fields: ALL }, key),
    await staff('PATCH', path(), { password, fields: ALL, nonsense: IBAN }),
    await staff('PATCH', path(), { password, fields: { direct: { account: NUMBERS[5] } } }, key),
    await staff('GET', path()),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 200]);
  await Promise.all(['iban', 'account', 'card_number'].map((field) => show(field)));
  const said = answers.map(({ body }) => JSON.stringify(body));
  const rows = await everyRow(app().ownerUrl);
  expect(rows.some((row) => row.includes('208812345'))).toBe(true);
  expect(lines.length).toBeGreaterThan(10);
  for (const number of NUMBERS) {
    const hex = Buffer.from(number).toString('hex');
    const found = [...rows, ...lines, ...said].filter((text) => text.includes(number) || text.includes(hex));
    expect(found, number).toEqual([]);
  }
});

test('a secret opens beside its own user and field alone, and cannot be put among the open fields', async () => {
  await save({ fields: ALL });
  const other = await makeSiteUser(db(), { program_id: program });
  await db().insertInto('payment_settings').values({ user_id: other.id }).execute();
  const context = { platform: app().platform, db: db() } as Parameters<typeof secretsOf>[0];
  expect(await secretsOf(context, user)).toMatchObject({ iban: IBAN });
  await sql`insert into payment_secrets select ${other.id}, field, sealed from payment_secrets
    where user_id = ${user} and field = 'iban'`.execute(db());
  await expect(secretsOf(context, other.id)).rejects.toThrow('authenticate');
  await sql`update payment_secrets set field = 'account_number' where user_id = ${other.id}`.execute(db());
  await expect(secretsOf(context, other.id)).rejects.toThrow('authenticate');
  for (const field of ['iban', 'account', 'account_number', 'card_number', 'routing_number']) {
    const fields = JSON.stringify({ paypal: { [field]: '1' } });
    const kept = sql`update payment_settings set fields = ${fields}::jsonb where user_id = ${other.id}`;
    await expect(kept.execute(db()), field).rejects.toMatchObject({ code: '23514' });
  }
});
