/** Unmatched payments of the demo: open, matched and dismissed ones, of all programs and of one. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { system } from '../../../../test/system.ts';
import { useDemo } from '../../../../test/use-database.ts';
import { MISSING } from '../contract.ts';
import { pageOfUnmatched } from './unmatched-payments.ts';

const database = useDemo();

test('each thing can be missing; what is matched is a sale of that payment', async () => {
  const context = system(database().everything, { admin_id: 1 });
  const { payments } = await pageOfUnmatched(context, { page: 1, state: 'all' });
  const of = (state: string) => payments.filter((payment) => payment.state === state);
  expect(of('open').length).toBeGreaterThan(10);
  expect(of('open').filter(({ program_id }) => program_id === 2).length).toBeGreaterThan(3);
  expect([...new Set(of('open').flatMap(({ missing }) => missing))].toSorted()).toEqual(MISSING.toSorted());
  expect(of('dismissed').length).toBeGreaterThan(2);
  expect(of('matched').some(({ decided_by }) => decided_by === null)).toBe(true);
  const { rows } = await sql`select c.amount = p.amount as same from unmatched_payments p
    join charges c on c.id = p.charge_id and c.provider_charge = p.provider_ref and c.currency = p.currency`.execute(
    database().everything,
  );
  expect(rows).toEqual(of('matched').map(() => ({ same: true })));
  expect(of('matched')).toHaveLength(6);
});
