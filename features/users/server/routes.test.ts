import { beforeAll, expect, test } from 'vitest';
import { AREAS, type Permission } from '../../../core/access.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { recordCharge } from '../../transactions/server/charges.ts';

const app = useTestApp();
let own: number;
let other: number;
let ada: number;
let foreign: number;

beforeAll(async () => {
  const db = app().platform.database.everything;
  [own, other] = [(await makeProgram(db)).id, (await makeProgram(db)).id];
  const make = async (
    first_name: string,
    last_name: string,
    email: string,
    program_id: number,
    del_status = 0,
  ) => (await makeSiteUser(db, { first_name, last_name, email, program_id, del_status })).id;
  ada = await make('Ada', 'Lovelace', 'ada@example.org', own);
  foreign = await make('Ada', 'Foreign', 'ada@example.net', other);
  await make('Ada', 'Gone', 'gone@example.org', own, 1);
  await make('Марія', 'Приймаченко', 'maria@example.org', own);
  await make('', '', 'no_name@example.org', own);
  for (let n = 0; n < 25; n++) await make('Many', `${n}`, `many${n}@example.org`, own);
});

const search = async (query: Record<string, string>, program_id = 0) => {
  const call = await app().as({ permissions: ['commissions'], program_id });
  const { status, body } = await call('GET', `user-search?${new URLSearchParams(query).toString()}`);
  return status === 200 ? (body.users as { id: number; full_string: string }[]) : status;
};
const strings = async (query: Record<string, string>, program_id?: number) => {
  const users = await search(query, program_id);
  return Array.isArray(users) ? users.map(({ full_string }) => full_string) : users;
};

test('finds by words of name and email in any order, in any script, and by id', async () => {
  const lovelace = `Ada Lovelace (#${ada}, ada@example.org)`;
  expect(await search({ name: 'LOVE ada' })).toEqual([{ id: ada, full_string: lovelace }]);
  expect(await strings({ name: 'a@example.org' })).toContain(lovelace);
  expect(await strings({ name: String(ada) })).toContain(lovelace);
  expect(await strings({ name: `#${ada}` })).toEqual([lovelace]);
  expect(await strings({ name: 'ПРИЙМ' })).toHaveLength(1);
});

test('puts the one whose id was typed first', async () => {
  const [first] = (await search({ name: 'many' })) as { id: number }[];
  const found = (await search({ name: String(first?.id) })) as { id: number }[];
  expect(found[0]?.id).toBe(first?.id);
});

test('takes wildcards literally and shows who has no name', async () => {
  expect(await strings({ name: 'no_n' })).toEqual([
    expect.stringMatching(/^\(#\d+, no_name@example\.org\)$/),
  ]);
  expect(await strings({ name: '%' })).toEqual([]);
});

test('answers at most twenty, also for no or short input', async () => {
  expect(await search({ name: 'many' })).toHaveLength(20);
  expect(await search({ name: 'm' })).toHaveLength(20);
  expect(await search({})).toHaveLength(20);
});

test('leaves out the deleted', async () => {
  expect(await search({ name: 'gone' })).toEqual([]);
});

test('filters by program, which a bound admin cannot choose', async () => {
  expect(await search({ name: 'ada', program_id: String(other) })).toMatchObject([{ id: foreign }]);
  expect(await search({ name: 'ada' })).toHaveLength(2);
  expect(await search({ name: 'ada', program_id: String(other) }, own)).toMatchObject([{ id: ada }]);
  expect(await search({ name: `#${foreign}` }, own)).toEqual([]);
});

test('who teaches or is paid is read by every area that picks people; other students and the foreign are not there', async () => {
  const db = app().platform.database.everything;
  const org = await makeSiteUser(db, { program_id: own, user_type: 'O', first_name: 'Guild', last_name: '' });
  for (const area of AREAS) {
    const call = await app().as({ permissions: [area], program_id: own });
    const may = ['commissions', 'users', 'money', 'catalogue'].includes(area);
    expect((await call('GET', `instructor/${org.id}`)).status, area).toBe(may ? 200 : 403);
  }
  const call = await app().as({ permissions: ['money'], program_id: own });
  const { body } = await call('GET', `instructor/${org.id}`);
  expect(body.instructor).toMatchObject({ id: org.id, first_name: 'Guild', user_type: 'O' });
  const abroad = await makeInstructor(db, { program_id: other });
  const teacher = await makeInstructor(db, { program_id: own });
  const { id: referrer_id } = await makeSiteUser(db, { program_id: own });
  const { id: class_id } = await makeClass(db, { instructor_id: teacher.id, program_id: own });
  await setRows(db, 'instructor', teacher.id, [{ type: 2, commission: 10, referrer_id }]);
  await recordCharge(system(db), { class_id, amount: 10_000, currency: 'USD' });
  const paid = await call('GET', `instructor/${referrer_id}`);
  expect(paid.body.instructor).toMatchObject({ id: referrer_id, user_type: 'S' });
  const answers = await Promise.all(
    [ada, foreign, abroad.id, 999_999_999].map((id) => call('GET', `instructor/${id}`)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(new Set(answers.map((answer) => answer.body.message)).size).toBe(1);
});

test('every area that picks people may, and no other', async () => {
  const statusFor = async (permission: Permission) => {
    const call = await app().as({ permissions: [permission] });
    return (await call('GET', 'user-search?name=ada')).status;
  };
  for (const area of AREAS)
    expect(await statusFor(area), area).toBe(
      ['commissions', 'users', 'money', 'catalogue'].includes(area) ? 200 : 403,
    );
});
