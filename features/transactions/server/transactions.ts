import { sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { toMajor } from '../../../core/money.ts';
import type { Context } from '../../../server/context.ts';
import { type List, rowsOfPage } from '../../../server/nouns/list-query.ts';
import type { TRANSACTION_SORTS, Transaction } from '../contract.ts';
import { entriesOf } from '../refunds/server/refund-entries.ts';
import { linesOf, partsOf } from './charge-shares.ts';
import { chargesMatching, type TransactionFilter } from './transaction-filter.ts';
import { sumsOf } from './transaction-sums.ts';

type Sort = (typeof TRANSACTION_SORTS)[number];
type TransactionsQuery = TransactionFilter & {
  page: number;
  sort_by?: Sort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/**
 * Sorts by newest first by default; amounts in major units. Sums and count follow the filter, from one
 * snapshot. Throws a 400 for a sort by amount over several currencies. A bound admin sees charges of the own
 * program.
 */
export async function pageOfTransactions(context: Context, asked: TransactionsQuery) {
  const { page, currency } = asked;
  const { sort_by = 'created_at', sort_dest = asked.sort_by ? 'asc' : 'desc' } = asked;
  if (sort_by === 'amount' && currency === '') refuseField('sort_by', 'Choose a currency to sort by amount');
  const matching = chargesMatching(context, asked);
  const [charges, { sums, count }] = await Promise.all([
    rowsOfPage<TransactionRow, Sort>(context.db, listBy(sort_by), { matching, page, sort_by, sort_dest }),
    sumsOf(context, asked),
  ]);
  const ids = charges.map(({ id }) => id);
  const [children, parts, lines] = await Promise.all([
    entriesOf(context, ids),
    partsOf(context, ids),
    linesOf(context, ids),
  ]);
  const transactions = charges.map((charge): Transaction => {
    const { amount, refunded, reserved } = charge;
    const major = (minor: number) => toMajor(minor, charge.currency);
    return {
      ...charge,
      type: 'payment',
      status: 'succeeded',
      amount: major(amount),
      refunded: major(refunded),
      reserved: major(reserved),
      refund_available: major(amount - refunded - reserved),
      charge_discount_amount: major(charge.charge_discount_amount),
      children: children.get(charge.id) ?? [],
      parts: parts.get(charge.id) ?? [],
      commissions: lines.get(charge.id) ?? [],
    };
  });
  return { transactions, count, sums };
}

type TransactionRow = Omit<
  Transaction,
  'type' | 'status' | 'refund_available' | 'children' | 'parts' | 'commissions'
>;

function listBy(sort_by: Sort): List<Sort> {
  return { ...LIST, from: SORTED_FROM[sort_by] ?? LIST.from };
}

const SORTED_FROM: { [Name in Sort]?: List<Sort>['from'] } = {
  class_name: sql`(charges c left join classes sk on sk.id = c.class_id)`,
  instructor_name: sql`(charges c left join site_users si on si.id = c.instructor_id)`,
  student_name: sql`(charges c left join site_users ss on ss.id = c.student_id)`,
};

const LIST: List<Sort> = {
  from: sql`charges c`,
  id: sql`c.id`,
  columns: sql`c.id, c.created_at, c.amount, c.refunded, c.reserved, c.currency, c.description, c.class_id, k.class_name,
    c.instructor_id, nullif(btrim(i.first_name || ' ' || i.last_name), '') as instructor_name, c.student_id,
    nullif(btrim(s.first_name || ' ' || s.last_name), '') as student_name, coalesce(c.program_id, 0) as program_id,
    c.charge_type, c.discount_percent as charge_discount_percent, c.discount_amount as charge_discount_amount, c.code, c.source, c.recorded_at,
    (c.provider = 'manual')::integer as by_hand, c.disputed_at, coalesce(c.held, case when c.disputed_at is not null then 'disputed' end) as held`,
  joins: sql`left join classes k on k.id = c.class_id left join site_users i on i.id = c.instructor_id
    left join site_users s on s.id = c.student_id`,
  orders: {
    id: sql`c.id`,
    created_at: sql`c.created_at`,
    class_name: sql`sk.name_search`,
    instructor_name: sql`si.name_search`,
    student_name: sql`ss.name_search`,
    currency: sql`c.currency`,
    amount: sql`c.amount`,
  },
  nullable: ['class_name', 'instructor_name', 'student_name'],
};
