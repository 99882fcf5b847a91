/** In what order payees and their payouts stand, and what a page past the end says. */
import { beforeAll, describe, expect, test } from 'vitest';
import { minorOf, toMajor } from '../../../../core/money.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { giveMethod } from '../../../../test/models/paying.ts';
import { makeBatch } from '../../../../test/rows/batches.ts';
import { makeCharge } from '../../../../test/rows/charges.ts';
import { system } from '../../../../test/system.ts';
import { PAYOUT_SORTS, type Payee } from '../../contract.ts';
import { payeeId, payeeOf } from '../../rules.ts';
import { troubledPayees } from './payees.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
/** Minor units: 90 JPY are fewer than 2.00 EUR, and neither is more than the other. */
const DUE = { USD: [300, 1000], EUR: [200, 500], JPY: [90, 700] } as const;

let program_id: number;
let superadmin: Call;
let bound: Call;
let payees: { id: number; currency: string; amount: number }[];

beforeAll(async () => {
  program_id = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['money'], program_id });
  payees = [];
  for (const at of [0, 1]) {
    const { id } = await makeInstructor(db(), { program_id, first_name: 'Sorted' });
    const { id: class_id } = await makeClass(db(), { instructor_id: id, program_id });
    for (const [currency, amounts] of Object.entries(DUE)) {
      const amount = amounts[at] ?? 0;
      await makeCharge(db(), { class_id, instructor_id: id, program_id, currency, amount });
      payees.push({ id: payeeId({ user_id: id, program_id: null }, currency), currency, amount });
    }
    await giveMethod(db(), id);
  }
});

type Row = { id: number; currency: string; amount: number };
const byId = ({ id }: Row, other: Row) => id - other.id;
/** Within a currency alone; the currencies by their letters either way. */
const byAmount = (direction: 1 | -1) => (a: Row, b: Row) =>
  a.currency.localeCompare(b.currency) || direction * (a.amount - b.amount);

test('payees stand by id as ids are numbered, and by amount within their currency', async () => {
  for (const call of [superadmin, bound]) {
    const sorted = async (order: string) =>
      (await call('GET', `payouts?name=sorted&${order}`)).body.payouts.map(({ id }: Row) => id);
    const ids = (rows: Row[]) => rows.map(({ id }) => id);
    expect(await sorted('sort_by=id')).toEqual(ids(payees.toSorted(byId)));
    expect(await sorted('sort_by=id&sort_dest=desc')).toEqual(ids(payees.toSorted(byId).reverse()));
    for (const name of ['amount', 'payout']) {
      expect(await sorted(`sort_by=${name}`)).toEqual(ids(payees.toSorted(byAmount(1))));
      expect(await sorted(`sort_by=${name}&sort_dest=desc`)).toEqual(ids(payees.toSorted(byAmount(-1))));
    }
  }
});

test('who has no name is found by what stands for one', async () => {
  const [{ id } = { id: 0 }] = payees;
  const user_id = payeeOf(id)?.user_id ?? 0;
  const named = db().updateTable('site_users').where('id', '=', user_id);
  await named.set({ first_name: ' ', last_name: '' }).execute();
  for (const call of [superadmin, bound]) {
    const byId: Payee[] = (await call('GET', `payouts?name=%23${user_id}`)).body.payouts;
    expect(byId.map(({ pay_to_id }) => pay_to_id)).toEqual([user_id, user_id, user_id]);
    const { body } = await call('GET', `payouts?name=${encodeURIComponent(`user #${user_id}`)}`);
    expect(body.payouts.map(({ instructor_name }: never) => instructor_name)).toEqual(
      Array.from({ length: 3 }, () => `User #${user_id}`),
    );
  }
  await named.set({ first_name: 'Sorted' }).execute();
  for (const whose of [`name=%23${user_id}`, `user_id=${user_id}`]) {
    const { body } = await superadmin('GET', `payouts?${whose}`);
    expect(body.payouts.map((payee: { id: number }) => payeeOf(payee.id)?.user_id)).toEqual(
      Array.from({ length: 3 }, () => user_id),
    );
  }
});

test('each filter leaves those of the whole list whom it is of, with all that is theirs', async () => {
  const { id } = await makeInstructor(db(), { program_id, first_name: 'Methodless' });
  const owing = await makeInstructor(db(), { program_id, first_name: 'Owing' });
  const lacking = await makeInstructor(db(), { program_id, first_name: 'Lacking' });
  for (const instructor_id of [id, lacking.id]) {
    const { id: class_id } = await makeClass(db(), { instructor_id, program_id });
    await makeCharge(db(), { class_id, instructor_id, program_id });
  }
  await db().insertInto('payment_settings').values({ user_id: lacking.id, paid_by: 'venmo' }).execute();
  await db()
    .insertInto('payout_adjustments')
    .values({
      user_id: owing.id,
      scope_program_id: program_id,
      currency: 'USD',
      amount: -100,
      kind: 'refund',
      created_at: '2020-01-01T00:00:00Z',
    })
    .execute();
  for (const call of [superadmin, bound]) {
    const listed = async (query: string): Promise<Payee[]> =>
      (await call('GET', `payouts?${query}`)).body.payouts;
    const whole = await listed('');
    const all = new Set([id, owing.id, lacking.id, ...payees.map((payee) => payeeOf(payee.id)?.user_id)]);
    expect(new Set(whole.map(({ pay_to_id }) => pay_to_id).filter((user) => user !== null))).toEqual(all);
    expect(await listed('method=venmo')).toEqual(whole.filter(({ paid_by }) => paid_by === 'venmo'));
    expect(await listed('name=OWING')).toEqual(whole.filter(({ pay_to_id }) => pay_to_id === owing.id));
    expect(whole.filter(({ method_fault }) => method_fault === 'User missing')).toMatchObject([
      { pay_to_id: lacking.id },
    ]);
    const isOneOf = (users: number[]) => (payee: Payee) => users.includes(payee.pay_to_id ?? 0);
    for (const [tick, is] of [
      ['without_method', isOneOf([id, lacking.id])],
      ['stuck_debt', isOneOf([owing.id])],
      ['payable', (payee: Payee) => !isOneOf([id, lacking.id, owing.id])(payee)],
    ] as const) {
      expect(await listed(`${tick}=1`)).toEqual(whole.filter(is));
      expect(await listed(`${tick}=0`)).toEqual(whole.filter((payee) => !is(payee)));
    }
  }
});

test('a page past the end says how many there are', async () => {
  for (const call of [superadmin, bound])
    expect((await call('GET', 'payouts?name=sorted&page=9')).body).toEqual({
      payouts: [],
      count: 6,
      payees: 2,
      people: 2,
      sums: expect.any(Array),
    });
});

test('a page of transactions past the end says how many there are', async () => {
  const [{ id } = { id: 0 }] = payees;
  for (const call of [superadmin, bound]) {
    const { body } = await call('GET', `payout-transactions?payee_id=${id}&page=2`);
    expect(body).toEqual({
      transactions: [],
      count: 1,
      bridge: expect.objectContaining({ paid: expect.any(Number) }),
    });
  }
});

test('payouts stand by amount within their currency', async () => {
  const batch = await makeBatch(
    db(),
    payees.map(({ id }) => id),
    app().platform,
  );
  const amounts = async (dest: string) =>
    (
      await superadmin('GET', `payouts-history?batch_id=${batch.id}&sort_by=amount&sort_dest=${dest}`)
    ).body.payouts.map(({ currency, amount }: Row) => [currency, amount]);
  const inOrder = (direction: 1 | -1) =>
    payees.toSorted(byAmount(direction)).map(({ currency, amount }) => [currency, toMajor(amount, currency)]);
  expect(await amounts('asc')).toEqual(inOrder(1));
  expect(await amounts('desc')).toEqual(inOrder(-1));
});

test('with a program, the balances and payouts of those at home there, and of it; Home counts the same', async () => {
  const elsewhere = (await makeProgram(db())).id;
  const { id: user_id } = await makeInstructor(db(), { program_id: elsewhere, first_name: 'Settled' });
  const { id: class_id } = await makeClass(db(), { instructor_id: user_id, program_id });
  await makeCharge(db(), { class_id, instructor_id: user_id, program_id, currency: 'USD' });
  const idsOf = async (path: string, call = superadmin) =>
    (await call('GET', path)).body.payouts.map(({ id }: Row) => id);
  const settled = payeeId({ user_id, program_id: null }, 'USD');
  expect(await idsOf(`payouts?program_id=${elsewhere}`)).toEqual([settled]);
  expect(await idsOf(`payouts?program_id=${program_id}`)).not.toContain(settled);
  // A foreign program is not theirs to ask for.
  expect(await idsOf(`payouts?program_id=${elsewhere}`, bound)).toEqual(await idsOf('payouts', bound));
  const waiting = async (of: number) => {
    const { body } = await superadmin('GET', `dashboard/attention?program_id=${of}`);
    return body.items.find(({ kind }: { kind: string }) => kind === 'payees_without_method');
  };
  expect(await waiting(elsewhere)).toMatchObject({
    count: 1,
    link: `/payouts?without_method=1&program_id=${elsewhere}`,
  });
  await giveMethod(db(), user_id);
  expect(await waiting(elsewhere)).toBeUndefined();
  const { id } = await makeBatch(db(), [settled], app().platform);
  const paid = await idsOf(`payouts-history?batch_id=${id}`);
  expect(await idsOf(`payouts-history?batch_id=${id}&program_id=${elsewhere}`)).toEqual(paid);
  expect(await idsOf(`payouts-history?batch_id=${id}&program_id=${program_id}`)).toEqual([]);
});

test('counts balances, and the people whose they are; Home counts people', async () => {
  const { id: instructor_id } = await makeInstructor(db(), { program_id, first_name: 'Polyglot' });
  const { id: class_id } = await makeClass(db(), { instructor_id, program_id });
  const home = () => troubledPayees({ ...system(db()), platform: app().platform });
  const before = await home();
  for (const currency of ['USD', 'EUR', 'JPY'])
    await makeCharge(db(), { class_id, instructor_id, program_id, currency });
  for (const call of [superadmin, bound])
    for (const query of ['name=polyglot', 'name=polyglot&without_method=1', 'name=polyglot&page=2'])
      expect((await call('GET', `payouts?${query}`)).body).toMatchObject({ count: 3, payees: 1 });
  expect((await superadmin('GET', 'payouts?name=nobody-at-all')).body).toMatchObject({ count: 0, payees: 0 });
  const now = await home();
  expect(now.without_method.count - before.without_method.count).toBe(1);
});

describe('the balances of a payee together', () => {
  const query = 'name=sorted&by_payee=1';
  const payeeOfRow = ({ id }: Row) => payeeOf(id)?.user_id;

  test('stand where the first of them would stand, in the order of the list', async () => {
    for (const call of [superadmin, bound])
      for (const sort_by of PAYOUT_SORTS)
        for (const sort_dest of ['asc', 'desc']) {
          const order = `sort_by=${sort_by}&sort_dest=${sort_dest}`;
          const plain: Row[] = (await call('GET', `payouts?name=sorted&${order}`)).body.payouts;
          const together = (await call('GET', `payouts?${query}&${order}`)).body.payouts;
          const expected = [...Map.groupBy(plain, payeeOfRow).values()].flat();
          expect([order, together]).toEqual([order, expected]);
          for (const row of together) expect(row.balances).toBe(3);
        }
  });

  test('of a page are fifty, of all pages each once; counts and sums are of all pages', async () => {
    const own = (await makeProgram(db())).id;
    const people = 21;
    for (let at = 0; at < people; at += 1) {
      const { id: instructor_id } = await makeInstructor(db(), { program_id: own, first_name: 'Paged' });
      const { id: class_id } = await makeClass(db(), { instructor_id, program_id: own });
      for (const [place, currency] of ['USD', 'EUR', 'JPY'].slice(0, 1 + (at % 3)).entries())
        await makeCharge(db(), {
          class_id,
          instructor_id,
          program_id: own,
          currency,
          amount: 1000 + 7 * at + place,
        });
      for (const currency of ['GBP', 'CAD'])
        await makeCharge(db(), { class_id, instructor_id, program_id: own, currency, amount: 500 + at });
    }
    const ofOwn = await app().as({ permissions: ['money'], program_id: own });
    for (const call of [superadmin, ofOwn])
      for (const order of ['sort_by=instructor_name', 'sort_by=amount&sort_dest=desc']) {
        const pages = await Promise.all(
          [1, 2, 3].map(
            async (page) => (await call('GET', `payouts?name=paged&by_payee=1&${order}&page=${page}`)).body,
          ),
        );
        expect(pages.map(({ payouts }) => payouts.length)).toEqual([50, 34, 0]);
        const rows: Payee[] = pages.flatMap(({ payouts }) => payouts);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(84);
        // A payee over the edge of a page goes on with the next: nobody comes twice.
        const runs = rows.filter(
          (row, at) => payeeOfRow(row) !== payeeOfRow(rows[at - 1] ?? { ...row, id: 1 }),
        );
        expect(runs).toHaveLength(people);
        for (const { count, payees, people: users, sums } of pages) {
          expect([count, payees, users]).toEqual([84, people, people]);
          expect(sums).toEqual(sumsOf(rows));
        }
        for (const [payee, balances] of Map.groupBy(rows, payeeOfRow))
          expect([payee, balances.map((row) => row.balances)]).toEqual([
            payee,
            balances.map(() => balances.length),
          ]);
      }
  });

  test('and their sums are of what the caller sees: nothing of another program', async () => {
    const stranger = await app().as({ permissions: ['money'], program_id: (await makeProgram(db())).id });
    expect((await stranger('GET', 'payouts?by_payee=1')).body).toEqual({
      payouts: [],
      count: 0,
      payees: 0,
      people: 0,
      sums: [],
    });
  });
});

/** Written apart: by currency, the one of most balances first, in minor units of each. */
function sumsOf(rows: readonly Payee[]) {
  const names = ['amount', 'payout', 'held_amount'] as const;
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .toSorted(([one, some], [other, more]) => more.length - some.length || one.localeCompare(other))
    .map(([currency, some]) => ({
      currency,
      balances: some.length,
      ...Object.fromEntries(
        names.map((name) => [
          name,
          toMajor(
            some.reduce((sum, row) => sum + minorOf(row[name], currency), 0),
            currency,
          ),
        ]),
      ),
    }));
}
