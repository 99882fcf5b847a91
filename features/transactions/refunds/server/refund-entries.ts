import { sql } from 'kysely';
import { notFound } from '../../../../core/errors.ts';
import { toMajor } from '../../../../core/money.ts';
import { type Context, visibleTo } from '../../../../server/context.ts';
import type { RefundEntry } from '../../contract.ts';
import type { RefundState } from '../rules.ts';

/** Returns the refunds of many charges, newest last; none for charges the caller may not see. */
export async function entriesOf(
  { db, actor }: Context,
  chargeIds: readonly number[],
): Promise<Map<number, RefundEntry[]>> {
  if (chargeIds.length === 0) return new Map();
  const { rows } = await sql<RefundRow>`
    select r.id, r.charge_id, r.created_at, r.amount, c.currency, c.description, k.id as class_id, k.class_name,
      c.instructor_id, nullif(btrim(i.first_name || ' ' || i.last_name), '') as instructor_name, c.student_id,
      nullif(btrim(s.first_name || ' ' || s.last_name), '') as student_name, coalesce(c.program_id, 0) as program_id,
      c.charge_type, c.discount_percent as charge_discount_percent, c.discount_amount as charge_discount_amount,
      r.state, r.failure, r.reason, (r.provider = 'manual')::integer as by_hand, admin_email(r.created_by) as created_by,
      r.returned_at, admin_email(r.returned_by) as returned_by,
      case r.state when 'failed' then r.failed_at else r.succeeded_at end as settled_at
    from refunds r
    join charges c on c.id = r.charge_id
    left join classes k on k.id = coalesce(r.class_id, c.class_id)
    left join site_users i on i.id = c.instructor_id
    left join site_users s on s.id = c.student_id
    where r.charge_id = any (${chargeIds}::integer[]) and ${visibleTo(actor, 'c.program_id')}
    order by r.charge_id, r.created_at, r.id`.execute(db);
  const charges = Map.groupBy(rows, ({ charge_id }) => charge_id);
  return new Map([...charges].map(([id, refunds]) => [id, refunds.map(toResponse)]));
}

/** Returns the refunds of one charge; throws a 404 for an invisible charge. */
export async function refundsOf(context: Context, chargeId: number): Promise<{ refunds: RefundEntry[] }> {
  const { db, actor } = context;
  const known = await db
    .selectFrom('charges')
    .select('id')
    .where('id', '=', chargeId)
    .where(visibleTo(actor, 'charges.program_id'))
    .executeTakeFirst();
  if (!known) notFound();
  return { refunds: (await entriesOf(context, [chargeId])).get(chargeId) ?? [] };
}

type RefundRow = Omit<RefundEntry, 'type' | 'status' | 'unknown' | 'refund_available'> & {
  charge_id: number;
  state: RefundState;
};

/** Public states: none before the provider's first answer. */
const STATUSES: { [State in RefundState]?: RefundEntry['status'] } = {
  pending: 'pending',
  succeeded: 'succeeded',
  failed: 'failed',
};

function toResponse(row: RefundRow): RefundEntry {
  const { charge_id: _, state, ...refund } = row;
  const { amount, currency, charge_discount_amount } = refund;
  return {
    ...refund,
    type: 'refund',
    amount: -toMajor(amount, currency),
    charge_discount_amount: toMajor(charge_discount_amount, currency),
    status: STATUSES[state] ?? null,
    unknown: state === 'unknown' ? 1 : 0,
    refund_available: 0,
  };
}
