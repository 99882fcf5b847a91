/** Exports of lists whose rows are made by code: all that the pages of the demo say, in the same order. */
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../../../server/context.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { couponsContract } from '../../coupons/contract.ts';
import { exportOfCells, MOST_CELL_ROWS } from './cell-export.ts';

type Row = Readonly<Record<string, unknown>>;
type List = {
  address: string;
  rows: string;
  /** The title of a column, and what it holds of a row of the list: a line each. */
  title: string;
  lines: (row: Row) => unknown[];
  /** Program's staff may read neither. */
  closed?: true;
};

const ids = { title: 'ID', lines: ({ id }: Row) => [id] };
const rates = {
  title: 'Rate, %',
  lines: (row: Row) => (row.commissions as Row[]).map((one) => one.commission),
};
const tree = (below: string) => ({
  title: 'ID',
  lines: (row: Row) => [row.id, ...(row[below] as Row[]).map(({ id }) => id)],
});

const LISTS: readonly List[] = [
  { address: 'held-charges?', rows: 'charges', ...ids },
  { address: 'instructors?', rows: 'instructors', ...rates },
  { address: 'program-commissions?', rows: 'programs', ...rates },
  { address: 'class-commissions?program_id=1', rows: 'classes', ...rates },
  { address: 'lilt-categories?', rows: 'categories', ...tree('subcategories'), closed: true },
  { address: 'site-categories?', rows: 'categories', ...tree('sub_categories') },
  { address: 'outdated-translations?', rows: 'translations', ...ids },
  { address: 'payouts?currency=GBP', rows: 'payouts', ...ids },
  { address: 'payouts?currency=EUR&payable=1', rows: 'payouts', ...ids },
  {
    address: 'membership-payouts?split_amount=100&dates=2026-01-01,2026-09-30',
    rows: 'payouts',
    title: 'Name',
    lines: ({ instructor_name }: Row) => [instructor_name ?? ''],
  },
  { address: 'unmatched-payments?state=all', rows: 'payments', ...ids },
  { address: 'unbooked-events?', rows: 'events', ...ids, closed: true },
  { address: 'users?', rows: 'users', ...ids },
  { address: 'users-imports?', rows: 'imports', ...ids },
  { address: 'classes-imports?', rows: 'imports', ...ids },
  { address: 'site-imports?', rows: 'imports', ...ids, closed: true },
];

const app = useTestApp({}, { demo: true });
let superadmin: Call;
let bound: Call;

beforeAll(async () => {
  superadmin = await app().as({ permissions: ['superadmin'] });
  const stray = { provider: 'stripe', event_id: 'evt_1', type: 'charge.refunded', object_id: 're_1' };
  await app()
    .platform.database.everything.insertInto('unbooked_events')
    .values({ ...stray, reason: 'unknown_charge', provider_charge: 'ch_1' })
    .execute();
  bound = await app().as({
    permissions: ['money', 'commissions', 'store', 'catalogue', 'admins', 'users'],
    program_id: 1,
  });
});

describe.each(LISTS)('$address', ({ address, rows, title, lines, closed = false }) => {
  test('every line of the list, in its order', async () => {
    const told = await both(superadmin);
    expect(told.file).toEqual(told.list);
    expect(told.list.length).toBeGreaterThan(0);
  });

  test.skipIf(closed)('to the staff of a program what the list says to them', async () => {
    const told = await both(bound);
    expect(told.file).toEqual(told.list);
  });

  test.runIf(closed)('to no staff of a program', async () => {
    const path = address.replace('?', '/csv?');
    expect((await bound('GET', path)).status).toBe(403);
  });

  async function both(call: Call) {
    const listed = await rowsOf(call, address, rows);
    const [titles = [], ...cells] = await file(call, address);
    expect(new Set(titles).size).toBe(titles.length);
    const at = titles.indexOf(title);
    return { file: cells.map((line) => line[at]), list: listed.flatMap(lines).map(String) };
  }
});

test('cells are as people read them: amounts with their decimals, words, moments, programs that are not seen', async () => {
  const rows = [
    { amount: 12.5, currency: 'USD', on: 1, state: 'open', at: '2026-11-26T12:00:00+01:00', program_id: 0 },
    {
      amount: 1250,
      currency: 'JPY',
      on: false,
      state: 'odd',
      at: null,
      program_id: 7,
      tags: ['open', 'shut'],
    },
    {
      amount: null,
      currency: null,
      on: true,
      state: null,
      program_id: 8,
      program_display_name: 'Brightside',
    },
  ];
  const kind = exportOfCells({
    name: 'test-cells',
    route: couponsContract.couponsCsv,
    columns: {
      amount: ['Amount', 'amount'],
      on: ['On', 'flag', ['On', 'Off']],
      state: ['State', 'word', { open: 'Open' }],
      at: ['At', 'moment'],
      program_id: ['Program', 'program'],
      tags: ['Tags', 'word', { open: 'Open', shut: 'Shut' }],
    },
    page: async () => ({ rows, count: 3 }),
  });
  expect((await kind.cells(context(), {}, 10)).rows).toEqual([
    ['12.50', 'On', 'Open', '2026-11-26T11:00:00.000Z', 'Global site', ''],
    ['1250', 'Off', 'odd', '', 'Another program', 'Open, Shut'],
    ['', 'On', '', '', 'Brightside', ''],
  ]);
});

test('a list that is too long for a file says so before anybody waits for it', async () => {
  const kind = exportOfCells({
    name: 'test-too-long',
    route: couponsContract.couponsCsv,
    columns: { id: ['ID', 'number'] },
    page: async (_context, _asked, size) => ({
      rows: Array.from({ length: size }, (_, id) => ({ id })),
      count: MOST_CELL_ROWS + 1,
    }),
  });
  await expect(kind.cells(context(), {}, 1)).rejects.toMatchObject({
    status: 400,
    message: 'The list has 100,001 rows, and a file at most 100,000. Set a filter first.',
  });
});

function context() {
  const { platform } = app();
  return { platform, actor: SYSTEM, db: platform.database.everything, address: '', request_id: 'test' };
}

/** All pages of a list. */
async function rowsOf(call: Call, address: string, name: string): Promise<Row[]> {
  const found: Row[] = [];
  for (let page = 1; ; page++) {
    const { status, body } = await call('GET', `${address}&page=${page}`);
    expect(status).toBe(200);
    found.push(...body[name]);
    if (body[name].length === 0 || found.length >= (body.count.count ?? body.count)) return found;
  }
}

async function file(call: Call, address: string): Promise<string[][]> {
  const [path, query] = address.split('?');
  let { body } = await call('GET', `${path}/csv?${query}`);
  await until(async () => {
    ({ body } = await call('GET', `${path}/csv?file_name=${body.file_name}`));
    expect(body.result).toBe(false);
  });
  const { body: text } = await call('GET', `/storage/reports/${body.file_name}`);
  return parse(text as string, { bom: true, record_delimiter: '\r\n' }) as string[][];
}
