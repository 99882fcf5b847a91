/** The switch of a line, and who is told that money waits. */
import { beforeAll, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeCharge } from '../../../test/rows/charges.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import { system } from '../../../test/system.ts';
import { recordCharge } from '../../transactions/server/charges.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let call: Call;
let program_id: number;
let instructor: number;
let line: number;

beforeAll(async () => {
  call = await app().as({ permissions: ['money'] });
  program_id = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id })).id;
  const { id: class_id } = await makeClass(db(), { instructor_id: instructor, program_id });
  const { id } = await makeCharge(db(), { class_id, instructor_id: instructor, program_id });
  const made = db().selectFrom('charge_lines').select('id').where('charge_id', '=', id);
  line = (await made.executeTakeFirstOrThrow()).id;
});

test('said what it wants, a switch that is pressed again after its answer was lost stays', async () => {
  const press = async (body?: object) =>
    (await call('PATCH', `payout-transaction/${line}`, body)).body.transaction;
  for (let n = 0; n < 2; n++)
    expect(await press({ active: false })).toMatchObject({ override: '-1', active: 0 });
  for (let n = 0; n < 2; n++)
    expect(await press({ active: true })).toMatchObject({ override: null, active: 1 });
  expect(await press()).toMatchObject({ override: '-1', active: 0 });
});

test('a program’s staff switches what its own people and itself get, by no way what is the site’s or another’s', async () => {
  const [own, other] = [program_id, (await makeProgram(db())).id];
  const { id: class_id } = await makeClass(db(), { instructor_id: instructor, program_id: own });
  await setRows(db(), 'instructor', instructor, [
    { type: 0, commission: 10 },
    { type: 1, commission: 20 },
  ]);
  const charge_id = await recordCharge(system(db()), { class_id, amount: 10_000, currency: 'USD' });
  const lines = await db()
    .selectFrom('charge_lines')
    .select(['id', 'type'])
    .where('charge_id', '=', charge_id)
    .orderBy('type')
    .execute();
  const [site = 0, programs = 0, instructors = 0] = lines.map(({ id }) => id);
  const bound = await app().as({ permissions: ['money'], program_id: own });
  const scoped = app().platform.database.forProgram(own);
  const switched = async (id: number) => {
    const { status } = await bound('PATCH', `payout-transaction/${id}`);
    const bySql = await scoped
      .updateTable('charge_lines')
      .set({ override: '1' })
      .where('id', '=', id)
      .execute()
      .then(() => 'done')
      .catch(({ code }: { code: string }) => code);
    return [status, bySql];
  };
  expect(await switched(site)).toEqual([403, '42501']);
  for (const id of [programs, instructors]) expect(await switched(id)).toEqual([200, 'done']);
  await db()
    .updateTable('charge_lines')
    .set({ program_id: other, override: null })
    .where('id', '=', programs)
    .execute();
  expect(await switched(programs)).toEqual([403, '42501']);
  expect((await call('PATCH', `payout-transaction/${site}`)).status).toBe(200);
});

test('whom nothing is owed is not told that money waits; who is, once in a day', async () => {
  const notify = async (id: number) => {
    const { status, body } = await call('POST', `payment-notification/${id}`);
    return [status, status === 200 ? '' : body.message];
  };
  const nobody = await makeSiteUser(db(), { program_id });
  expect(await notify(nobody.id)).toEqual([400, 'This payee has no money due']);
  expect(await notify(instructor)).toEqual([200, '']);
  expect(await notify(instructor)).toEqual([
    400,
    expect.stringMatching(/^Already notified on .* UTC. You can notify a payee once in 24 hours$/),
  ]);
});

test('an id that no payee can have is named', async () => {
  const { status, body } = await call('GET', 'payout-preview?ids=68719476737');
  expect([status, body.errors?.[0]?.path]).toEqual([400, 'ids.0']);
});

test('a number that no instructor can have is nobody’s', async () => {
  for (const id of [2 ** 30, 2 ** 31 - 1])
    expect((await call('GET', `payout-transactions?instructor_id=${id}`)).status).toBe(404);
});
