import { sql } from 'kysely';
import { notFoundAt } from '../../../../core/errors.ts';
import { formatMoney } from '../../../../core/money.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { teaches } from '../../../users/rules.ts';
import type { EarnedLine } from '../contract.ts';

/** Returns what a payee has earned, by month (UTC) of the sale and currency, in minor units. 404 for a student. */
export async function earningsOf(context: SiteCall, id: number) {
  const { rows } = await sql<{
    month: string;
    currency: string;
    earned: number;
    refunded: number;
    paid: number;
    open: number;
  }>`
    select to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM') as month, e.currency, sum(e.amount)::bigint as earned,
      sum(e.refunded)::bigint as refunded, sum(e.paid)::bigint as paid,
      sum(e.amount - e.refunded - e.paid)::bigint as open
    from site_earnings(${id}, null) e group by 1, 2 order by 1, 2`.execute(context.db);
  if (rows.length === 0) await refuseStudent(context, id);
  return { earnings: rows };
}

/** Returns the lines of the sales of a month (`2026-11`, UTC). 404 for a student. */
export async function earningsOfMonth(context: SiteCall, { id, month }: { id: number; month: string }) {
  const { rows } = await sql<Line>`
    select e.id, e.charge_id, e.occurred_at, e.class_id, e.class_name, e.type, e.commission, e.charge_amount, e.amount,
      e.refunded, e.payout_id, e.currency, e.divided, e.divided_by, e.rounding, e.kept
    from site_earnings(${id}, ${`${month}-01`}::date) e order by e.id`.execute(context.db);
  if (rows.length === 0) await refuseStudent(context, id);
  return {
    lines: rows.map(
      ({ divided, divided_by, rounding, kept, ...line }): EarnedLine => ({
        ...line,
        explanation: explained({ ...line, divided, divided_by, rounding, kept }),
      }),
    ),
  };
}

/** Returns the payouts of a payee with the lines of this program's sales; the amount is their sum. 404 for a student. */
export async function payoutsOf(context: SiteCall, id: number) {
  const { rows } = await sql<{
    id: number;
    kind: 'sales' | 'membership';
    currency: string;
    created_at: string;
    paid_at: string | null;
    lines: { id: number; charge_id: number; class_name: string; amount: number }[];
  }>`
    select p.id, p.kind, p.currency, p.created_at, p.paid_at, p.lines from site_payouts(${id}) p order by p.id`.execute(
    context.db,
  );
  if (rows.length === 0) await refuseStudent(context, id);
  return {
    payouts: rows.map((payout) => ({
      ...payout,
      amount: payout.lines.reduce((sum, { amount }) => sum + amount, 0),
    })),
  };
}

type Line = Omit<EarnedLine, 'explanation'> & {
  divided: number;
  divided_by: number;
  rounding: number;
  kept: number;
};

/** The arithmetic of a line: kept + divided × commission ÷ divided_by + rounding. */
function explained({ commission, divided, divided_by, rounding, kept, amount, currency }: Line): string {
  const money = (minor: number) => formatMoney(minor, currency);
  const share =
    divided_by === 100
      ? `${commission}% of ${money(divided)}`
      : `${commission} of ${divided_by} parts of ${money(divided)}`;
  const rest = rounding > 0 ? `, plus ${money(rounding)} from rounding` : '';
  const before = kept > 0 ? `${money(kept)} from an earlier split, and ` : '';
  return `${before}${share}${rest}: ${money(amount)}`;
}

async function refuseStudent({ db }: SiteCall, id: number): Promise<void> {
  const user = await db
    .selectFrom('site_users')
    .select('user_type')
    .select(sql<boolean>`exists (select from site_earnings(${id}, null))`.as('earns'))
    .where('id', '=', id)
    .where('del_status', '=', 0)
    .executeTakeFirst();
  if (!user || !(user.earns || teaches(user))) notFoundAt('id');
}
