/** Ledgers of coins after anything that sites tell, against a model that knows nothing of them. Specification: Sites, coins. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import { makeProduct, makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { makeToken, purseOf } from '../../../../test/rows/coins.ts';
import { inDays, makeEvent } from '../../../../test/rows/events.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

const USERS = 3;
const who = fc.integer({ min: 0, max: USERS - 1 });
const step = fc.oneof(
  fc.record({ what: fc.constant('coins' as const), who, hundredths: fc.integer({ min: 1, max: 900 }) }),
  fc.record({ what: fc.constant('tokens/redeem' as const), who, token: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ what: fc.constant('tickets' as const), who, quantity: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ what: fc.constant('purchases' as const), who, hundredths: fc.integer({ min: 0, max: 700 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Steps, each told once or more, at once or one after the other. */
const told = fc.array(fc.record({ step, times: fc.integer({ min: 1, max: 3 }), atOnce: fc.boolean() }), {
  minLength: 5,
  maxLength: 25,
});

const BOUND = 30;
const TICKET_PRICE = 125;
const AVAILABLE = 9;
const TOKEN = 250;

async function world() {
  const { id: program_id } = await makeProgram(db(), { site_coins_per_day: BOUND });
  const { site_key } = await makeSiteKey(db(), program_id);
  const users = await Promise.all(Array.from({ length: USERS }, () => makeSiteUser(db(), { program_id })));
  const tokens = await Promise.all(Array.from({ length: 4 }, () => makeToken(db(), { amount: TOKEN })));
  const terms = { end_at: inDays(1), ticket_price: TICKET_PRICE, available: AVAILABLE };
  const event_id = (await makeEvent(db(), { program_id, ...terms })).id;
  const product_id = (await makeProduct(db(), { program_id })).id;
  const ids = users.map(({ id }) => id);
  const bodyOf = (one: Step) => {
    const user_id = ids[one.who];
    if (one.what === 'coins') return { user_id, amount: one.hundredths / 100, reason: 'A rule' };
    if (one.what === 'tokens/redeem') return { user_id, code: tokens[one.token] };
    if (one.what === 'tickets') return { user_id, event_id, quantity: one.quantity };
    return { user_id, product_id, price: one.hundredths / 100 };
  };
  const tell = (one: Step, reference: string) =>
    app().call(
      'POST',
      `/api/site/${one.what}`,
      { reference, ...bodyOf(one) },
      { authorization: `Bearer ${site_key}` },
    );
  return { ids, tell, event_id };
}

/** Plain sums; says of a step whether it goes through, and books it then. */
function modelOf() {
  const balances = Array.from({ length: USERS }, () => 0);
  const used = new Set<number>();
  let [given, sold] = [0, 0];
  const add = (who: number, hundredths: number) => {
    const after = (balances[who] ?? 0) + hundredths;
    if (after < 0) return false;
    balances[who] = after;
    return true;
  };
  const books = (one: Step): boolean => {
    if (one.what === 'coins') {
      if (given + one.hundredths > BOUND * 100) return false;
      given += one.hundredths;
      return add(one.who, one.hundredths);
    }
    if (one.what === 'tokens/redeem') {
      if (used.has(one.token)) return false;
      used.add(one.token);
      return add(one.who, TOKEN);
    }
    if (one.what === 'purchases') return add(one.who, -one.hundredths);
    if (sold + one.quantity > AVAILABLE || !add(one.who, -TICKET_PRICE * one.quantity)) return false;
    sold += one.quantity;
    return true;
  };
  return { balances, books, sold: () => sold };
}

test('are what a model says, whatever is told, doubled and at once', async () => {
  await fc.assert(
    fc.asyncProperty(told, async (steps) => {
      const { ids, tell, event_id } = await world();
      const model = modelOf();
      for (const [index, { step: one, times, atOnce }] of steps.entries()) {
        const again = () => tell(one, `step-${index}`);
        const answers = atOnce ? await Promise.all(Array.from({ length: times }, again)) : [];
        while (answers.length < times) answers.push(await again());
        const goes = model.books(one);
        expect(new Set(answers.map(({ status }) => status === 200))).toEqual(new Set([goes]));
        const created = answers.filter(({ body }) => body.results?.[0].state === 'created');
        expect(created).toHaveLength(goes ? 1 : 0);
        const balance = created[0]?.body.results[0].balance as number | undefined;
        expect(balance).toBe(goes ? (model.balances[one.who] ?? 0) / 100 : undefined);
      }
      const purses = await Promise.all(ids.map((id) => purseOf(db(), id)));
      expect(purses).toEqual(model.balances.map((balance) => ({ balance, ledger: balance })));
      const event = db().selectFrom('events').select('tickets').where('id', '=', event_id);
      expect((await event.executeTakeFirstOrThrow()).tickets).toBe(model.sold());
    }),
    { numRuns: inDepth(8, 200) },
  );
});

test('all of many steps told at once, in any order and twice: no coin is lost or made', async () => {
  await fc.assert(
    fc.asyncProperty(told, async (steps) => {
      const { ids, tell, event_id } = await world();
      const all = steps.flatMap(({ step: one, times }, index) =>
        Array(times).fill({ one, reference: `all-${index}` }),
      );
      const answers = await Promise.all(all.toReversed().map(({ one, reference }) => tell(one, reference)));
      expect(new Set(answers.map(({ status }) => status))).not.toContain(500);
      const purses = await Promise.all(ids.map((id) => purseOf(db(), id)));
      for (const { balance, ledger } of purses) expect([balance, balance >= 0]).toEqual([ledger, true]);
      const facts = await db()
        .selectFrom('lilt_entries')
        .select(['kind', (eb) => eb.fn.sum<number>('amount').as('amount')])
        .where('user_id', 'in', ids)
        .groupBy('kind')
        .execute();
      const of = (kind: string) => Number(facts.find((fact) => fact.kind === kind)?.amount ?? 0);
      expect(of('grant')).toBeLessThanOrEqual(BOUND * 100);
      const { tickets } = await db()
        .selectFrom('events')
        .select('tickets')
        .where('id', '=', event_id)
        .executeTakeFirstOrThrow();
      expect(of('ticket')).toBe(0 - tickets * TICKET_PRICE);
    }),
    { numRuns: inDepth(4, 100) },
  );
});
