/** Tokens redeemed on sites: once, and without a word about others. Specification: Sites, coins. */
import { beforeEach, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { makeToken, purseOf } from '../../../../test/rows/coins.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
let user_id: number;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  user_id = (await makeSiteUser(db(), { program_id: program })).id;
});

const redeem = (code: string, more: object = {}, as = key) =>
  app().call(
    'POST',
    '/api/site/tokens/redeem',
    { reference: crypto.randomUUID(), user_id, code, ...more },
    { authorization: `Bearer ${as}` },
  );

test('of fifty at once, from two sites, one redeems it', async () => {
  const code = await makeToken(db());
  const there = (await makeProgram(db())).id;
  const [other, guest] = [
    (await makeSiteKey(db(), there)).site_key,
    (await makeSiteUser(db(), { program_id: there })).id,
  ];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      n % 2 ? redeem(code.toUpperCase()) : redeem(` ${code} `, { user_id: guest }, other),
    ),
  );
  expect(statusesOf(answers)).toEqual([200, ...Array(49).fill(400)]);
  const [own, theirs] = [await purseOf(db(), user_id), await purseOf(db(), guest)];
  expect(own.balance + theirs.balance).toBe(250);
  expect(own.ledger + theirs.ledger).toBe(250);
});

test('400 alike for every code that cannot be redeemed; a used one is told as used by nothing', async () => {
  const codes = [
    'never-was',
    await makeToken(db(), { status: 0 }),
    await makeToken(db(), { used: 1 }),
    await makeToken(db(), { expiry_date: '2001-01-01' }),
  ];
  for (const code of codes) {
    const { status, body } = await redeem(code);
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'code', message: "This LiL token can't be redeemed" }],
    ]);
  }
  expect((await purseOf(db(), user_id)).ledger).toBe(0);
});

test('a token that nobody of the site can have stays, for whoever is', async () => {
  const code = await makeToken(db());
  const foreign = (await makeSiteUser(db(), { program_id: (await makeProgram(db())).id })).id;
  expect((await redeem(code, { user_id: foreign })).status).toBe(404);
  const batch = [
    { reference: 'a', user_id: foreign, code },
    { reference: 'b', user_id, code },
    { reference: 'c', user_id, code },
  ];
  const { body } = await app().call(
    'POST',
    '/api/site/tokens/redeem',
    { items: batch },
    { authorization: `Bearer ${key}` },
  );
  expect(body.results).toMatchObject([
    { state: 'rejected', errors: [{ path: 'user_id', code: 'NOT_FOUND' }] },
    { state: 'created', amount: 2.5, balance: 2.5 },
    { state: 'rejected', errors: [{ path: 'code' }] },
  ]);
});
