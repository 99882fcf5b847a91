import { sql } from 'kysely';
import {
  type Outcome,
  type Parked,
  type Rejected,
  refusable,
  type SiteTransaction,
} from '../../../../server/sites/facts.ts';
import type { Missing } from '../../unmatched/contract.ts';
import { lockPayments } from '../../unmatched/server/payment-names.ts';
import type { BoughtCharge, SiteCharge } from '../contract.ts';
import { holdPayments, paymentsNamed } from './booked-payments.ts';
import { type BookedCharge, bookCharges } from './site-charges.ts';
import { soldThings } from './sold-things.ts';

/** Books sales as {@link bookCharges} does. One whose buyer nobody is yet waits under Unmatched payments; rejected like others for all but its buyer. */
export async function tellCharges(
  tx: SiteTransaction,
  charges: readonly SiteCharge[],
): Promise<Outcome<BookedCharge, 'waiting'>[]> {
  const buyers = await buyersOf(tx, charges);
  await lockPayments(tx.db, paymentsNamed(charges));
  const bought = charges.map((charge) => boughtBy(buyers, charge));
  const known = bought.flatMap((charge) => charge ?? []);
  const booked = (known.length > 0 ? await bookCharges(tx, known) : []).values();
  const parked = (
    await park(
      tx,
      charges.filter((_, index) => bought[index] === null),
    )
  ).values();
  return bought.map((charge) => {
    const { value } = charge ? booked.next() : parked.next();
    if (!value) throw new Error('a sale has no outcome');
    return value;
  });
}

export type WaitingSale = {
  id: number;
  program_id: number;
  reference: string;
  sale: SiteCharge;
  paid_at: string;
};

/** Books a waiting sale once its buyer is there, as of when it was told; answers whether it waits no longer. What cannot be booked is left to staff. */
export async function bookWaitingSale(
  tx: SiteTransaction,
  waiting: Pick<WaitingSale, 'id' | 'sale'>,
): Promise<void> {
  // The payment before the row, as wherever both are held.
  await lockPayments(tx.db, paymentsNamed([waiting.sale]));
  const { rows } = await sql<WaitingSale>`
    select p.id, f.program_id, f.reference, f.body as sale, p.paid_at
    from unmatched_payments p
    join site_facts f on f.program_id = p.program_id and f.kind = 'charge' and f.reference = p.reference
    where p.id = ${waiting.id} and p.state = 'open' and 'user' = any (p.missing) for update of p`.execute(
    tx.db,
  );
  const [row] = rows;
  if (!row) return;
  const { sale, paid_at } = row;
  const charge = boughtBy(await buyersOf(tx, [sale]), sale);
  if (!charge) return;
  const outcome = await refusable(tx, async () => {
    const [booked] = await bookCharges(tx, [{ ...charge, occurred_at: paid_at }]);
    if (!booked) throw new Error('a sale has no outcome');
    return booked;
  });
  if ('rejected' in outcome) await leaveToStaff(tx, row, outcome);
  else await settle(tx, row, outcome);
}

/** The ids of those whom the sales name by the site's references, and who are there. */
async function buyersOf(
  { db, site }: SiteTransaction,
  charges: readonly SiteCharge[],
): Promise<ReadonlyMap<string, number>> {
  const references = charges.flatMap(({ user_reference }) => user_reference ?? []);
  if (references.length === 0) return new Map();
  const { rows } = await sql<{ reference: string; user_id: number }>`
    select r.reference, r.user_id from site_user_references r join site_users u on u.id = r.user_id
    where r.program_id = ${site.program_id} and r.reference = any (${references}::text[]) and u.del_status = 0`.execute(
    db,
  );
  return new Map(rows.map(({ reference, user_id }) => [reference, user_id]));
}

/** The sale with its buyer's id; null while nobody has the reference. */
function boughtBy(
  buyers: ReadonlyMap<string, number>,
  { user_reference, ...charge }: SiteCharge,
): BoughtCharge | null {
  if (user_reference === undefined) return charge;
  const user_id = buyers.get(user_reference);
  return user_id === undefined ? null : { ...charge, user_id };
}

async function park(
  tx: SiteTransaction,
  charges: readonly SiteCharge[],
): Promise<(Parked<BookedCharge, 'waiting'> | Rejected)[]> {
  if (charges.length === 0) return [];
  const payments = await holdPayments(tx, charges);
  const soldBy = await soldThings(tx, charges);
  const outcomes = charges.map((charge) => {
    const sold = soldBy(charge);
    const refused = 'rejected' in sold ? sold : payments.checkWaiting(charge);
    if (refused) return refused;
    payments.take(charge);
    return { id: null, state: 'waiting', enrolments: [], tickets: [] } as const;
  });
  const waiting = charges.filter((_, index) => !('rejected' in (outcomes[index] ?? {})));
  const rows = waiting.map((sale) => ({ ...sale, sale }));
  await sql`
    insert into unmatched_payments (source, program_id, provider, provider_ref, amount, currency, paid_at, missing,
      reference, user_reference, sale)
    select 'site', ${tx.site.program_id}, s.provider, s.provider_ref, s.amount, s.currency,
      coalesce(s.occurred_at, provost_now()), array['user'], s.reference, s.user_reference, s.sale
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (provider text, provider_ref text, amount bigint,
      currency text, occurred_at timestamptz, reference text, user_reference text, sale jsonb)) with ordinality as s
    order by s.ordinality`.execute(tx.db);
  return outcomes.map((outcome) =>
    'rejected' in outcome ? outcome : { ...outcome, enrolments: [], tickets: [] },
  );
}

async function settle(
  { db }: SiteTransaction,
  { id, program_id, reference }: WaitingSale,
  booked: { id: number },
) {
  await sql`update unmatched_payments set state = 'matched', charge_id = ${booked.id}, missing = '{}',
    updated_at = greatest(provost_now(), updated_at + interval '1 ms') where id = ${id}`.execute(db);
  await sql`update site_facts set answer = ${JSON.stringify(booked)}::jsonb
    where program_id = ${program_id} and kind = 'charge' and reference = ${reference}`.execute(db);
}

async function leaveToStaff(
  { db }: SiteTransaction,
  { id }: WaitingSale,
  { rejected }: Rejected,
): Promise<void> {
  const missing = rejected.errors.flatMap(({ path }) => MISSING_BY_PATH[path] ?? []);
  await sql`update unmatched_payments set missing = ${missing.length > 0 ? missing : ['payment']}::text[],
    updated_at = greatest(provost_now(), updated_at + interval '1 ms') where id = ${id}`.execute(db);
}

const MISSING_BY_PATH: Record<string, Missing> = {
  class_id: 'class',
  type: 'class',
  event_id: 'event',
  quantity: 'tickets',
  provider_ref: 'payment',
};
