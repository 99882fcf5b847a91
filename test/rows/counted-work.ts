/** Compares the Dashboard's work with the lists that its links open. */
import { expect } from 'vitest';
import { PAGE_SIZE } from '../../core/paging.ts';
import type { Attention } from '../../features/dashboard/contract.ts';
import type { Call } from '../harness.ts';

const LISTS: Record<string, [path: string, rows: string]> = {
  '/payouts/batches?waiting=1': ['payout-batches?waiting=1', 'batches'],
  '/users/data-requests': ['personal-data-requests', 'requests'],
  '/payouts?without_method=1': ['payouts?without_method=1', 'payouts'],
  '/payouts?stuck_debt=1': ['payouts?stuck_debt=1', 'payouts'],
  '/transactions?in_trouble=1': ['transactions?in_trouble=1', 'transactions'],
  '/transactions?to_return=1': ['transactions?to_return=1', 'transactions'],
  '/users/imports?failed=1': ['users-imports?failed=1', 'imports'],
  '/classes/imports?failed=1': ['classes-imports?failed=1', 'imports'],
  '/imports?failed=1': ['site-imports?failed=1', 'imports'],
  '/refunds?status=waiting': ['refunds?status=waiting', 'refunds'],
  '/commissions/held': ['held-charges', 'charges'],
  '/events?undrawn=1': ['lilt-events?undrawn=1', 'events'],
  '/giveaways/purchases?show=to_fulfill': ['lilt-purchases?fulfillable=1', 'products'],
  '/email/rules?failed=1': ['email-rules?failed=1', 'rules'],
  '/translations/outdated': ['outdated-translations', 'translations'],
  '/commissions/instructors?waiting=1': ['instructors?waiting=1', 'instructors'],
  '/commissions/programs?waiting=1': ['program-commissions?waiting=1', 'programs'],
  '/commissions/classes?waiting=1': ['class-commissions?waiting=1', 'classes'],
  '/unmatched-payments': ['unmatched-payments?state=open', 'payments'],
};

/** Returns the counts by kind of a program, 0 for all, after it has compared each with the list at its link. */
export async function countedWork(call: Call, program_id = 0): Promise<Record<string, number>> {
  const { status, body } = await call('GET', `dashboard/attention?program_id=${program_id}`);
  expect(status).toBe(200);
  const items: Attention[] = body.items;
  for (const { link, count } of items) {
    const [, to = '', named = '0'] = /^(.*?)(?:[?&]program_id=(\d+))?$/.exec(link) ?? [];
    const list = LISTS[to];
    if (!list) continue;
    const of = named === '0' ? '' : `${list[0].includes('?') ? '&' : '?'}program_id=${named}`;
    const answer = await call('GET', `${list[0]}${of}`);
    expect([link, answer.body.count, answer.body[list[1]]?.length]).toEqual([
      link,
      count,
      Math.min(count, PAGE_SIZE),
    ]);
  }
  return Object.fromEntries(items.map(({ kind, count }) => [kind, count]));
}
