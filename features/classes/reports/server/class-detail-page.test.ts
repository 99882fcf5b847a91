/** The class specific report on the screen says what its file says. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { csvText } from '../../../../core/csv/csv.ts';
import { decimalsOf } from '../../../../core/money.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import type { ClassDetailRow } from '../contract.ts';

const app = useTestApp({}, { demo: true });

async function pages(call: Call, query: string): Promise<{ rows: ClassDetailRow[]; counts: Set<number> }> {
  const found = { rows: [] as ClassDetailRow[], counts: new Set<number>() };
  for (let page = 1; ; page++) {
    const { status, body } = await call('GET', `reports/class-detail?page=${page}&${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    found.counts.add(body.count);
    if (body.classes.length === 0) return found;
    expect(body.classes.length).toBeLessThanOrEqual(50);
    found.rows.push(...body.classes);
  }
}

async function file(call: Call, query: string): Promise<string[][]> {
  let { body } = await call('GET', `reports/class-detail-csv?file_name=&${query}`);
  while (body.result)
    ({ body } = await call('GET', `reports/class-detail-csv?file_name=${body.file_name}&${query}`));
  const { body: text } = await call('GET', `/storage/reports/${body.file_name}`);
  return (parse(String(text).slice(1), { record_delimiter: '\r\n' }) as string[][]).slice(1);
}

/** The cells of a row as its file writes them, texts guarded against formulas. */
function cellsOf({
  id,
  class_name,
  instructor_name,
  enrolled,
  live,
  recordings,
  currency,
  ...money
}: ClassDetailRow) {
  const amounts = [money.sales, money.refunds, money.net].flatMap((amount) =>
    amount === undefined ? [] : [amount.toFixed(decimalsOf(currency))],
  );
  const texts = [class_name, instructor_name ?? ''].map(csvText);
  return [String(id), ...texts, ...[enrolled, live, recordings].map(String), currency, ...amounts];
}

test.each(['', 'dates=2026-01-01,2026-06-30', 'program_id=2', 'class_id=1'])(
  'has over all its pages the rows of the file, in its order: %s',
  async (query) => {
    const call = await app().as({ permissions: ['superadmin'] });
    const { rows, counts } = await pages(call, query);
    const whole = await file(call, query);
    expect(rows.map(cellsOf)).toEqual(whole);
    expect([...counts]).toEqual([whole.length]);
    expect(whole.length).toBeGreaterThan(query.startsWith('class_id') ? 0 : 60);
  },
);

test('says nothing of sales without `money`, and keeps a bound admin to the own program', async () => {
  const bound = await app().as({ permissions: ['catalogue'], program_id: 2 });
  const { rows } = await pages(bound, 'program_id=3');
  expect(rows.map(cellsOf)).toEqual(await file(bound, ''));
  expect(rows.filter((row) => 'sales' in row || 'refunds' in row || 'net' in row)).toEqual([]);
  const db = app().platform.database.everything;
  const program_id = (await makeProgram(db)).id;
  const instructor_id = (await makeInstructor(db, { program_id })).id;
  const foreign = await makeClass(db, { program_id, instructor_id });
  expect((await bound('GET', `reports/class-detail?class_id=${foreign.id}`)).body).toEqual({
    classes: [],
    count: 0,
  });
});

test('answers 400 that names the field for what cannot be read', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  for (const [query, field] of [
    ['dates=2026-03-02,2026-03-01', 'dates'],
    ['page=0', 'page'],
    ['class_id=x', 'class_id'],
  ]) {
    const { status, body } = await call('GET', `reports/class-detail?${query}`);
    expect([status, body.errors[0].path]).toEqual([400, field]);
  }
});
