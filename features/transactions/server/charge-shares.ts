import { sql } from 'kysely';
import { toMajor } from '../../../core/money.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import type { TransactionLine, TransactionPart } from '../contract.ts';
import { type HeldBack, payeeName } from '../rules.ts';

/** Returns the lines of many charges by type and row, with payees' names; null for people of another program. */
export async function linesOf(
  { db, actor }: Context,
  chargeIds: readonly number[],
): Promise<Map<number, TransactionLine[]>> {
  const { rows } = await sql<Line>`
    select l.charge_id, c.currency, l.id, l.type, coalesce(l.row_id, 0) as row_id, l.user_id, l.program_id,
      coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), p.program_display_name) as name, l.commission,
      l.amount, l.refunded, l.payout_id,
      l.payout_id is not null and (o.state in ('making', 'proposed')
        or o.id is null and l.id in (select proposed_lines(${chargeIds}::integer[]))) as is_proposed,
      case when l.payout_id is null
        then coalesce(c.held, case when c.disputed_at is not null then 'disputed' end) end as held
    from charge_lines l
    join charges c on c.id = l.charge_id
    left join site_users u on u.id = l.user_id
    left join programs p on p.id = l.program_id
    left join payouts o on o.id = l.payout_id
    where l.charge_id = any (${chargeIds}::integer[]) and ${visibleTo(actor, 'c.program_id')}
    order by l.charge_id, l.type, l.row_id, l.id`.execute(db);
  return byCharge(rows, (line) => ({
    id: line.id,
    type: line.type,
    row_id: line.row_id,
    payee: payeeOf(line),
    commission: line.commission,
    amount: toMajor(line.amount, line.currency),
    refunded: toMajor(line.refunded, line.currency),
    payout_status: line.payout_id === null || line.is_proposed ? 0 : 1,
    payout_id: line.payout_id,
    held: line.held,
  }));
}

export async function partsOf(
  { db, actor }: Context,
  chargeIds: readonly number[],
): Promise<Map<number, TransactionPart[]>> {
  const { rows } = await sql<Part>`
    select p.charge_id, c.currency, p.class_id, coalesce(k.class_name, 'Class #' || p.class_id) as class_name, p.amount,
      p.refunded, p.reserved
    from charge_parts p
    join charges c on c.id = p.charge_id
    left join classes k on k.id = p.class_id
    where p.charge_id = any (${chargeIds}::integer[]) and ${visibleTo(actor, 'c.program_id')}
    order by p.charge_id, p.class_id`.execute(db);
  return byCharge(rows, ({ class_id, class_name, currency, amount, refunded, reserved }) => ({
    class_id,
    class_name,
    amount: toMajor(amount, currency),
    refunded: toMajor(refunded, currency),
    refund_available: toMajor(amount - refunded - reserved, currency),
  }));
}

type Line = {
  charge_id: number;
  currency: string;
  id: number;
  type: number;
  row_id: number;
  user_id: number | null;
  program_id: number | null;
  name: string | null;
  commission: number;
  amount: number;
  refunded: number;
  payout_id: number | null;
  is_proposed: boolean;
  held: HeldBack | null;
};

type Part = {
  charge_id: number;
  currency: string;
  class_id: number;
  class_name: string;
  amount: number;
  refunded: number;
  reserved: number;
};

function payeeOf(line: Line) {
  const { user_id, program_id } = line;
  const kind = user_id !== null ? 'user' : program_id !== null ? 'program' : 'site';
  return { kind, id: user_id ?? program_id, name: payeeName(line, line.name) } as const;
}

function byCharge<Row extends { charge_id: number }, Share>(
  rows: readonly Row[],
  toResponse: (row: Row) => Share,
): Map<number, Share[]> {
  const charges = Map.groupBy(rows, ({ charge_id }) => charge_id);
  return new Map([...charges].map(([id, some]) => [id, some.map(toResponse)]));
}
