import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { minorOf, toMajor } from '../../../core/money.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import type { PayoutTransaction } from '../payout-transaction.ts';
import { adjustmentWords } from '../rules.ts';
import { bridgeOfPayout } from './bridge.ts';
import { readPayout } from './history.ts';
import { splitsOf } from './line-splits.ts';

/** Lists lines, parts of a pool, debts and credits, newest first; they sum to the payout, invisible ones as one row. 404 for an invisible payout. */
export async function paidTransactions(context: Context, id: number) {
  const { db, actor } = context;
  const { amount, currency, state, created_at } = await readPayout(context, id);
  const { rows } = await sql<PaidTransactionRow>`
    select * from (
      select l.id, c.created_at, l.charge_id, k.class_name, ${STUDENT} as student_name, c.description,
        'payment' as type, l.type as commission_type, l.paid as amount, null as kind, null::integer as returned_payout_id
      from charge_lines l join charges c on c.id = l.charge_id
      left join classes k on k.id = c.class_id left join site_users s on s.id = c.student_id
      where l.payout_id = ${id} and ${visibleTo(actor, 'l.scope_program_id')}
      union all
      select a.id, a.created_at, c.id, k.class_name, ${STUDENT}, '', 'adjustment', null, a.amount, a.kind,
        a.returned_payout_id
      from payout_adjustments a
      left join refund_lines r on r.id = a.refund_line_id
      left join charge_lines l on l.id = a.line_id
      left join charges c on c.id = coalesce(r.charge_id, l.charge_id)
      left join classes k on k.id = c.class_id left join site_users s on s.id = c.student_id
      where a.payout_id = ${id} and ${visibleTo(actor, 'a.scope_program_id')}
      union all
      select m.id, o.created_at, null, null, null, ${SHARED}, 'payment', null, m.amount, null, null
      from membership_parts m join membership_pools o on o.id = m.pool_id
      left join site_users u on u.id = m.user_id
      where m.payout_id = ${id} and ${visibleTo(actor, 'u.program_id')}
    ) taken order by created_at desc, type desc, id desc`.execute(db);
  const splits = await splitsOf(
    context,
    rows.flatMap(({ id, commission_type }) => (commission_type === null ? [] : [{ id, currency }])),
  );
  const payout_status = state === 'proposed' ? 0 : 1;
  const transactions = rows.map(
    ({ kind, returned_payout_id, ...row }): PayoutTransaction => ({
      ...row,
      ...(kind && { description: adjustmentWords(kind, row.charge_id, returned_payout_id) }),
      amount: toMajor(row.amount, currency),
      split: row.commission_type === null ? null : (splits.get(row.id) ?? null),
      currency,
      payout_status,
    }),
  );
  const hidden = minorOf(amount, currency) - rows.reduce((sum, row) => sum + row.amount, 0);
  if (hidden !== 0 && !isGlobal(actor))
    transactions.push({
      ...ELSEWHERE,
      created_at,
      amount: toMajor(hidden, currency),
      currency,
      payout_status,
    });
  const bridge = await bridgeOfPayout(context, { id, amount, currency });
  return { transactions, count: transactions.length, bridge };
}

/** Amounts in minor units. */
type PaidTransactionRow = Omit<PayoutTransaction, 'currency' | 'payout_status' | 'split'> & {
  kind: string | null;
  returned_payout_id: number | null;
};

const STUDENT = sql`nullif(btrim(s.first_name || ' ' || s.last_name), '')`;

const SHARED = sql`'Memberships from ' || o.from_day || ' to ' || o.to_day || ': ' || m.live || ' live, '
  || m.recordings || ' recordings'`;

const ELSEWHERE = {
  id: 0,
  charge_id: null,
  class_name: null,
  student_name: null,
  description: 'In other programs',
  type: 'adjustment',
  commission_type: null,
  split: null,
} as const;
