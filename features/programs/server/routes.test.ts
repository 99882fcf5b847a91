import { beforeAll, expect, test } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { type Answer, useTestApp } from '../../../test/harness.ts';

const app = useTestApp();
const names = ({ body }: Answer) =>
  body.programs.map((program: { program_display_name: string }) => program.program_display_name);
let own: number;

beforeAll(async () => {
  const db = app().platform.database.everything;
  await db.deleteFrom('programs').execute();
  for (const [program_display_name, status, support_email] of [
    ['Éclair', 1, 'z@example.com'],
    ['alpha 50%', 1, 'a@example.com'],
    ['Zulu', 0, 'm@example.com'],
    ['Beta', 1, 'a@example.com'],
  ] as const) {
    own = (await makeProgram(db, { program_display_name, status, support_email })).id;
  }
});

test('answers all active programs by name, without their secrets', async () => {
  const answer = await (await app().as({ permissions: [] }))('GET', 'programs');
  expect(names(answer)).toEqual(['alpha 50%', 'Beta', 'Éclair']);
  expect(answer.body.count).toBe(3);
  expect(Object.keys(answer.body.programs[0]).sort()).toEqual([
    'default_currency',
    'id',
    'program_display_name',
    'program_tag',
    'status',
    'support_email',
  ]);
});

test('filters by status and by words of the name, taken literally', async () => {
  const call = await app().as({ permissions: [] });
  expect(names(await call('GET', 'programs?status=all'))).toEqual(['alpha 50%', 'Beta', 'Éclair', 'Zulu']);
  expect(names(await call('GET', 'programs?status=all&name=ULU'))).toEqual(['Zulu']);
  expect(names(await call('GET', `programs?name=${encodeURIComponent('0%')}`))).toEqual(['alpha 50%']);
  expect(names(await call('GET', 'programs?name=_'))).toEqual([]);
});

test('sorts by each column, ties by id', async () => {
  const call = await app().as({ permissions: [] });
  expect(names(await call('GET', 'programs?sort_by=support_email'))).toEqual(['alpha 50%', 'Beta', 'Éclair']);
  const down = await call('GET', 'programs?sort_by=program_display_name&sort_dest=desc');
  expect(names(down)).toEqual(['Éclair', 'Beta', 'alpha 50%']);
  expect((await call('GET', 'programs?sort_by=default_currency')).status).toBe(400);
});

test('pages where a page is asked for', async () => {
  const call = await app().as({ permissions: [] });
  expect(names(await call('GET', 'programs?page=1'))).toHaveLength(3);
  const past = await call('GET', 'programs?page=2');
  expect([names(past), past.body.count]).toEqual([[], 3]);
  expect((await call('GET', 'programs?page=0')).status).toBe(400);
});

test('shows a bound admin its own program only', async () => {
  const answer = await (await app().as({ permissions: ['programadmin'], program_id: own }))(
    'GET',
    'programs?status=all',
  );
  expect([names(answer), answer.body.count]).toEqual([['Beta'], 1]);
});
