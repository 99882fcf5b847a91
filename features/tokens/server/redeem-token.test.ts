/** Redeeming: once a token whoever tries, refused alike, and the ledger agrees with the tokens after anything. */
import fc from 'fast-check';
import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../../server/context.ts';
import type { LiltTokens } from '../../../server/db/types.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { system } from '../../../test/system.ts';
import { redeemToken } from './redeem-token.ts';
import { updateToken } from './tokens.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let made = 0;

async function makeToken(values: Partial<Insertable<LiltTokens>> = {}) {
  return db()
    .insertInto('lilt_tokens')
    .values({ code: `Redeem-${++made}`, amount: 250, ...values })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
}
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const somebody = async (values: object = {}) => (await makeSiteUser(db(), values)).id;
const redeem = (code: string, user_id: number, context: Context = system(db())) =>
  redeemToken(context, { code, user_id });
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'redeemed',
    (error: Error) => error.message,
  );
const entriesOf = (token: number) =>
  db()
    .selectFrom('lilt_entries')
    .select(['id', 'user_id', 'amount', 'kind', 'created_by'])
    .where('kind', '=', 'token')
    .where('reference', '=', String(token))
    .execute();
const balanceOf = async (id: number) =>
  (await db().selectFrom('site_users').select('lilt_balance').where('id', '=', id).executeTakeFirstOrThrow())
    .lilt_balance;
/** Its last day goes by, which no save can bring about. */
const expire = (id: number) =>
  db().updateTable('lilt_tokens').set({ expiry_date: '2001-01-01' }).where('id', '=', id).execute();
const usedOf = async (id: number) =>
  (await db().selectFrom('lilt_tokens').select('used').where('id', '=', id).executeTakeFirstOrThrow()).used;

const REFUSED = "This LiL token can't be redeemed";

test('a code is the same however its letters are composed', async () => {
  const [token, user] = [await makeToken({ code: 'fianc\u00e9e' }), await somebody()];
  expect((await redeem('FIANCE\u0301E', user)).amount).toBe(2.5);
  expect(await usedOf(token.id)).toBe(1);
});

describe('redeemToken', () => {
  test('books its coins once, in whatever case the code comes, and says so in both records', async () => {
    const [token, user] = [await makeToken({ expiry_date: day(0) }), await somebody()];
    const { amount, entry_id } = await redeem(` ${token.code.toUpperCase()} `, user);
    expect(amount).toBe(2.5);
    expect(await entriesOf(token.id)).toEqual([
      { id: entry_id, user_id: user, amount: 250, kind: 'token', created_by: null },
    ]);
    expect([await usedOf(token.id), await balanceOf(user)]).toEqual([1, 250]);
    const log = await db()
      .selectFrom('audit_entries')
      .select(['entity', 'action', 'before', 'after'])
      .where(
        sql<boolean>`(entity, entity_id) in (('token', ${String(token.id)}), ('site_user', ${String(user)}))`,
      )
      .orderBy('id')
      .execute();
    expect(log).toMatchObject([
      {
        entity: 'site_user',
        action: 'redeem_token',
        before: { lilt_balance: 0 },
        after: { lilt_balance: 2.5, token: token.id },
      },
      { entity: 'token', action: 'redeem', before: { used: 0 }, after: { used: 1, user_id: user } },
    ]);
    expect(await outcome(redeem(token.code, user))).toBe(REFUSED);
  });

  test('refuses alike what is unknown, used, switched off or past its day, and books nothing', async () => {
    const user = await somebody();
    const codes = [
      'nobody has this',
      '',
      (await makeToken({ used: 1 })).code,
      (await makeToken({ status: 0 })).code,
      (await makeToken({ expiry_date: day(-1) })).code,
    ];
    const refusals = await Promise.allSettled(codes.map((code) => redeem(code, user)));
    for (const refusal of refusals)
      expect(refusal).toMatchObject({
        reason: { status: 400, message: REFUSED, details: {} },
      });
    expect(await balanceOf(user)).toBe(0);
  });

  test('not for whoever is deleted or nobody; the token is there for the next', async () => {
    const token = await makeToken();
    expect(await outcome(redeem(token.code, await somebody({ del_status: 1 })))).toBe(
      'This user has been deleted',
    );
    expect(await outcome(redeem(token.code, 99_999_999))).toBe('Not found');
    expect([await usedOf(token.id), await entriesOf(token.id)]).toEqual([0, []]);
    expect(await outcome(redeem(token.code, await somebody()))).toBe('redeemed');
  });

  test('from within a program: its own people, and nobody else’s', async () => {
    const program_id = (await makeProgram(db())).id;
    const { platform } = app();
    const actor = { admin_id: 0, email: '', program_id, role: 'admin' as const, permissions: [] };
    const context = { ...system(platform.database.forProgram(program_id), actor), platform };
    const token = await makeToken();
    expect(await outcome(redeem(token.code, await somebody(), context))).toBe('Not found');
    expect(await outcome(redeem(token.code, await somebody({ program_id }), context))).toBe('redeemed');
  });

  test('fifty at once, by fifty people and by one: one entry', async () => {
    const users = await Promise.all(Array.from({ length: 50 }, () => somebody()));
    const [one = 0] = users;
    for (const who of [users, users.map(() => one)]) {
      const token = await makeToken();
      const outcomes = await Promise.all(who.map((user) => outcome(redeem(token.code, user))));
      expect(outcomes.toSorted()).toEqual([...Array.from({ length: 49 }, () => REFUSED), 'redeemed']);
      const entries = await entriesOf(token.id);
      expect(entries).toHaveLength(1);
      expect(entries[0]?.user_id).toBe(who[outcomes.indexOf('redeemed')]);
    }
    const balances = await Promise.all(users.map(balanceOf));
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(500);
  });

  test('while it is being switched off and raised: what was booked is what it is worth', async () => {
    for (let round = 0; round < 8; round++) {
      const [token, user] = [await makeToken(), await somebody()];
      const edit = (token_data: object) => outcome(updateToken(system(db()), { id: token.id, token_data }));
      await Promise.all([
        edit({ amount: 9 }),
        outcome(redeem(token.code, user)),
        edit({ status: false }),
        outcome(redeem(token.code, user)),
        edit({ amount: 4 }),
        outcome(expire(token.id)),
      ]);
      expect(await agree([token.id])).toBe(true);
    }
  });

  test('the database itself books no token twice', async () => {
    const [token, user] = [await makeToken(), await somebody()];
    await redeem(token.code, user);
    const again = { user_id: await somebody(), amount: 250, kind: 'token', reference: String(token.id) };
    await expect(db().insertInto('lilt_entries').values(again).execute()).rejects.toMatchObject({
      constraint: 'lilt_entries_token_once',
    });
  });
});

test('after any history the ledger’s sum is that of the used tokens', async () => {
  const which = fc.nat(2);
  const step = fc.oneof(
    fc.record({ do: fc.constant('redeem' as const), which, user: fc.nat(2) }),
    fc.record({ do: fc.constant('toggle' as const), which, status: fc.boolean() }),
    fc.record({
      do: fc.constant('edit' as const),
      which,
      amount: fc.integer({ min: 1, max: 9999 }),
      expiry_date: fc.constantFrom(null, '2999-01-01'),
    }),
    fc.record({ do: fc.constant('expire' as const), which }),
  );
  const history = fc.asyncProperty(
    fc.array(step, { minLength: 5, maxLength: inDepth(15, 60) }),
    fc.boolean(),
    async (steps, atOnce) => {
      const users = await Promise.all([somebody(), somebody({ del_status: 1 }), somebody()]);
      const tokens = await Promise.all([makeToken(), makeToken(), makeToken({ status: 0 })]);
      const run = (one: (typeof steps)[number]) => {
        const token = tokens[one.which] ?? { id: 0, code: '' };
        if (one.do === 'redeem') return outcome(redeem(token.code, users[one.user] ?? 0));
        if (one.do === 'expire') return outcome(expire(token.id));
        const token_data =
          one.do === 'toggle'
            ? { status: one.status }
            : { amount: one.amount / 100, expiry_date: one.expiry_date };
        return outcome(updateToken(system(db()), { id: token.id, token_data }));
      };
      if (atOnce) await Promise.all(steps.map(run));
      else for (const one of steps) await run(one);
      expect(await agree(tokens.map(({ id }) => id))).toBe(true);
      expect(await balanceOf(users[1] ?? 0)).toBe(0);
    },
  );
  await fc.assert(history, { numRuns: inDepth(8, 200) });
});

/** Whether each of the used tokens has an entry of its amount, and no other has one. */
async function agree(ids: number[]): Promise<boolean> {
  const { rows } = await sql<{ booked: number; worth: number; entries: number; used: number }>`
    select coalesce(sum(e.amount), 0) as booked, coalesce(sum(t.amount * t.used), 0) as worth,
      count(e.id) as entries, sum(t.used) as used
    from lilt_tokens t left join lilt_entries e on e.kind = 'token' and e.reference = t.id::text
    where t.id = any (${ids}::integer[])`.execute(db());
  const [found] = rows;
  return found !== undefined && found.booked === found.worth && found.entries === found.used;
}
