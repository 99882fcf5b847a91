/** Exports that are made from what a noun declares for its page. */
import type { AnyContractProcedure } from '@orpc/contract';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../server/app.ts';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeBatch, makePayee } from '../../../test/rows/batches.ts';
import { until } from '../../../test/until.ts';

/** Lists whose file has not a row for each that they count: it grows as it is read, or has other rows. */
const OTHERWISE = ['audit', 'membership-payouts', 'program-commissions'];

/** Every list with a file. */
const PATHS = new Set(
  Object.values(contract).flatMap((procedures) =>
    Object.values<AnyContractProcedure>(procedures).flatMap((procedure) => {
      const { method, path = '' } = procedure['~orpc'].route;
      return method === 'GET' ? [path.replace('/api/wladmin/', '')] : [];
    }),
  ),
);
const LISTS = [...PATHS]
  .filter((path) => PATHS.has(`${path}/csv`) && !path.includes('{') && !OTHERWISE.includes(path))
  .toSorted();

const app = useTestApp();
const db = () => app().platform.database.everything;
let [own, other]: number[] = [];
let superadmin: Call;
let bound: Call;

beforeAll(async () => {
  own = (await makeProgram(db(), { program_display_name: 'Brightside' })).id;
  other = (await makeProgram(db(), { program_display_name: 'Faraway' })).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['store'], program_id: own });
});

test.each(LISTS)('%s: a line of titles, and as many rows as the list counts', async (path) => {
  const { status, body } = await superadmin('GET', path);
  expect(status).toBe(200);
  const [titles = [], ...rows] = await file(superadmin, path);
  // Outdated translations are of records of every type, whose numbers come second.
  expect(titles[path === 'outdated-translations' ? 1 : 0]).toMatch(/ID$/);
  expect(new Set(titles).size).toBe(titles.length);
  expect(rows).toHaveLength(body.count ?? body.banners.count);
});

test('a batch of payouts has its sums by currency in one cell', async () => {
  const { id } = await makeBatch(db(), [(await makePayee(db(), { program_id: own ?? null })).id]);
  const [titles = [], row = []] = await file(superadmin, 'payout-batches', `id=${id}`);
  const cells = Object.fromEntries(titles.map((title, at) => [title, row[at]]));
  expect(cells).toMatchObject({
    ID: String(id),
    Type: 'Sales',
    Status: 'Made',
    Totals: 'USD 49.99',
    Payouts: '1',
    'Left out': '0',
  });
});

describe('GET coupons/csv', () => {
  test('of the caller’s program, with the filters of the list, formulas disarmed', async () => {
    const make = (coupon_name: string, program_id: number | undefined) =>
      superadmin('POST', 'coupon', {
        data: { coupon_name, coupon_stripe_id: `${coupon_name}-${program_id}`, program_id },
      });
    await make('=Spring', own);
    await make('Autumn', own);
    await make('Spring', other);
    expect(await file(bound, 'coupons', 'name=spring')).toEqual([
      ['ID', 'Name', 'Stripe ID', 'Program', 'Percentage'],
      [expect.any(String), "'=Spring", `'=Spring-${own}`, 'Brightside', expect.stringMatching(/^(Yes|No)$/)],
    ]);
    expect(await file(superadmin, 'coupons', `program_id=${other}`)).toHaveLength(2);
  });

  test('403 without the permission, 400 for an unknown filter', async () => {
    const stranger = await app().as({ permissions: ['users'] });
    expect((await stranger('GET', 'coupons/csv')).status).toBe(403);
    expect((await superadmin('GET', 'coupons/csv?colour=red')).status).toBe(400);
    expect((await superadmin('GET', 'classes/csv?list_type=home')).status).toBe(400);
  });
});

describe('GET audit/csv', () => {
  test('what the filters of the log match, who did it by name, and what changed as JSON', async () => {
    const { body } = await superadmin('POST', 'coupon', {
      data: { coupon_name: 'Recorded', coupon_stripe_id: 'recorded', program_id: own },
    });
    const { id } = body.coupon;
    const [titles = [], ...rows] = await file(superadmin, 'audit', `entity=coupon&entity_id=${id}`);
    const cells = Object.fromEntries(titles.map((title, at) => [title, rows[0]?.[at]]));
    expect(rows).toHaveLength(1);
    expect(cells).toMatchObject({
      Entity: 'coupon',
      'Entity ID': String(id),
      Action: 'create',
      Program: 'Brightside',
      Before: '',
    });
    expect(cells.Who).toMatch(/@/);
    expect(JSON.parse(cells.After ?? '')).toMatchObject({ coupon_name: 'Recorded' });
    const reader = await app().as({ permissions: ['audit'], program_id: other });
    expect(await file(reader, 'audit', `entity=coupon&entity_id=${id}`)).toHaveLength(1);
  });
});

async function file(call: Call, path: string, query = ''): Promise<string[][]> {
  let { body } = await call('GET', `${path}/csv?${query}`);
  await until(async () => {
    ({ body } = await call('GET', `${path}/csv?file_name=${body.file_name}`));
    expect(body.result).toBe(false);
  });
  const { body: text } = await call('GET', `/storage/reports/${body.file_name}`);
  return parse(text as string, { bom: true, record_delimiter: '\r\n' }) as string[][];
}
