/** Books sales: charges, their division and the enrolments of their buyers, many at once. Specification: Charges. */

import { sql } from 'kysely';
import type { Currency } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import type { Source } from '../../../core/sites/sources.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { lockAll } from '../../../server/db/client.ts';
import { auditAll } from '../../../server/nouns/audit.ts';
import { enrolBuyers } from '../../classes/server/enrolments.ts';
import { groupLock } from '../../commissions/server/groups.ts';
import { splitCharges } from '../../commissions/server/split.ts';
import type { SoldThing } from './sold-things.ts';

/** A sale; amounts in minor units of the currency. */
export type SaleToBook = {
  sold: SoldThing;
  amount: number;
  currency: Currency;
  code?: string | null;
  student_id?: number | null;
  description?: string;
  discount_percent?: number;
  discount_amount?: number;
  provider?: 'manual' | 'stripe';
  provider_charge?: string | null;
  /** Moment of the sale, ISO 8601; now unless told. Its commission rows are those that stood then. */
  created_at?: string;
  source?: Source;
  site_program_id?: number;
  after: object;
};

/** Books sales; returns the ids of their charges in order. Sales and saves of the groups above wait for each other: no charge falls between two states. */
export async function bookSales(tx: TransactionContext, sales: readonly SaleToBook[]): Promise<number[]> {
  await shareGroups(tx, sales);
  const rows = sales.map(({ sold, after: _after, ...sale }) => ({
    discount_percent: 0,
    discount_amount: 0,
    provider: 'manual',
    source: 'hand',
    ...sale,
    charge_type: sold.charge_type,
    class_id: sold.class_id,
    instructor_id: sold.instructor_id,
    program_id: sold.home,
    event_id: sold.event_id,
    quantity: sold.quantity,
    subscription: sold.subscription,
    code: sale.code?.trim() || null,
    description: sale.description ?? sold.name,
  }));
  const { rows: made } = await sql<{ id: number }>`
    insert into charges (id, created_at, class_id, instructor_id, program_id, student_id, amount, currency, charge_type,
      code, description, discount_percent, discount_amount, provider, provider_charge, source, site_program_id,
      event_id, quantity, subscription)
    select nextval('charges_id_seq')::integer, coalesce(s.created_at, provost_now()), s.class_id, s.instructor_id, s.program_id, s.student_id,
      s.amount, s.currency, s.charge_type, s.code, s.description, s.discount_percent, s.discount_amount, s.provider,
      s.provider_charge, s.source, s.site_program_id, s.event_id, s.quantity, s.subscription
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (created_at timestamptz, class_id integer,
      instructor_id integer, program_id integer, student_id integer, amount bigint, currency text, charge_type text,
      code text, description text, discount_percent numeric, discount_amount bigint, provider text, provider_charge text,
      source text, site_program_id integer, event_id integer, quantity integer, subscription text)) with ordinality as s
    order by s.ordinality
    returning id`.execute(tx.db);
  const charge_ids = made.map(({ id }) => id);
  const late = charge_ids.filter(
    (_, index) => must(sales[index], 'sale of a charge').created_at !== undefined,
  );
  const ofNow = charge_ids.filter(
    (_, index) => must(sales[index], 'sale of a charge').created_at === undefined,
  );
  if (ofNow.length > 0) await splitCharges(tx.db, { charge_ids: ofNow });
  if (late.length > 0) await splitCharges(tx.db, { charge_ids: late, asOf: 'sale' });
  await enrolBuyers(tx.db, { charge_ids });
  await setMembers(tx, sales);
  await settleUnmatched(tx, sales, charge_ids);
  await auditAll(
    tx,
    sales.map(({ sold, after }, index) => ({
      entity: 'charge',
      entity_id: must(charge_ids[index], 'charge for its entry in the audit'),
      action: 'create',
      program_id: sold.home,
      after,
    })),
  );
  return charge_ids;
}

/** Shares the locks of all groups above the sales, each once and in one order. */
async function shareGroups({ db }: TransactionContext, sales: readonly SaleToBook[]): Promise<void> {
  const ids = (of: (sold: SoldThing) => number | null) =>
    [...new Set(sales.flatMap(({ sold }) => of(sold) ?? []))].toSorted((a, b) => a - b);
  const locks = [
    groupLock('site', 0),
    ...ids(({ home }) => home).map((id) => groupLock('program', id)),
    ...ids(({ instructor_id }) => instructor_id).map((id) => groupLock('instructor', id)),
    ...ids(({ class_id }) => class_id).map((id) => groupLock('class', id)),
  ];
  await lockAll(db, locks, 'shared');
}

async function setMembers(tx: TransactionContext, sales: readonly SaleToBook[]): Promise<void> {
  const ids = sales.flatMap(({ sold, student_id }) =>
    sold.charge_type === 'membership_payment' ? (student_id ?? []) : [],
  );
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number; program_id: number | null }>`
    update site_users set membership = 1, membership_at = provost_now()
    where id = any (${ids}::integer[]) and membership = 0 returning id, program_id`.execute(tx.db);
  const change = { action: 'update', before: { membership: 0 }, after: { membership: 1 } };
  await auditAll(
    tx,
    rows.map(({ id, program_id }) => ({ entity: 'site_user', entity_id: id, program_id, ...change })),
  );
}

/** Settles what waited under Unmatched payments for the payments of these sales. */
async function settleUnmatched(
  { db }: TransactionContext,
  sales: readonly SaleToBook[],
  chargeIds: readonly number[],
): Promise<void> {
  if (!sales.some(({ provider_charge }) => provider_charge)) return;
  await sql`select settle_unmatched(${chargeIds}::integer[])`.execute(db);
}
