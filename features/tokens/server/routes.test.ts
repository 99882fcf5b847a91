import { beforeAll, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { system } from '../../../test/system.ts';
import type { Token } from '../contract.ts';
import { redeemToken } from './redeem-token.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let admin: Call & { admin_id: number };
let made = 0;

beforeAll(async () => {
  admin = await app().as({ permissions: ['store'] });
});

const wish = (values: object = {}) => ({
  token_data: { code: `code-${++made}`, amount: 5, expiry_date: null, ...values },
});
async function make(values: object = {}): Promise<Token> {
  const { status, body } = await admin('POST', 'token', wish(values));
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.token;
}
const change = (id: number, token_data: object, call: Call = admin) =>
  call('PATCH', `token/${id}`, { token_data });
const refusal = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.errors?.[0].path];
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
/** One that somebody has redeemed. */
async function used(values: object = {}): Promise<Token> {
  const token = await make(values);
  const { id: user_id } = await makeSiteUser(db());
  await redeemToken(system(db()), { code: token.code, user_id });
  return (await admin('GET', `token/${token.id}`)).body.token;
}

describe('GET tokens', () => {
  test('200 the newest first, sorted by every column both ways, found by code and id, with the right count past the end', async () => {
    const rows = [
      await make({ code: 'LIST-b', amount: 2, expiry_date: '2998-02-01' }),
      await make({ code: 'list-A', amount: 3, status: 0 }),
      await used({ code: 'list-c', amount: 1, expiry_date: '2999-01-01' }),
    ];
    const [b, a, c] = rows.map(({ id }) => id);
    const ids = async (query: string) =>
      (await admin('GET', `tokens?code=LIST-${query}`)).body.tokens.map(({ id }: Token) => id);
    expect((await admin('GET', 'tokens?code=list-')).body).toEqual({ tokens: rows.toReversed(), count: 3 });
    const orders = {
      id: [b, a, c],
      code: [a, b, c],
      amount: [c, b, a],
      status: [a, b, c],
      used: [b, a, c],
    };
    for (const [name, order] of Object.entries(orders)) {
      expect(await ids(`&sort_by=${name}`), name).toEqual(order);
      // Ties go by id, in the same direction.
      expect(await ids(`&sort_by=${name}&sort_dest=desc`), name).toEqual(order.toReversed());
    }
    // One that does not expire comes last either way.
    expect(await ids('&sort_by=expiry_date')).toEqual([b, c, a]);
    expect(await ids('&sort_by=expiry_date&sort_dest=desc')).toEqual([c, b, a]);
    expect((await admin('GET', `tokens?code=%23${b}`)).body).toMatchObject({ tokens: [{ id: b }], count: 1 });
    expect((await admin('GET', 'tokens?code=list-&page=9')).body).toEqual({ tokens: [], count: 3 });
    expect((await admin('GET', 'tokens?code=l%25t')).body.count).toBe(0);
    expect((await admin('GET', 'tokens?sort_by=updated_at')).status).toBe(400);
  });
});

test('a letter is the same however it is composed', async () => {
  const token = await make({ code: 'CAFE\u0301' });
  expect(token.code).toBe('CAF\u00c9');
  for (const code of ['caf\u00e9', 'cafe\u0301', 'CAFE\u0301']) {
    const { status, body } = await admin('POST', 'token', { token_data: { code, amount: 1 } });
    expect([status, body.message]).toEqual([400, 'Another token has this code']);
    expect((await admin('GET', `tokens?code=${encodeURIComponent(code)}`)).body.count).toBe(1);
  }
});

describe('POST token', () => {
  test('200: the code trimmed, the day of a moment in UTC, nothing for an empty one; audited', async () => {
    const token = await make({
      code: '  Spring-24 ',
      amount: 12.34,
      expiry_date: '2998-01-31T23:30:00-02:00',
      status: 0,
      used: 7,
    });
    expect(token).toMatchObject({
      code: 'Spring-24',
      amount: 12.34,
      expiry_date: '2998-02-01',
      status: 0,
      used: 0,
    });
    expect(await make({ expiry_date: '2998-03-01' })).toMatchObject({ expiry_date: '2998-03-01', status: 1 });
    expect((await make({ expiry_date: '' })).expiry_date).toBeNull();
    expect((await make({ code: 'ü-ключ-鍵', amount: 1_000_000 })).code).toBe('ü-ключ-鍵');
    const log = await db()
      .selectFrom('audit_entries')
      .select(['action', 'admin_id', 'program_id', 'after'])
      .where('entity', '=', 'token')
      .where('entity_id', '=', String(token.id))
      .execute();
    const { code, amount, expiry_date, status } = token;
    expect(log).toEqual([
      {
        action: 'create',
        admin_id: admin.admin_id,
        program_id: 0,
        after: { code, amount, expiry_date, status },
      },
    ]);
  });

  test.each<[string, unknown[]]>([
    [
      'code',
      [undefined, null, '', '  ', 'a b', 'a\u00a0b', 'a\u0085b', 'a\u200bb', 'a\tb', 'x'.repeat(65), 5],
    ],
    ['amount', [undefined, null, 0, -1, 0.001, 1.005, 1_000_000.01, '5', Number.NaN]],
    ['expiry_date', ['tomorrow', '2998-02-30', '0000-01-01', '2027-1-1', '2998-01-01T00:00:00', 5, true]],
    ['status', [2, 'on', null]],
  ])('400 at token_data.%s', async (field, values) => {
    for (const value of values) {
      const answer = await admin('POST', 'token', wish({ [field]: value }));
      expect(refusal(answer), JSON.stringify(value)).toEqual([400, `token_data.${field}`]);
    }
  });

  test('400 that names the field for a last day that is past; the last day may be today', async () => {
    const past = { expiry_date: day(-1) };
    const said = [400, 'token_data.expiry_date', expect.stringMatching(/^The expiry date is in the past/)];
    const told = (answer: Awaited<ReturnType<Call>>) => [...refusal(answer), answer.body.message];
    expect(told(await admin('POST', 'token', wish(past)))).toEqual(said);
    const token = await make({ expiry_date: day(0) });
    expect(token.expiry_date).toBe(day(0));
    expect(told(await change(token.id, past))).toEqual(said);
    expect(told(await change(token.id, { expiry_date: `${day(-1)}T23:59:59Z` }))).toEqual(said);
    expect((await admin('GET', `token/${token.id}`)).body.token).toEqual(token);
  });

  test('one that has expired is edited with the day that it has', async () => {
    const { id } = await make();
    await db()
      .updateTable('lilt_tokens')
      .set({ expiry_date: day(-3) })
      .where('id', '=', id)
      .execute();
    const { token } = (await admin('GET', `token/${id}`)).body;
    expect((await change(id, { ...token, status: 0 })).body.token).toMatchObject({
      status: 0,
      expiry_date: day(-3),
    });
    expect(refusal(await change(id, { expiry_date: day(-2) }))).toEqual([400, 'token_data.expiry_date']);
    expect((await change(id, { expiry_date: null })).status).toBe(200);
  });

  test('a code is one token’s, in whatever case and whoever is faster', async () => {
    await make({ code: 'Same' });
    const again = await admin('POST', 'token', wish({ code: 'sAME' }));
    expect(refusal(again)).toEqual([400, 'token_data.code']);
    const race = await Promise.all(
      Array.from({ length: 20 }, (_, n) => admin('POST', 'token', wish({ code: n % 2 ? 'RACE' : 'race' }))),
    );
    expect(statusesOf(race)).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
    const others = await Promise.all(Array.from({ length: 8 }, () => make()));
    const moved = await Promise.all(others.map(({ id }) => change(id, { code: 'Moved' })));
    expect(statusesOf(moved)).toEqual([200, ...Array.from({ length: 7 }, () => 400)]);
    expect(moved.filter(({ status }) => status === 400).map(refusal)[0]).toEqual([400, 'token_data.code']);
  });

  test('one key makes one token', async () => {
    const body = wish();
    const twice = await Promise.all(
      [1, 2, 3].map(() => admin('POST', 'token', body, { 'idempotency-key': 'a double click' })),
    );
    expect(new Set(twice.map(({ body }) => body.token.id)).size).toBe(1);
  });
});

describe('PATCH token/{id}', () => {
  test('200 changes what it names while it is not used; nothing new is no change', async () => {
    const token = await make({ amount: 5, expiry_date: '2998-01-01' });
    const { body } = await change(token.id, { amount: 7.5, expiry_date: '' });
    expect(body.token).toMatchObject({ code: token.code, amount: 7.5, expiry_date: null, status: 1 });
    const same = await change(token.id, { ...body.token });
    expect(same.body).toEqual(body);
    // Its own code in another case is its own still.
    expect((await change(token.id, { code: token.code.toUpperCase() })).body.token.code).toBe(
      token.code.toUpperCase(),
    );
    expect((await change(99_999_999, { status: 0 })).status).toBe(404);
  });

  test('409 with who and when where it was saved since', async () => {
    const { id, updated_at } = await make();
    await change(id, { amount: 6 });
    const { status, body } = await change(id, { amount: 7, updated_at });
    expect([status, body.conflict.changed_by]).toEqual([409, expect.stringContaining('@')]);
  });

  test('a used one is switched off and on, and nothing else', async () => {
    const token = await used({ amount: 5, expiry_date: '2999-01-01' });
    expect(token.used).toBe(1);
    for (const [field, value] of Object.entries({ code: 'other', amount: 6, expiry_date: null })) {
      expect(refusal(await change(token.id, { status: 0, [field]: value }))).toEqual([
        400,
        `token_data.${field}`,
      ]);
    }
    expect((await admin('GET', `token/${token.id}`)).body.token).toEqual(token);
    const off = await change(token.id, { ...token, status: 0 });
    expect(off.body.token).toMatchObject({ status: 0, amount: 5, used: 1 });
    expect((await change(token.id, { status: true })).body.token.status).toBe(1);
    const behindUs = db().updateTable('lilt_tokens').set({ amount: 1 }).where('id', '=', token.id);
    await expect(behindUs.execute()).rejects.toMatchObject({ code: '23514' });
  });
});

test('GET token-code: twelve characters that no token has', async () => {
  const codes = await Promise.all(Array.from({ length: 10 }, () => admin('GET', 'token-code')));
  expect(new Set(codes.map(({ body }) => body.code)).size).toBe(10);
  for (const { body } of codes) expect(body.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
});

test('whoever is bound to a program has no tokens, programadmins neither', async () => {
  const { id } = await make();
  const program_id = (await makeProgram(db())).id;
  for (const permissions of [['store'], ['programadmin']] as const) {
    const bound = await app().as({ permissions: [...permissions], program_id });
    const answers = [
      await bound('GET', 'tokens'),
      await bound('GET', `token/${id}`),
      await bound('GET', 'token-code'),
      await bound('POST', 'token', wish()),
      await change(id, { status: 0 }, bound),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(JSON.stringify(answers)).not.toContain('code-');
  }
  const denied = app().platform.database.forProgram(program_id).selectFrom('lilt_tokens').selectAll();
  await expect(denied.execute()).rejects.toMatchObject({ code: '42501' });
});
