/** Requests of the demo: of every type, in every state, none that its own rules would not have made. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { system } from '../../../../test/system.ts';
import { useDemo } from '../../../../test/use-database.ts';
import { cannotApprove, REQUEST_STATUSES, REQUEST_TYPES } from '../../refunds/rules.ts';
import type { RefundRequest } from '../contract.ts';
import { pageOfRefundRequests } from './refund-requests.ts';

const database = useDemo();

test('sixty of them; each type waits and is refunded, some are more than is left, some are one’s own', async () => {
  const context = system(database().everything, { admin_id: 1 });
  const pages = await Promise.all([1, 2].map((page) => pageOfRefundRequests(context, { page })));
  const all: RefundRequest[] = pages.flatMap(({ refunds }) => refunds);
  expect([pages[0]?.count, all.length]).toEqual([60, 60]);
  for (const status of [null, ...REQUEST_STATUSES])
    expect(all.filter((row) => row.status === status).length, String(status)).toBeGreaterThan(2);
  for (const type of REQUEST_TYPES)
    for (const status of [null, 'refunded'])
      expect(
        all.filter((row) => row.type === type && row.status === status).length,
        `${type} ${status}`,
      ).toBeGreaterThan(2);
  const waiting = all.filter(({ status }) => status === null);
  expect(waiting.filter(({ own }) => own === 1).length).toBeGreaterThan(0);
  expect(waiting.filter((row) => row.own === 0 && cannotApprove(row)).length).toBeGreaterThan(1);
  expect(waiting.filter((row) => cannotApprove(row) === null).length).toBeGreaterThan(10);
  expect(waiting.filter(({ program_id }) => program_id === 2).length).toBeGreaterThan(5);
  expect(
    all.every(({ created_by, student_name, class_name }) => created_by && student_name && class_name),
  ).toBe(true);
  const { rows } = await sql`select q.id from refund_requests q join charges c on c.id = q.charge_id
    left join refunds r on r.id = q.refund_id
    where q.created_at <= c.created_at or q.decided_at <= q.created_at or q.decided_at > now()
      or r.succeeded_at < q.decided_at or r.created_at < q.decided_at`.execute(database().everything);
  expect(rows).toEqual([]);
});
