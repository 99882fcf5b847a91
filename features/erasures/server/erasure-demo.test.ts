/** People of the demo, drawn at random: each is gone by address, and all sums stay. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { useTestApp } from '../../../test/harness.ts';
import { ledgerSums, placesOf } from '../../../test/rows/person-everywhere.ts';
import { until } from '../../../test/until.ts';
import { eraseDue } from './erase.ts';

const app = useTestApp({}, { demo: true });
const db = () => app().platform.database.everything;

test('whoever it is, the address is nowhere, and every ledger and list sums up as before', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const people = await db()
    .selectFrom('site_users')
    .select(['id', 'email'])
    .where('del_status', '=', 0)
    .orderBy('id')
    .execute();
  const totals = async () => (await call('GET', 'transactions')).body.sums;
  const before = { ledgers: await ledgerSums(app()), totals: await totals() };
  const answers: number[] = [];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...people), async ({ id, email }) => {
      const { status, body } = await call('POST', `user/${id}/erasure`, { email: email.toLowerCase() });
      answers.push(status);
      expect([200, 409], body.message).toContain(status);
      await until(async () => {
        await eraseDue(app().platform);
        const open = db().selectFrom('erasures').select('id').where('state', '=', 'running');
        expect(await open.execute()).toEqual([]);
      });
      const row = db().selectFrom('site_users').select('email').where('id', '=', id);
      const isErased = (await row.executeTakeFirstOrThrow()).email.startsWith('erased-');
      expect({ ledgers: await ledgerSums(app()), totals: await totals() }).toEqual(before);
      const places = isErased ? await placesOf(app(), [email.toLowerCase()]) : [];
      expect(places).toEqual([]);
    }),
    { numRuns: inDepth(4, 30) },
  );
  expect(answers).toContain(200);
});
