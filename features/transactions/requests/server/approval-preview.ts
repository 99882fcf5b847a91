import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { refuseField } from '../../../../core/errors.ts';
import { minorOf, toMajor } from '../../../../core/money.ts';
import { must } from '../../../../core/must.ts';
import { type Context, visibleTo } from '../../../../server/context.ts';
import type { TransactionLine } from '../../contract.ts';
import { cannotApprove, ON_ITS_WAY } from '../../refunds/rules.ts';
import { missingProvider } from '../../refunds/server/provider.ts';
import { sharesOfRefund } from '../../rules.ts';
import { linesOf } from '../../server/charge-shares.ts';
import type { ApprovalPreview, RefundRequest } from '../contract.ts';
import { readRefundRequests } from './refund-requests.ts';

/** Previews requests as if approved in the order of their ids; throws a 400 that names those the caller cannot see. */
export async function previewApproval(context: Context, ids: readonly number[]): Promise<ApprovalPreview> {
  const requests = await readRefundRequests(context, ids);
  refuseUnknown(ids, requests);
  const lines = await linesLeft(context, requests);
  const taken = new Map<string, number>();
  const planned = requests.map((request): Planned => {
    const against =
      againstOf(request, taken) ?? missingProvider(context, request.by_hand ? 'manual' : 'stripe');
    const shares = against === null ? takeFrom(lines.get(request.charge_id), amountOf(request)) : [];
    return { request, against, shares };
  });
  return {
    requests: planned.map(({ request, against, shares }) => ({
      id: request.id,
      charge_id: request.charge_id,
      amount: request.amount,
      currency: request.currency,
      description: request.description,
      class_name: request.class_name,
      student_name: request.student_name,
      cancel_registration: request.cancel_registration,
      by_hand: request.by_hand,
      against,
      fingerprint: against === null ? fingerprintOf(request, shares) : null,
    })),
    totals: totalsOf(planned),
    payees: payeesOf(planned),
  };
}

/** Minor units. */
type Share = { line: TransactionLine; amount: number };

type Planned = { request: RefundRequest; against: string | null; shares: Share[] };

/** A line with what it holds in minor units, less what earlier refunds take. */
type LineLeft = { line: TransactionLine; type: number; row_id: number; amount: number; refunded: number };

/** 400 that names the ids of which there is no request among those read, and those given twice. */
export function refuseUnknown(ids: readonly number[], requests: readonly RefundRequest[]): void {
  const known = new Set(requests.map(({ id }) => id));
  const wrong = [...new Set(ids)].flatMap((id) => {
    if (!known.has(id)) return `There is no refund request ${id}`;
    return ids.indexOf(id) === ids.lastIndexOf(id) ? [] : `Refund request ${id} is listed twice`;
  });
  if (wrong.length > 0) refuseField('ids', wrong.join('. '));
}

/** `taken` holds what requests before it take of a charge or part, in minor units. */
function againstOf(request: RefundRequest, taken: Map<string, number>): string | null {
  const { charge_id, class_id, currency } = request;
  const already = alreadyDecided(request);
  if (already !== null) return already;
  const of = `${charge_id} ${class_id}`;
  const before = taken.get(of) ?? 0;
  const left = minorOf(request.refund_available, currency) - before;
  const against = cannotApprove({ ...request, refund_available: toMajor(Math.max(left, 0), currency) });
  if (against === null) taken.set(of, before + amountOf(request));
  return against;
}

/** Says who has decided a request; null while it is open. */
export function alreadyDecided({ status, decided_by }: RefundRequest): string | null {
  if (status === null) return null;
  const what = status === 'rejected' ? 'rejected' : 'approved';
  return `${decided_by ?? 'Another admin'} has already ${what} this`;
}

function amountOf({ amount, currency }: RefundRequest): number {
  return minorOf(amount, currency);
}

/** Returns the lines of charges as they will be once the refunds that are on their way are booked. */
async function linesLeft(
  context: Context,
  requests: readonly RefundRequest[],
): Promise<Map<number, LineLeft[]>> {
  const currencies = new Map(requests.map(({ charge_id, currency }) => [charge_id, currency]));
  const charges = [...currencies.keys()];
  const lines = await linesOf(context, charges);
  const left = new Map(
    [...currencies].map(([id, currency]) => [
      id,
      (lines.get(id) ?? []).map((line) => ({
        line,
        type: line.type,
        row_id: line.row_id,
        amount: minorOf(line.amount, currency),
        refunded: minorOf(line.refunded, currency),
      })),
    ]),
  );
  const { rows: onTheirWay } = await sql<{ charge_id: number; amount: number }>`
    select r.charge_id, r.amount from refunds r
    where r.charge_id = any (${charges}::integer[]) and r.state = any (${[...ON_ITS_WAY]}::text[])
      and ${visibleTo(context.actor, 'r.scope_program_id')}
    order by r.id`.execute(context.db);
  for (const { charge_id, amount } of onTheirWay) takeFrom(left.get(charge_id), amount);
  return left;
}

function takeFrom(lines: readonly LineLeft[] = [], amount: number): Share[] {
  const shares = sharesOfRefund(amount, lines);
  return lines.flatMap((left, at) => {
    const share = must(shares[at], 'share of the refund');
    left.refunded += share;
    return share > 0 ? [{ line: left.line, amount: share }] : [];
  });
}

/** Covers what the preview shows of a request, and what its refund depends on. */
function fingerprintOf(request: RefundRequest, shares: readonly Share[]): string {
  const { id, charge_id, class_id, amount, currency, student_name, cancel_registration, by_hand } = request;
  const taken = shares.map(({ line, amount: share }) => [line.id, line.payee, line.payout_id, share]);
  const shown = [
    id,
    charge_id,
    class_id,
    amount,
    currency,
    student_name,
    cancel_registration,
    by_hand,
    taken,
  ];
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex');
}

function totalsOf(planned: readonly Planned[]): ApprovalPreview['totals'] {
  const approved = planned.flatMap(({ request, against }) => (against === null ? [request] : []));
  const groups = Map.groupBy(approved, ({ currency, by_hand }) => `${currency} ${by_hand}`);
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { currency, by_hand } = first;
    const amount = some.reduce((sum, request) => sum + amountOf(request), 0);
    return [{ currency, by_hand, requests: some.length, amount: toMajor(amount, currency) }];
  });
}

function payeesOf(planned: readonly Planned[]): ApprovalPreview['payees'] {
  const shares = planned.flatMap(({ request: { currency }, shares }) =>
    shares.map((share) => ({ ...share, currency })),
  );
  const groups = Map.groupBy(
    shares,
    ({ line: { payee }, currency }) => `${currency} ${payee.kind} ${payee.id}`,
  );
  const sums = [...groups.values()].flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const sumOf = (of: 'paid' | 'unpaid') =>
      some
        .filter(({ line }) => (line.payout_id === null ? 'unpaid' : 'paid') === of)
        .reduce((sum, { amount }) => sum + amount, 0);
    return [
      { payee: first.line.payee, currency: first.currency, unpaid: sumOf('unpaid'), paid: sumOf('paid') },
    ];
  });
  return sums
    .toSorted(
      (one, other) =>
        one.currency.localeCompare(other.currency, 'en') ||
        other.unpaid + other.paid - (one.unpaid + one.paid),
    )
    .map(({ payee, currency, unpaid, paid }) => ({
      payee,
      currency,
      unpaid: toMajor(unpaid, currency),
      paid: toMajor(paid, currency),
    }));
}
