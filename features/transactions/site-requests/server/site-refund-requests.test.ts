/** Requests for refunds that sites tell: of whom, and of how much. Specification: Sites, requests for refunds. */
import { expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { statusesOf, useTestApp } from '../../../../test/harness.ts';
import { refundRequestsIn, type Sold } from '../../../../test/rows/refund-requests.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const { db, sell, sellBundle, staff, read } = refundRequestsIn(app);

async function siteOf(sold: Sold) {
  const { site_key } = await makeSiteKey(db(), sold.program_id);
  return (more: object = {}) =>
    app().call(
      'POST',
      '/api/site/refund-requests',
      {
        reference: crypto.randomUUID(),
        charge_id: sold.id,
        user_id: sold.student_id,
        reason: 'Ill',
        ...more,
      },
      { authorization: `Bearer ${site_key}` },
    );
}
const refused = ({ status, body }: Awaited<ReturnType<Awaited<ReturnType<typeof siteOf>>>>) => [
  status,
  body.errors?.[0].path,
];

test('by the buyer of all that is left, by the instructor of a part; staff see who asked for what', async () => {
  const sold = await sell({ amount: 4999, refunded: 0 });
  const ask = await siteOf(sold);
  const call = await staff();
  const whole = await ask();
  expect(await read(call, whole.body.results[0].id)).toMatchObject({
    type: 'student',
    amount: 49.99,
    user: { id: sold.student_id },
    reason: 'Ill',
    status: null,
    cancel_registration: 0,
  });
  const part = await ask({ user_id: sold.instructor_id, amount: 1, cancel_registration: true });
  expect(await read(call, part.body.results[0].id)).toMatchObject({
    type: 'instructor',
    amount: 0.01,
    user: { id: sold.instructor_id },
    cancel_registration: 1,
  });
});

test('400 over what is left, of the charge or of a class of a bundle; 404 for another class', async () => {
  const bundle = await sellBundle();
  const ask = await siteOf(bundle);
  expect(refused(await ask({ amount: 4001 }))).toEqual([400, 'amount']);
  expect(refused(await ask({ amount: 0 }))).toEqual([400, 'amount']);
  expect(refused(await ask({ amount: 1.5 }))).toEqual([400, 'amount']);
  const [, small] = bundle.inside;
  expect(refused(await ask({ class_id: small, amount: 1001 }))).toEqual([400, 'amount']);
  const { body } = await ask({ class_id: small });
  expect(await read(await staff(), body.results[0].id)).toMatchObject({ amount: 10, class_id: small });
  const { class_id } = await db()
    .selectFrom('charges')
    .select('class_id')
    .where('id', '=', bundle.id)
    .executeTakeFirstOrThrow();
  expect((await ask({ class_id, amount: 4000 })).status).toBe(200);
  expect(refused(await ask({ class_id: (await sell()).class_id }))).toEqual([404, 'class_id']);
});

test('nothing is left of a charge that has been given back', async () => {
  const sold = await sell({ amount: 4999, refunded: 0 });
  const ask = await siteOf(sold);
  const call = await staff();
  const { body } = await call('POST', `charge/${sold.id}/refund`, {
    amount: 49.99,
    cancel_registration: false,
  });
  expect(body.refund).toBeTruthy();
  expect(refused(await ask())).toEqual([400, 'amount']);
});

test('404 for a charge of which somebody is neither, and for strangers; nothing is made', async () => {
  const sold = await sell();
  const ask = await siteOf(sold);
  const beside = (await makeSiteUser(db(), { program_id: sold.program_id })).id;
  const foreign = await sell();
  expect(refused(await ask({ user_id: beside }))).toEqual([404, 'charge_id']);
  expect(refused(await ask({ charge_id: 2_000_000_000 }))).toEqual([404, 'charge_id']);
  expect(refused(await ask({ charge_id: foreign.id }))).toEqual([404, 'charge_id']);
  expect(refused(await ask({ charge_id: foreign.id, user_id: foreign.student_id }))).toEqual([
    404,
    'user_id',
  ]);
  const made = db()
    .selectFrom('refund_requests')
    .select('id')
    .where('charge_id', 'in', [sold.id, foreign.id]);
  expect(await made.execute()).toEqual([]);
});

test('of a sale on another site an instructor who is at home here may ask, and its buyer there', async () => {
  const site = (await makeProgram(db())).id;
  const sold = await sell({ site_program_id: site });
  await db().updateTable('site_users').set({ program_id: site }).where('id', '=', sold.student_id).execute();
  const [home, there] = [await siteOf(sold), await siteOf({ ...sold, program_id: site })];
  expect((await home({ user_id: sold.instructor_id })).status).toBe(200);
  expect((await there()).status).toBe(200);
  expect(refused(await home())).toEqual([404, 'user_id']);
  expect(refused(await there({ user_id: sold.instructor_id }))).toEqual([404, 'user_id']);
});

test('once while an answer is awaited: a second request of the same person is a 409 that names the first', async () => {
  const bundle = await sellBundle();
  const ask = await siteOf(bundle);
  const [big, small] = bundle.inside;
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask({ amount: 100 })));
  expect(statusesOf(answers)).toEqual([200, ...Array(9).fill(409)]);
  const { id } = answers.find(({ status }) => status === 200)?.body.results[0] ?? {};
  const second = await ask({ amount: 200 });
  expect([...refused(second), second.body.message]).toEqual([
    409,
    'charge_id',
    `This user has already requested a refund of this sale: request ${id} is waiting for a decision`,
  ]);
  // Another class of the bundle and the instructor are other questions, and so is the next one after the answer.
  const others = [await ask({ class_id: big }), await ask({ class_id: small })];
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  expect((await ask({ user_id: bundle.instructor_id })).status).toBe(200);
  const call = await staff();
  expect((await call('POST', `refund/${id}/reject`)).status).toBe(200);
  expect((await ask({ amount: 200 })).status).toBe(200);
});

test('staff see that it came from the site, and filter by it', async () => {
  const sold = await sell();
  const ask = await siteOf(sold);
  const call = await staff(['money'], sold.program_id);
  const { body } = await ask({ amount: 100 });
  const { id } = body.results[0];
  const listed = async (query: string) =>
    (await call('GET', `refunds?${query}`)).body.refunds.map((row: { id: number; source: string }) => [
      row.id,
      row.source,
    ]);
  expect(await listed('')).toEqual([[id, 'site']]);
  expect(await listed('source=site')).toEqual([[id, 'site']]);
  for (const source of ['hand', 'stripe', 'import']) expect(await listed(`source=${source}`)).toEqual([]);
  expect((await call('GET', 'refunds?source=fax')).body.errors[0].path).toBe('source');
  expect((await read(call, id)).source).toBe('site');
});
