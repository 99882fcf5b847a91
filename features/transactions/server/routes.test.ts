/** Charges as they are listed, with their refunds, lines and sums, over HTTP. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { asSystem } from '../../../server/context.ts';
import { makeAdmin, makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { giveMethod } from '../../../test/models/paying.ts';
import { makeBatch } from '../../../test/rows/batches.ts';
import { makeCharge, makePayout, makeRefund } from '../../../test/rows/charges.ts';
import { linesOf, setRows } from '../../../test/rows/commission-groups.ts';
import { payeeId } from '../../payouts/rules.ts';
import { TRANSACTION_SORTS } from '../contract.ts';
import { REFUND_STATES } from '../refunds/rules.ts';
import { entriesOf, refundsOf } from '../refunds/server/refund-entries.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let elsewhere: number;
let bound: Call & { admin_id: number };
let globalAdmin: Call;
let superadmin: Call;
let ada: Awaited<ReturnType<typeof makeInstructor>>;
let grace: typeof ada;
let sam: typeof ada;

beforeAll(async () => {
  program = (await makeProgram(db(), { program_display_name: 'Pots & co' })).id;
  elsewhere = (await makeProgram(db())).id;
  bound = await app().as({ permissions: ['money'], program_id: program });
  globalAdmin = await app().as({ permissions: ['money'] });
  superadmin = await app().as({ permissions: ['superadmin'] });
  ada = await makeInstructor(db(), { program_id: program, first_name: 'Ada', last_name: 'Löwe' });
  grace = await makeInstructor(db(), { program_id: elsewhere, first_name: 'Grace', last_name: 'Hop' });
  sam = await makeSiteUser(db(), { program_id: program, first_name: 'Sam', last_name: 'Student' });
});

const classOf = async (values: object = {}) =>
  (await makeClass(db(), { instructor_id: ada.id, program_id: program, ...values })).id;
/** A sale of Ada's to Sam, of a class of its own unless one is named. */
async function sale({ class_id, ...values }: Partial<Parameters<typeof makeCharge>[1]> = {}) {
  return makeCharge(db(), {
    class_id: class_id ?? (await classOf()),
    instructor_id: ada.id,
    program_id: program,
    student_id: sam.id,
    ...values,
  });
}
const listed = async (call: Call, query: string) => {
  const { status, body } = await call('GET', `transactions?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const ids = ({ transactions }: { transactions: { id: number }[] }) => transactions.map(({ id }) => id);
const asBound = () => ({
  ...asSystem(app().platform, 'test', {
    admin_id: bound.admin_id,
    email: '',
    program_id: program,
    role: 'admin',
    permissions: ['money'],
  }),
});

describe('a row', () => {
  test('says what was sold, to whom, what came of it and who gets what', async () => {
    await setRows(db(), 'instructor', ada.id, [
      { type: 0, commission: 20 },
      { type: 1, commission: 10 },
      { type: 2, commission: 5, referrer_id: grace.id },
    ]);
    const rows = await db()
      .selectFrom('commission_rows')
      .select(['id', 'type'])
      .where('owner_id', '=', ada.id)
      .where('level', '=', 2)
      .execute();
    const row_id = (type: number) => rows.find((row) => row.type === type)?.id ?? 0;
    const class_id = await classOf({ class_name: 'Wheel throwing' });
    const charge = await sale({
      class_id,
      created_at: '2026-03-04T05:06:07.000Z',
      description: 'Wheel throwing, spring',
      code: 'SPRING',
      discount_percent: 20,
      discount_amount: 1000,
      lines: [
        { type: 0, amount: 800, row_id: row_id(0) },
        { type: 1, amount: 400, row_id: row_id(1), program_id: program },
        { type: 2, amount: 200, row_id: row_id(2), user_id: grace.id },
        { type: 4, amount: 2600 },
      ],
    });
    const lines = await linesOf(db(), charge.id);
    const payout = await makePayout(db(), {
      lines: [lines[1]?.id ?? 0],
      currency: 'USD',
      program_id: program,
    });
    await makeRefund(db(), { charge_id: charge.id, amount: 100, reason: 'Ill', created_by: bound.admin_id });
    await makeRefund(db(), { charge_id: charge.id, amount: 50, state: 'requested' });

    const { transactions, count, sums } = await listed(bound, `id=${charge.id}`);
    expect(count).toBe(1);
    const sold = {
      currency: 'USD',
      description: 'Wheel throwing, spring',
      class_id,
      class_name: 'Wheel throwing',
      instructor_id: ada.id,
      instructor_name: 'Ada Löwe',
      student_id: sam.id,
      student_name: 'Sam Student',
      program_id: program,
      charge_type: 'class_payment',
      charge_discount_percent: 20,
      charge_discount_amount: 10,
    };
    const line = { refunded: 0, payout_status: 0, payout_id: null, held: null, commission: 100 };
    expect(transactions).toEqual([
      {
        ...sold,
        id: charge.id,
        created_at: '2026-03-04T05:06:07.000Z',
        type: 'payment',
        status: 'succeeded',
        amount: 40,
        refunded: 1,
        reserved: 0.5,
        refund_available: 38.5,
        code: 'SPRING',
        source: 'hand',
        recorded_at: expect.any(String),
        by_hand: 1,
        disputed_at: null,
        held: null,
        children: [
          expect.objectContaining({
            ...sold,
            type: 'refund',
            amount: -1,
            status: 'succeeded',
            reason: 'Ill',
            by_hand: 1,
            returned_at: null,
            returned_by: null,
            unknown: 0,
            failure: null,
            refund_available: 0,
            settled_at: expect.any(String),
            created_by: expect.stringContaining('@'),
          }),
          expect.objectContaining({ amount: -0.5, status: null, settled_at: null, created_by: null }),
        ],
        parts: [],
        commissions: [
          {
            ...line,
            id: lines[0]?.id,
            type: 0,
            row_id: row_id(0),
            payee: { kind: 'site', id: null, name: 'GLOBAL SITE' },
            amount: 8,
            refunded: 1,
          },
          {
            ...line,
            id: lines[1]?.id,
            type: 1,
            row_id: row_id(1),
            payee: { kind: 'program', id: program, name: 'Pots & co' },
            amount: 4,
            payout_status: 1,
            payout_id: payout.id,
          },
          {
            ...line,
            id: lines[2]?.id,
            type: 2,
            row_id: row_id(2),
            payee: { kind: 'user', id: grace.id, name: `User #${grace.id}` },
            amount: 2,
          },
          {
            ...line,
            id: lines[3]?.id,
            type: 4,
            row_id: 0,
            payee: { kind: 'user', id: ada.id, name: 'Ada Löwe' },
            amount: 26,
          },
        ],
      },
    ]);
    expect(sums).toEqual([{ currency: 'USD', sold: 40, refunded: 1, paid_out: 4, open: 35 }]);
    await setRows(db(), 'instructor', ada.id, []);
  });

  test('a line in a batch that nobody has approved is not paid, whosever payout it is', async () => {
    const { id } = await sale({ currency: 'EUR', instructor_id: grace.id });
    await giveMethod(db(), grace.id);
    const batch = await makeBatch(db(), [payeeId({ user_id: grace.id, program_id: null }, 'EUR')], {
      approval: true,
      ...app().platform,
    });
    const lines = async (call: Call) => (await listed(call, `id=${id}`)).transactions[0].commissions;
    for (const call of [bound, globalAdmin, superadmin])
      expect(await lines(call)).toMatchObject([{ payout_status: 0, payout_id: batch.payout }]);
    const proposed = async (of: number) =>
      (
        await sql`select proposed_lines(array[${id}::integer])`.execute(
          app().platform.database.forProgram(of),
        )
      ).rows;
    expect([await proposed(program), await proposed(elsewhere)]).toEqual([[expect.anything()], []]);
    expect((await superadmin('POST', `payout-batch/${batch.id}/approve`)).status).toBe(200);
    for (const call of [bound, globalAdmin, superadmin])
      expect(await lines(call)).toMatchObject([{ payout_status: 1, payout_id: batch.payout }]);
  });

  test('a bundle shows what falls on each class, and a refund of one names that class', async () => {
    const bundle = await classOf({ class_name: 'All of it', is_bundle: true });
    const [one, two] = [await classOf({ class_price: 3000 }), await classOf({ class_price: 1000 })];
    await db()
      .insertInto('bundle_classes')
      .values([one, two].map((class_id, position) => ({ bundle_id: bundle, class_id, position })))
      .execute();
    const { id } = await sale({ class_id: bundle, charge_type: 'bundle_payment', amount: 1001 });
    await makeRefund(db(), { charge_id: id, amount: 200, class_id: one });
    await makeRefund(db(), { charge_id: id, amount: 50, class_id: two, state: 'pending' });
    const [row] = (await listed(bound, `id=${id}`)).transactions;
    expect(row.parts).toEqual([
      expect.objectContaining({ class_id: one, amount: 7.51, refunded: 2, refund_available: 5.51 }),
      expect.objectContaining({ class_id: two, amount: 2.5, refunded: 0, refund_available: 2 }),
    ]);
    expect(row.children.map(({ class_id }: { class_id: number }) => class_id)).toEqual([one, two]);
  });

  test('a refund says to the outside no more than the provider has said', async () => {
    const { id } = await sale();
    for (const state of REFUND_STATES) await makeRefund(db(), { charge_id: id, amount: 100, state });
    const { refunds } = await refundsOf(asBound(), id);
    const said = refunds.map(({ status, unknown, failure, settled_at, by_hand }) => [
      status,
      unknown,
      failure,
      settled_at !== null,
      by_hand,
    ]);
    expect(said).toEqual([
      [null, 0, null, false, 1],
      [null, 0, null, false, 1],
      [null, 1, null, false, 1],
      ['pending', 0, null, false, 1],
      ['succeeded', 0, null, true, 1],
      ['failed', 0, 'The card is gone', true, 1],
    ]);
    const [row] = (await listed(bound, `id=${id}`)).transactions;
    expect(row.children).toEqual(refunds);
    expect([row.refunded, row.reserved, row.refund_available]).toEqual([1, 4, 44.99]);
  });

  test('what is held or disputed says why, on the charge and on what is not paid of it', async () => {
    const { id: disputed } = await sale({ disputed_at: '2026-01-01T00:00:00.000Z' });
    const charge = await sale();
    await makePayout(db(), {
      lines: (await linesOf(db(), charge.id)).map(({ id }) => id),
      currency: 'USD',
      user_id: ada.id,
    });
    await db()
      .updateTable('charges')
      .set({ disputed_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', charge.id)
      .execute();
    const { id: undivided } = await db()
      .insertInto('charges')
      .values({
        class_id: await classOf(),
        program_id: program,
        amount: 500,
        currency: 'USD',
        held: 'over_100',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const found = await Promise.all(
      [disputed, charge.id, undivided].map(async (id) => (await listed(bound, `id=${id}`)).transactions[0]),
    );
    expect(
      found.map(({ held, commissions }) => [
        held,
        ...commissions.map((line: { held: unknown }) => line.held),
      ]),
    ).toEqual([['disputed', 'disputed'], ['disputed', null], ['over_100']]);
    expect((await listed(bound, `id=${undivided}`)).sums).toEqual([
      { currency: 'USD', sold: 5, refunded: 0, paid_out: 0, open: 5 },
    ]);
  });
});

describe('filters', () => {
  let pottery: number;
  let mine: number[];
  let theirs: number;

  beforeAll(async () => {
    pottery = await classOf({ class_name: `Pottery ${program} filters` });
    const at = (created_at: string, more: object = {}) => sale({ class_id: pottery, created_at, ...more });
    const old = await at('2019-02-01T00:00:00.000Z');
    const edge = await at('2019-02-02T23:59:59.999Z', { currency: 'JPY', amount: 700 });
    const next = await at('2019-02-03T00:00:00.000Z', { student_id: null });
    mine = [old.id, edge.id, next.id];
    theirs = (
      await makeCharge(db(), {
        class_id: pottery,
        instructor_id: grace.id,
        program_id: elsewhere,
        created_at: '2019-02-01T12:00:00.000Z',
      })
    ).id;
  });

  const found = async (call: Call, query: string) =>
    ids(await listed(call, `dates=2019-01-01,2019-12-31&sort_by=id&${query}`));

  test('each alone, as words in any order', async () => {
    const [old, edge, next] = mine as [number, number, number];
    const all = [old, edge, next, theirs];
    expect(await found(globalAdmin, '')).toEqual(all);
    for (const name of [`filters+pottery`, 'POTT', pottery, `%23${pottery}`])
      expect(await found(globalAdmin, `class_name=${name}`)).toEqual(all);
    expect(await found(globalAdmin, 'class_name=pott%25')).toEqual([]);
    expect(await found(globalAdmin, `instructor_name=${encodeURIComponent('löwe ada')}`)).toEqual(mine);
    expect(await found(globalAdmin, 'instructor_name=grace')).toEqual([theirs]);
    expect(await found(globalAdmin, 'student_name=student+sam')).toEqual([old, edge]);
    const [{ student_id }] = (await listed(globalAdmin, `id=${old}`)).transactions;
    expect(await found(globalAdmin, `student_name=%23${student_id}`)).toEqual([old, edge]);
    expect(await found(globalAdmin, `instructor_name=%23${grace.id}`)).toEqual([theirs]);
    expect(await found(globalAdmin, `program_id=${elsewhere}`)).toEqual([theirs]);
    expect(await found(globalAdmin, 'currency=JPY')).toEqual([edge]);
    expect(await found(globalAdmin, `id=${next}`)).toEqual([next]);
    expect(await found(globalAdmin, 'currency=JPY&student_name=sam&instructor_name=grace')).toEqual([]);
    const days = (dates: string) => listed(globalAdmin, `dates=${dates}&sort_by=id`).then(ids);
    expect(await days('2019-02-01,2019-02-02')).toEqual([old, edge, theirs]);
    expect(await days('2019-02-03,2019-02-03')).toEqual([next]);
  });

  test('a bound admin sees the own program, whatever is asked for', async () => {
    for (const query of ['', `program_id=${elsewhere}`, 'program_id=0', `class_name=${pottery}`])
      expect(await found(bound, query)).toEqual(mine);
    expect(await found(bound, `id=${theirs}`)).toEqual([]);
    expect(await found(bound, 'instructor_name=grace')).toEqual([]);
    const { sums, count } = await listed(bound, `dates=2019-01-01,2019-12-31&program_id=${elsewhere}`);
    expect([count, sums]).toEqual([
      3,
      [
        { currency: 'USD', sold: 99.98, refunded: 0, paid_out: 0, open: 99.98 },
        { currency: 'JPY', sold: 700, refunded: 0, paid_out: 0, open: 700 },
      ],
    ]);
    expect((await entriesOf(asBound(), [theirs])).size).toBe(0);
    await expect(refundsOf(asBound(), theirs)).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ['sort_by=amount', 'sort_by'],
    ['sort_by=refunded', 'sort_by'],
    ['currency=XXX', 'currency'],
    ['dates=2026-02-30,2026-03-01', 'dates'],
    ['dates=2019-02-03,2019-02-01', 'dates'],
    ['page=0', 'page'],
    ['id=0', 'id'],
    ['program_id=-1', 'program_id'],
  ])('%s is refused by name', async (query, path) => {
    const { status, body } = await superadmin('GET', `transactions?${query}`);
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });

  test.each(['currency=XXX', 'dates=2026-01-01', 'id=-1', 'sort_by=id'])(
    '%s is refused of the file',
    async (query) => {
      expect((await superadmin('GET', `transactions/csv?${query}`)).status).toBe(400);
    },
  );
});

describe('order', () => {
  test('newest first; every sort both ways, ties by id, who is missing last; a page past the end', async () => {
    const people = await Promise.all(
      ['Zed', 'Amy'].map((first_name) => makeSiteUser(db(), { program_id: program, first_name })),
    );
    const class_name = `Order ${program}`;
    const [b, a] = [
      await classOf({ class_name: `${class_name} b` }),
      await classOf({ class_name: `${class_name} a` }),
    ];
    const make = async (class_id: number, amount: number, day: string, student_id: number | null) =>
      (await sale({ class_id, amount, created_at: `2018-01-${day}T00:00:00.000Z`, student_id })).id;
    const [w, x, y, z] = [
      await make(b, 300, '02', people[0]?.id ?? 0),
      await make(a, 100, '03', null),
      await make(a, 200, '01', people[1]?.id ?? 0),
      await make(b, 200, '01', null),
    ];
    const sorted = async (query: string) =>
      ids(await listed(bound, `class_name=${class_name.replace(' ', '+')}&currency=USD&${query}`));
    expect(await sorted('')).toEqual([x, w, z, y]);
    expect(await sorted('sort_dest=asc')).toEqual([y, z, w, x]);
    expect(await sorted('sort_by=amount')).toEqual([x, y, z, w]);
    expect(await sorted('sort_by=amount&sort_dest=desc')).toEqual([w, z, y, x]);
    expect(await sorted('sort_by=class_name')).toEqual([x, y, w, z]);
    expect(await sorted('sort_by=student_name')).toEqual([y, w, x, z]);
    expect(await sorted('sort_by=student_name&sort_dest=desc')).toEqual([w, y, z, x]);
    for (const sort of TRANSACTION_SORTS)
      expect(new Set(await sorted(`sort_by=${sort}&sort_dest=desc`)), sort).toEqual(new Set([w, x, y, z]));
    const { transactions, count } = await listed(bound, `class_name=${b}&page=2`);
    expect([transactions, count]).toEqual([[], 2]);
  });
});

test('as a file: the columns of the list, each refund below its charge, to whoever asked alone', async () => {
  const class_id = await classOf({ class_name: '=Formulas' });
  const { id, created_at } = await sale({
    class_id,
    currency: 'JPY',
    amount: 5000,
    description: 'Two "quoted"',
  });
  const refund = await makeRefund(db(), { charge_id: id, amount: 300, reason: '+sorry', class_id: null });
  const { status, body } = await bound('GET', `transactions/csv?class_name=${class_id}`);
  expect([status, body.result, body.count]).toEqual([200, false, 2]);
  const file = await bound('GET', body.file);
  const [header, sold, back, end] = String(file.body).split('\r\n');
  expect(header?.slice(1)).toMatch(
    /^ID,Created at,Class,Instructor,Student,Type,Came from,Amount,Status,Program,Refund ID,Currency,/,
  );
  expect(sold).toBe(
    `${id},${created_at},'=Formulas,Ada Löwe,Sam Student,Class,By hand,5000,JPY 300 refunded · By hand: JPY 300 to be returned,Pots & co,,JPY,${class_id},Ada,Löwe,Sam,Student,"Two ""quoted""",300,4700,0.00,0,,,,`,
  );
  expect(back).toBe(
    `${id},${refund.created_at},'=Formulas,Ada Löwe,Sam Student,Refund,,-300,refunded · By hand,Pots & co,${refund.id},JPY,${class_id},Ada,Löwe,Sam,Student,"Two ""quoted""",,,,,,'+sorry,,${refund.succeeded_at}`,
  );
  expect(end).toBe('');
  expect((await globalAdmin('GET', body.file)).status).toBe(404);
  const other = await app().as({ permissions: ['money'], program_id: elsewhere });
  const theirs = await other('GET', `transactions/csv?class_name=${class_id}&program_id=${program}`);
  expect([theirs.status, theirs.body.count]).toEqual([200, 0]);
});

test('the filter by where a sale came from', async () => {
  const class_id = await classOf({ class_name: 'Sources' });
  const sources = ['hand', 'site', 'stripe', 'import'] as const;
  for (const source of sources) await sale({ class_id, source, site_program_id: program });
  for (const source of sources) {
    const { transactions, count } = await listed(bound, `class_name=${class_id}&source=${source}`);
    expect([transactions.map((row: { source: string }) => row.source), count]).toEqual([[source], 1]);
  }
  expect((await listed(bound, `class_name=${class_id}&source=`)).count).toBe(4);
  expect((await bound('GET', 'transactions?source=fax')).body.errors[0].path).toBe('source');
});

test('as a file: the Status of a charge is the list’s, in its words', async () => {
  const class_id = await classOf({ class_name: 'Status' });
  const { id } = await sale({ class_id, currency: 'USD', amount: 1_000_000 });
  for (const refund of [
    { amount: 10, state: 'requested' },
    { amount: 20, state: 'requested' },
    { amount: 700, state: 'pending' },
    { amount: 900, state: 'failed' },
    { amount: 115_290, state: 'succeeded' },
  ] as const)
    await makeRefund(db(), { charge_id: id, ...refund });
  const { body } = await bound('GET', `transactions/csv?class_name=${class_id}`);
  const [, sold] = String((await bound('GET', body.file)).body).split('\r\n');
  expect(sold).toContain(
    ',"Refund of USD 0.30 queued · Refund of USD 7.00 sent to the provider · A refund failed · USD 1,152.90 refunded · By hand: USD 1,152.90 to be returned",',
  );
});

test('whoever asks without the area gets nothing', async () => {
  const other = await makeAdmin(db(), { permissions: ['commissions', 'store', 'users', 'catalogue'] });
  const call = await app().signedIn(other.id);
  expect((await call('GET', 'transactions')).status).toBe(403);
  expect((await call('GET', 'transactions/csv')).status).toBe(403);
  expect((await app().call('GET', 'transactions')).status).toBe(401);
});
