/** What is rejected leaves its reference and its payment free, within one call too. Specification: Sites, facts. */
import { beforeEach, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { inDays, makeEvent } from '../../../../test/rows/events.ts';
import { makeSoldClass } from '../../../../test/rows/sold-classes.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
let class_id: number;
let user_id: number;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
  class_id = await makeSoldClass(db(), program);
  user_id = (await makeSiteUser(db(), { program_id: program })).id;
});

const tell = async (items: object[]) => {
  const headers = { authorization: `Bearer ${key}` };
  const { status, body } = await app().call('POST', '/api/site/charges', { items }, headers);
  expect(status).toBe(200);
  return body.results as { id: number | null; state: string; errors: { path: string; code: string }[] }[];
};
const sale = (more: object = {}) => ({
  reference: 'order-1',
  type: 'class',
  class_id,
  user_id,
  amount: 4999,
  currency: 'USD',
  ...more,
});
const charges = () =>
  db().selectFrom('charges').selectAll().where('site_program_id', '=', program).orderBy('id').execute();
const stateOf = ({ state, errors }: { state: string; errors: { code: string }[] }) =>
  [state, ...errors.map(({ code }) => code)].join(' ');

test('a reference told wrongly and then rightly is taken by the second, and kept with that body', async () => {
  const [wrong, right] = [sale({ class_id: 2_000_000_000 }), sale()];
  const results = await tell([wrong, right, right, wrong, sale({ amount: 1 })]);
  expect(results.map(stateOf)).toEqual([
    'rejected NOT_FOUND',
    'created',
    'unchanged',
    'rejected REFERENCE_TAKEN',
    'rejected REFERENCE_TAKEN',
  ]);
  expect(await charges()).toMatchObject([{ amount: 4999 }]);
  expect((await tell([right, wrong])).map(stateOf)).toEqual(['unchanged', 'rejected REFERENCE_TAKEN']);
});

test('wrong every time it is rejected every time, and the reference stays free', async () => {
  const wrong = [1, 2, 2, 3].map((n) => sale({ class_id: 2_000_000_000 + n }));
  expect((await tell(wrong)).map(stateOf)).toEqual(wrong.map(() => 'rejected NOT_FOUND'));
  expect((await tell([sale()])).map(stateOf)).toEqual(['created']);
});

test('calls at once that tell the same references wrongly and rightly book each once', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `order-${n}`);
  const items = names.flatMap((reference) => [
    sale({ reference, user_id: 2_000_000_000 }),
    sale({ reference }),
  ]);
  const reversed = names
    .toReversed()
    .flatMap((reference) => [sale({ reference, user_id: 2_000_000_000 }), sale({ reference })]);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => tell(turn % 2 ? items : reversed)),
  );
  expect(answers.flat().filter(({ state }) => state === 'created')).toHaveLength(names.length);
  expect(answers.flat().filter(({ state }) => state === 'unchanged')).toHaveLength(names.length * 5);
  expect(await charges()).toHaveLength(names.length);
});

test('a payment told with a sale that is rejected is the next sale’s', async () => {
  const event = await makeEvent(db(), { program_id: program, end_at: inDays(1), available: 1 });
  const paid = (reference: string, more: object) =>
    sale({ reference, provider_ref: `pi_${class_id}`, ...more });
  const tickets = { type: 'event', class_id: undefined, event_id: event.id };
  const results = await tell([
    paid('foreign', { class_id: 2_000_000_000 }),
    paid('too many', { ...tickets, quantity: 2 }),
    paid('right', { ...tickets, quantity: 1 }),
    paid('again', {}),
  ]);
  expect(results.map(stateOf)).toEqual([
    'rejected NOT_FOUND',
    'rejected SOLD_OUT',
    'created',
    'rejected PROVIDER_REF_TAKEN',
  ]);
});

test('a guest of another home who buys a membership here is a member: it is the person’s, wherever they sign in', async () => {
  const home = (await makeProgram(db())).id;
  const guest = (await makeSiteUser(db(), { program_id: home })).id;
  await db().insertInto('site_user_sites').values({ user_id: guest, program_id: program }).execute();
  const membership = { type: 'membership', class_id: undefined, subscription: 'year', user_id: guest };
  expect((await tell([sale(membership)])).map(stateOf)).toEqual(['created']);
  const user = db().selectFrom('site_users').select('membership').where('id', '=', guest);
  expect(await user.executeTakeFirst()).toEqual({ membership: 1 });
  // Their home reads of it, and by whose site it was.
  const entries = db()
    .selectFrom('audit_entries')
    .select(['program_id', 'site_key_id', 'after'])
    .where('entity', '=', 'site_user')
    .where('entity_id', '=', String(guest));
  expect(await entries.execute()).toEqual([
    { program_id: home, site_key_id: expect.any(Number), after: { membership: 1 } },
  ]);
});
