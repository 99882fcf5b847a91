/** Paying: what is due is claimed, once, by one transaction with its payouts, its batch and its file. Specification: Payouts. */

import { type QueryResult, sql } from 'kysely';
import { refuse, refuseField } from '../../../core/errors.ts';
import { formatMoney, toMajor } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import type { TransactionContext } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { encrypt, payoutDetailsOf } from '../../../server/encryption.ts';
import { refuseFormerActor } from '../../../server/http/session.ts';
import { auditPart, auditWhole } from '../../../server/nouns/audit.ts';
import { makeBatchFile } from '../batches/server/batch-file.ts';
import { AGAINST_WORDS, isPayable, KEEPS_FROM_PAYING, type PayoutKind } from '../rules.ts';
import type { Due, HeldPayee } from './payout-types.ts';
import { fingerprintOf, previewOf } from './preview.ts';

/** Serializes payouts, so that the previewed lines are the claimed ones. */
export function holdPayouts({ db }: TransactionContext): Promise<void> {
  return lock(db, 'payouts');
}

/**
 * Claims what is due to all who can be paid, and writes payouts, batch and, unless an approval is needed, the
 * file. Returns the batch's id. Requires `holdPayouts` and locks on what `due` was read from. Throws a 409
 * with the new preview where `fingerprint` differs, a 400 with each reason where nobody can be paid.
 */
export async function claim(
  tx: TransactionContext,
  kind: PayoutKind,
  due: readonly Due[],
  { fingerprint, of = [], approval, at }: ClaimOptions,
): Promise<number> {
  await refuseFormerActor(tx);
  const paid = await payableOf(tx, kind, due, { fingerprint, of });
  const { id: batch_id, created_at } = await tx.db
    .insertInto('payout_batches')
    .values({
      kind,
      state: 'proposed',
      held: heldOf(due),
      ...(at !== undefined && { created_at: at }),
      created_by: tx.actor.admin_id,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  const payouts = await insertPayouts(tx, { kind, batch_id, state: 'proposed', at: created_at }, paid);
  await takeLines(
    tx,
    pairsOf(paid, payouts, ({ line_ids }) => line_ids),
  );
  await takeBeside(tx, paid, payouts);
  await recordPayouts(
    tx,
    batch_id,
    kind,
    paid.map((one, index) => ({ ...one, id: must(payouts[index], 'payout for its entry in the audit') })),
  );
  if (!approval) await makeBatchFile(tx, batch_id);
  return batch_id;
}

export type ClaimOptions = {
  fingerprint?: string | undefined;
  /** Further inputs of the fingerprint. */
  of?: readonly unknown[];
  approval: boolean;
  /** The moment of payment, for the demo; otherwise now, by the database's clock. */
  at?: string;
};

/** Returns who can be paid of what was previewed. Throws a 409 where it changed since, a 400 where nobody can be. */
export async function payableOf(
  tx: TransactionContext,
  kind: PayoutKind,
  due: readonly Due[],
  { fingerprint, of = [] }: Pick<ClaimOptions, 'fingerprint' | 'of'>,
): Promise<Due[]> {
  if (fingerprint !== undefined && fingerprint !== fingerprintOf(tx, due, of))
    refuse(409, 'Amounts changed after the preview. Nothing was sent', {
      preview: await previewOf(tx, kind, due, of),
    });
  const paid = due.filter(isPayable);
  if (paid.length === 0) refuseField('ids', whyNobody(due));
  return paid;
}

/** The most names listed; the others are counted. */
const NAMED = 20;

function whyNobody(due: readonly Due[]): string {
  const more = due.length - NAMED;
  return [...due.slice(0, NAMED).map(whyNot), ...(more > 0 ? [`And ${more} more`] : [])].join('. ');
}

/** Returns the reason a payee cannot be paid, with the name. */
function whyNot(due: Due): string {
  return `${due.name} (${due.currency}): ${reasonOf(due)}`;
}

function reasonOf({ against, fault }: Due): string {
  const words = against.filter((word) => KEEPS_FROM_PAYING.includes(word));
  return words.map((word) => (word === 'no_method' && fault ? fault : AGAINST_WORDS[word])).join(', ');
}

/** Returns who is left out and why, as JSON for the batch. */
export function heldOf(due: readonly Due[]): string {
  return JSON.stringify(due.filter((one) => !isPayable(one)).map(heldPayee));
}

function heldPayee(due: Due): HeldPayee {
  const { name, currency, amount } = due;
  return { payee: name, currency, amount: toMajor(amount, currency), reason: reasonOf(due) };
}

export async function insertPayouts(
  { db, platform }: TransactionContext,
  {
    kind,
    batch_id,
    state,
    at,
  }: { kind: PayoutKind; batch_id: number; state: 'making' | 'proposed'; at: string },
  paid: readonly Due[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into payouts (user_id, program_id, scope_program_id, currency, amount, kind, batch_id, name, method, lines,
      left_sales, left_refunds, left_pending, left_delayed, left_held, state, created_at)
    select user_id, program_id, scope_program_id, currency, amount, ${kind}, ${batch_id}, name, method, lines,
      left_sales, left_refunds, left_pending, left_delayed, left_held, ${state}, ${at}::timestamptz
    from rows from (json_to_recordset(${JSON.stringify(paid.map(rowOf))}::json)
      as (user_id integer, program_id integer, scope_program_id integer, currency text, amount bigint, name text,
        method text, lines integer, left_sales bigint, left_refunds bigint, left_pending bigint, left_delayed bigint,
        left_held bigint))
      with ordinality w (user_id, program_id, scope_program_id, currency, amount, name, method, lines, left_sales,
        left_refunds, left_pending, left_delayed, left_held, place)
    order by place returning id`.execute(db);
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b);
  const sealed = paid.flatMap(({ details, user_id }, index) => {
    const payout_id = must(ids[index], 'payout for each who is paid');
    if (user_id === null) return [];
    const secret = Buffer.from(JSON.stringify(details));
    return {
      payout_id,
      sealed: encrypt(platform.paymentKey, payoutDetailsOf(payout_id), secret).toString('hex'),
    };
  });
  await sql`
    insert into payout_details (payout_id, sealed)
    select payout_id, decode(sealed, 'hex')
    from json_to_recordset(${JSON.stringify(sealed)}::json) s (payout_id integer, sealed text)`.execute(db);
  return ids;
}

function rowOf({ user_id, program_id, scope_program_id, currency, amount, name, method, lines, left }: Due) {
  return {
    user_id,
    program_id,
    scope_program_id,
    currency,
    amount,
    name,
    method,
    lines,
    left_sales: left.sales,
    left_refunds: left.refunds,
    left_pending: left.pending,
    left_delayed: left.delayed,
    left_held: left.held,
  };
}

export type Pairs = { ids: readonly number[]; of: readonly number[] };

/** Returns what is to be claimed, and by which payout, in the order of the ids. */
export function pairsOf(
  paid: readonly Due[],
  payouts: readonly number[],
  idsOf: (due: Due) => readonly number[],
): Pairs {
  // As they lie in the table: payee by payee, every page would be visited again and again.
  const taken = paid
    .flatMap((due, index) =>
      idsOf(due).map((id) => ({ id, of: must(payouts[index], 'payout for what is claimed') })),
    )
    .toSorted((a, b) => a.id - b.id);
  return { ids: taken.map(({ id }) => id), of: taken.map(({ of }) => of) };
}

/** Claims lines, none of which a payout may hold: all of them, or the transaction fails. */
export async function takeLines({ db }: TransactionContext, { ids, of }: Pairs): Promise<void> {
  // They meet in memory: a join that spills hands them out in the order of its parts, page after page once more.
  await sql`set local work_mem = '64MB'`.execute(db);
  const done = await sql`
    update charge_lines l set payout_id = t.payout_id, paid = l.amount - l.refunded
    from unnest(${ids}::bigint[], ${of}::integer[]) t (id, payout_id)
    where l.id = t.id and l.payout_id is null`.execute(db);
  requireTaken(done, ids);
}

/** Claims parts of a pool, debts and credits, as {@link takeLines}. */
export async function takeBeside(
  { db }: TransactionContext,
  paid: readonly Due[],
  payouts: readonly number[],
): Promise<void> {
  const beside = pairsOf(paid, payouts, ({ adjustment_ids }) => adjustment_ids);
  const parts = pairsOf(paid, payouts, ({ part_id }) => (part_id === null ? [] : [part_id]));
  const adjusted = await sql`
    update payout_adjustments a set payout_id = t.payout_id
    from unnest(${beside.ids}::bigint[], ${beside.of}::integer[]) t (id, payout_id)
    where a.id = t.id and a.payout_id is null`.execute(db);
  requireTaken(adjusted, beside.ids);
  const shared = await sql`
    update membership_parts m set payout_id = t.payout_id
    from unnest(${parts.ids}::integer[], ${parts.of}::integer[]) t (id, payout_id)
    where m.id = t.id and m.payout_id is null`.execute(db);
  requireTaken(shared, parts.ids);
}

function requireTaken({ numAffectedRows }: QueryResult<unknown>, ids: readonly number[]): void {
  const taken = Number(must(numAffectedRows, 'count of what was claimed'));
  if (taken !== ids.length) throw new Error(`${ids.length} were to be claimed, and ${taken} were`);
}

type RecordedPayout = Pick<Due, 'name' | 'amount' | 'currency' | 'scope_program_id'> & {
  id: number;
  method: string | null;
};

/** Writes an audit entry of the batch, and below it one per payout, readable by staff of its payee's program. */
export async function recordPayouts(
  tx: TransactionContext,
  batch_id: number,
  kind: PayoutKind,
  payouts: readonly RecordedPayout[],
): Promise<void> {
  const whole = { entity: 'payout_batch' as const, entity_id: batch_id, action: 'create', program_id: 0 };
  const audit_id = await auditWhole(tx, { ...whole, after: { kind, payouts: payouts.length } });
  await auditPart(
    tx,
    { ...whole, audit_id },
    payouts.map(({ id, name, amount, currency, method, scope_program_id }) => ({
      entity: 'payout',
      entity_id: id,
      action: 'create',
      program_id: scope_program_id ?? 0,
      after: { name, amount: formatMoney(amount, currency), method },
    })),
  );
}
