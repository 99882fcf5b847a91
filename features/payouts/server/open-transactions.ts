import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { notFound, refuse, refuseField } from '../../../core/errors.ts';
import { toMajor } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import {
  type Context,
  type TransactionContext,
  transact,
  visibleTo,
  withoutTenantScope,
} from '../../../server/context.ts';
import { audit } from '../../../server/nouns/audit.ts';
import type { Rules } from '../../money-settings/rules.ts';
import { readRules } from '../../money-settings/server/money-rules.ts';
import type { Bridge } from '../bridge.ts';
import type { OpenTransaction } from '../contract.ts';
import type { LineSplit } from '../payout-transaction.ts';
import {
  adjustmentWords,
  maySwitch,
  type Override,
  type PayeeKey,
  payeeNumber,
  payeeOf,
  switched,
} from '../rules.ts';
import { bridgeOfDue } from './bridge.ts';
import { splitsOf } from './line-splits.ts';
import { salesDue } from './payees/due.ts';
import { ADJUSTED_PAYEE } from './payees/payee-numbers.ts';

/** Lists lines, debts and credits, newest first, of a payee in one currency or an instructor in all. 400 without either, 404 for an invisible payee. */
export async function pageOfOpenTransactions(
  context: Context,
  {
    payee_id,
    instructor_id,
    page,
  }: { payee_id?: number | undefined; instructor_id?: number | undefined; page: number },
): Promise<{ transactions: OpenTransaction[]; count: number; bridge: Bridge | null }> {
  const of = wanted(payee_id, instructor_id);
  const { rules } = await readRules(withoutTenantScope(context));
  const { db, actor } = context;
  const { rows } = await sql<OpenTransactionRow & { count: number }>`
    with entries as (
      ${linesWhere(
        rules.hold_days,
        sql<SqlBool>`o.payee = ${of.payee}::bigint and ${of.inCurrency('o.currency')} and ${visibleTo(actor, 'o.scope_program_id')}`,
      )}
      union all
      select a.id, a.created_at, coalesce(l.charge_id, g.charge_id), null, null, null, a.kind, 'adjustment', null, a.amount,
        a.currency, null, 0, true, null, null
      from payout_adjustments a
      left join refund_lines g on g.id = a.refund_line_id
      left join charge_lines l on l.id = a.line_id
      where a.payout_id is null and ${ADJUSTED_PAYEE} = ${of.payee}::bigint
        and ${of.inCurrency('a.currency')} and ${visibleTo(actor, 'a.scope_program_id')}
    ), counted as (select count(*) as count from entries)
    select e.*, c.count from counted c left join (
      select * from entries order by created_at desc, type, id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}
    ) e on true
    order by e.created_at desc, e.type, e.id desc`.execute(db);
  const { count } = must(rows[0], 'count of open transactions');
  if (count === 0) await seen(context, of.user_id);
  // A page past the end is one row that says how many there are, and nothing else.
  const listed = rows.filter(({ id }) => id !== null);
  const splits = await splitsOfRows(context, listed);
  const [due] = count > 0 && payee_id !== undefined ? await salesDue(context, [payee_id], rules) : [];
  return {
    transactions: listed.map((row) => toResponse(row, splits)),
    count,
    bridge: due ? bridgeOfDue(due) : null,
  };
}

/** Switches a line between active and pending, unless `active` is met. 404 for an invisible line, 403 without permission, 400 if held or in a payout. */
export async function switchLine(
  context: Context,
  { id, active }: { id: number; active?: boolean | undefined },
): Promise<OpenTransaction> {
  const { rules } = await readRules(withoutTenantScope(context));
  return transact(context, async (tx) => {
    const charge = await holdChargeOf(tx, id);
    const line = await openLine(tx, id, rules);
    if (!maySwitch(tx.actor, charge)) refuse(403, 'This share belongs to another program');
    if (!line) refuse(400, 'This share is already in a payout or fully refunded');
    if (line.held !== null)
      refuse(400, 'This transaction is on hold, so its shares are neither active nor pending');
    const splits = await splitsOfRows(tx, [line]);
    if (active === line.active) return toResponse(line, splits);
    const override = switched(line);
    await tx.db.updateTable('charge_lines').set({ override }).where('id', '=', id).execute();
    await audit(tx, {
      entity: 'payout_transaction',
      entity_id: id,
      action: 'switch',
      program_id: charge.sold_in,
      before: { override: line.override },
      after: { override },
    });
    return toResponse((await openLine(tx, id, rules)) ?? notFound(), splits);
  });
}

/** A line with amounts in minor units of its currency. */
type OpenTransactionRow = Omit<OpenTransaction, 'active' | 'payout_status' | 'split'> & {
  active: boolean;
  kind: string | null;
};

function wanted(payee_id: number | undefined, instructor_id: number | undefined) {
  if (payee_id !== undefined) {
    const payee = payeeOf(payee_id) ?? notFound();
    const { currency, user_id } = payee;
    return {
      payee: payeeNumber(payee),
      user_id,
      inCurrency: (column: string) => sql`${sql.ref(column)} = ${currency}`,
    };
  }
  const user_id = instructor_id ?? refuseField('payee_id', 'is required, or instructor_id');
  return { payee: payeeNumber({ user_id, program_id: null }), user_id, inCurrency: () => sql`true` };
}

/** Throws a 404 for an invisible user without open transactions. */
async function seen({ db, actor }: Context, user_id: number | null): Promise<void> {
  if (user_id === null) return;
  const user = await db
    .selectFrom('site_users')
    .select('id')
    .where('id', '=', user_id)
    .where(visibleTo(actor, 'program_id'))
    .executeTakeFirst();
  if (!user) notFound();
}

function linesWhere(hold_days: number, condition: RawBuilder<SqlBool>): RawBuilder<OpenTransactionRow> {
  const until = sql`o.charged_at + make_interval(days => ${sql.lit(hold_days)})`;
  return sql`
    select o.id, o.charged_at as created_at, o.charge_id, k.class_name,
      nullif(btrim(s.first_name || ' ' || s.last_name), '') as student_name, o.description, null as kind,
      'payment' as type, o.type as commission_type, o.amount, o.currency, o.override, o.future_sessions, o.active, o.held,
      case when ${until} > provost_now() then ${until} end as on_hold_until
    from open_lines o
    left join classes k on k.id = o.class_id
    left join site_users s on s.id = o.student_id
    where ${condition}`;
}

/** Locks the charge first, as refunds, recalculations and payouts do; returns it with the line's payee. */
async function holdChargeOf(
  { db, actor }: TransactionContext,
  id: number,
): Promise<PayeeKey & { sold_in: number | null }> {
  const { rows } = await sql<PayeeKey & { sold_in: number | null }>`
    select c.program_id as sold_in, l.user_id, l.program_id from charges c join charge_lines l on l.charge_id = c.id
    where l.id = ${id} and ${visibleTo(actor, 'c.program_id')} for no key update of c`.execute(db);
  return rows[0] ?? notFound();
}

async function openLine(
  { db }: TransactionContext,
  id: number,
  { hold_days }: Rules,
): Promise<OpenTransactionRow | undefined> {
  const line = linesWhere(hold_days, sql<SqlBool>`o.id = ${id}`);
  return (await line.execute(db)).rows[0];
}

function splitsOfRows(context: Context, rows: readonly OpenTransactionRow[]) {
  return splitsOf(
    context,
    rows.filter(({ type }) => type === 'payment'),
  );
}

function toResponse(row: OpenTransactionRow, splits: ReadonlyMap<number, LineSplit>): OpenTransaction {
  return {
    id: row.id,
    created_at: row.created_at,
    charge_id: row.charge_id,
    class_name: row.class_name,
    student_name: row.student_name,
    description: row.kind ? adjustmentWords(row.kind, row.charge_id) : row.description,
    type: row.type,
    commission_type: row.commission_type,
    amount: toMajor(row.amount, row.currency),
    split: row.type === 'payment' ? (splits.get(row.id) ?? null) : null,
    currency: row.currency,
    payout_status: 0,
    override: row.override as Override | null,
    future_sessions: row.future_sessions,
    active: row.active ? 1 : 0,
    held: row.held,
    on_hold_until: row.on_hold_until,
  };
}
