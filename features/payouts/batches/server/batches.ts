import { sql } from 'kysely';
import type { Actor } from '../../../../core/access.ts';
import { notFound } from '../../../../core/errors.ts';
import { must } from '../../../../core/must.ts';
import type { Context } from '../../../../server/context.ts';
import { type Conditions, type List, pageOf, rowsOf, ticked } from '../../../../server/nouns/list-query.ts';
import { tooNew } from '../../../../server/nouns/second-approver.ts';
import { amountsOf, type WaitingWork, waitingWork } from '../../../../server/nouns/waiting-work.ts';
import type { PayoutMethod } from '../../rules.ts';
import { totalsOf } from '../../server/preview.ts';
import type { PayoutBatch } from '../contract.ts';

const FAILED_DAYS = 30;

/** Path of batch files, below that of the cookie that authorizes downloads. */
export const PAYOUT_FILES = '/storage/reports/payouts/';

/** Lists batches for global admins, newest first: `waiting` for approval, or `failed` and to be begun again. */
export async function pageOfBatches(
  context: Context,
  { page, ...filter }: BatchFilter & { page: number },
): Promise<{ batches: PayoutBatch[]; count: number }> {
  const { rows, count } = await pageOf<BatchRow, 'id'>(context.db, listFor(context.actor), {
    matching: matching(filter),
    page,
    sort_by: 'id',
    sort_dest: 'desc',
  });
  return { batches: rows.map((row) => toResponse(context, row)), count };
}

type Tick = '' | '0' | '1';
export type BatchFilter = { waiting?: Tick; failed?: Tick; id?: number | undefined };

export function matching({ waiting = '', failed = '', id }: BatchFilter): Conditions {
  return [
    ticked(waiting, sql`b.state = 'proposed'`),
    ticked(failed, FAILED),
    id === undefined ? sql<boolean>`true` : sql<boolean>`b.id = ${id}`,
  ];
}

/** Condition on `payout_batches b`: failed within {@link FAILED_DAYS}, and nobody has begun another of its kind since. */
const FAILED = sql<boolean>`(b.state = 'failed' and b.created_at > provost_now() - make_interval(days => ${FAILED_DAYS})
  and not exists (select from payout_batches a where a.id > b.id and a.kind = b.kind and a.state not in ('failed', 'cancelled')))`;

/** Returns the batches listed with `failed`. */
export function failedBatches({ db }: Context): Promise<WaitingWork> {
  return waitingWork(db, { from: sql`payout_batches b`, where: [FAILED], since: sql`b.created_at` });
}

/** Throws a 404 for an unknown batch. */
export async function readBatch(context: Context, id: number): Promise<PayoutBatch> {
  const [row] = await rowsOf<BatchRow>(context.db, listFor(context.actor), [sql<boolean>`b.id = ${id}`]);
  return row ? toResponse(context, row) : notFound();
}

/** Returns the batches listed with `waiting`, and what they pay. */
export async function batchesToApprove({ db }: Context): Promise<WaitingWork> {
  const { rows } = await sql<WaitingWork>`
    with waits as (select b.id, b.created_at from payout_batches b where b.state = 'proposed'),
      pays as (select q.currency, q.amount from payouts q join waits w on w.id = q.batch_id)
    select count(*)::integer as count, min(w.created_at) as oldest, ${amountsOf(sql`pays`)} as amounts
    from waits w`.execute(db);
  return must(rows[0], 'batches to approve');
}

/** Amounts of `sums` in minor units. */
type BatchRow = Omit<PayoutBatch, 'own' | 'totals' | 'payees'> & {
  admin_id: number;
  sums: { currency: string; method: PayoutMethod; payees: number; amount: number }[];
};

function listFor(actor: Actor): List<'id'> {
  const asked = { asked_by: sql`b.created_by`, asked_at: sql`b.created_at` };
  const too_new = sql`case when b.state = 'proposed' then ${tooNew(actor, asked)} else 0 end as too_new`;
  return { ...BATCH_LIST, columns: sql`${BATCH_LIST.columns}, ${too_new}` };
}

export const BATCH_LIST: List<'id'> = {
  from: sql`payout_batches b`,
  id: sql`b.id`,
  columns: sql`b.id, b.kind, b.state, b.created_at, b.created_by as admin_id, admin_email(b.created_by) as created_by,
    b.decided_at, admin_email(b.decided_by) as decided_by, ${PAYOUT_FILES} || f.file_name as file, b.held,
    case when b.state = 'making' then json_build_object('claimed', m.claimed, 'lines', m.lines, 'ending', m.ending) end
      as making, m.reason as failure, p.paid,
    p.returned, p.sums`,
  joins: sql`
    left join payout_files f on f.batch_id = b.id
    left join payout_makings m on m.batch_id = b.id
    cross join lateral (
      select coalesce(sum(g.paid), 0)::integer as paid, coalesce(sum(g.returned), 0)::integer as returned,
        coalesce(json_agg(json_build_object('currency', g.currency, 'method', g.method, 'payees', g.payees,
          'amount', g.amount)), '[]') as sums
      from (select q.currency, q.method, count(*) as payees, sum(q.amount) as amount,
          count(*) filter (where q.state = 'paid') as paid, count(*) filter (where q.state = 'returned') as returned
        from payouts q where q.batch_id = b.id group by 1, 2) g) p`,
  orders: { id: sql`b.id` },
};

function toResponse({ actor }: Context, { admin_id, sums, ...row }: BatchRow): PayoutBatch {
  return {
    ...row,
    own: admin_id === actor.admin_id ? 1 : 0,
    payees: sums.reduce((all, { payees }) => all + payees, 0),
    totals: totalsOf(sums),
  };
}
