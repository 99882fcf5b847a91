import { type Expression, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../../../core/access.ts';
import { notFound } from '../../../../core/errors.ts';
import { toMajor } from '../../../../core/money.ts';
import type { Source } from '../../../../core/sites/sources.ts';
import { type Context, visibleIn, visibleTo } from '../../../../server/context.ts';
import { byAmount, type Conditions, type List, pageOf, rowsOf } from '../../../../server/nouns/list-query.ts';
import { tooNew } from '../../../../server/nouns/second-approver.ts';
import { type WaitingWork, waitingWork } from '../../../../server/nouns/waiting-work.ts';
import { REQUEST_FILTERS } from '../../refunds/rules.ts';
import type { REQUEST_SORTS, RefundRequest } from '../contract.ts';

export type RequestFilter = {
  page: number;
  status?: '' | (typeof REQUEST_FILTERS)[number];
  charge_id?: number | undefined;
  source?: '' | Source;
  /** 0 for all. */
  program_id?: number;
  sort_by?: Sort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

export async function pageOfRefundRequests(context: Context, filter: RequestFilter) {
  const { page, sort_by = 'id' } = filter;
  const sort_dest = filter.sort_dest ?? (filter.sort_by ? 'asc' : 'desc');
  const { rows, count } = await pageOf<RequestRow, Sort>(context.db, listFor(context.actor), {
    matching: matching(context.actor, filter),
    page,
    sort_by,
    sort_dest,
  });
  return { refunds: rows.map((row) => toResponse(context, row)), count };
}

export type MatchedRequests = Pick<RequestFilter, 'status' | 'charge_id' | 'source' | 'program_id'>;

export function matching(
  actor: Actor,
  { status = '', charge_id, source = '', program_id = 0 }: MatchedRequests,
): Conditions {
  return [
    visibleIn(actor, 'q.scope_program_id', program_id),
    status === '' ? sql<SqlBool>`true` : status === 'waiting' ? WAITS : sql<SqlBool>`${STATUS} = ${status}`,
    charge_id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`q.charge_id = ${charge_id}`,
    source === '' ? sql<SqlBool>`true` : sql<SqlBool>`q.source = ${source}`,
  ];
}

/** Throws a 404 for a request the caller may not see. */
export async function readRefundRequest(context: Context, id: number): Promise<RefundRequest> {
  const [found] = await readRefundRequests(context, [id]);
  return found ?? notFound();
}

export async function readRefundRequests(context: Context, ids: readonly number[]): Promise<RefundRequest[]> {
  const rows = await rowsOf<RequestRow>(context.db, listFor(context.actor), [
    visibleTo(context.actor, 'q.scope_program_id'),
    sql<SqlBool>`q.id = any (${ids}::integer[])`,
  ]);
  return rows.map((row) => toResponse(context, row)).toSorted((one, other) => one.id - other.id);
}

/** Counts the requests the caller may see by status; `waiting` are those {@link waitingRequests} counts. */
export async function countRequests(
  { db, actor }: Context,
  { source, program_id }: Pick<RequestFilter, 'source' | 'program_id'>,
): Promise<Record<(typeof REQUEST_FILTERS)[number], number>> {
  const { rows } = await sql<{ status: (typeof REQUEST_FILTERS)[number]; count: number }>`
    select coalesce(${STATUS}, 'waiting') as status, count(*) as count
    from refund_requests q left join refunds r on r.id = q.refund_id
    where ${sql.join([...matching(actor, { source, program_id })], sql` and `)} group by 1`.execute(db);
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  return Object.fromEntries(REQUEST_FILTERS.map((status) => [status, counts.get(status) ?? 0])) as Record<
    (typeof REQUEST_FILTERS)[number],
    number
  >;
}

/** Returns the requests the caller could decide: those listed with the status `waiting`. */
export function waitingRequests({ db, actor }: Context, program_id = 0): Promise<WaitingWork> {
  return waitingWork(db, {
    from: sql`(refund_requests q join charges c on c.id = q.charge_id)`,
    where: [WAITS, visibleIn(actor, 'q.scope_program_id', program_id)],
    since: sql`q.created_at`,
    money: { amount: sql`q.amount`, currency: sql`c.currency` },
  });
}

type Sort = (typeof REQUEST_SORTS)[number];

/** Amounts in minor units. */
type RequestRow = Omit<RefundRequest, 'own' | 'user' | 'cancel_registration'> & {
  admin_id: number | null;
  asked_through: number[];
  user_id: number | null;
  user_name: string | null;
  cancel_registration: boolean;
};

const WAITS: Expression<SqlBool> = sql<SqlBool>`q.decision is null`;

const STATUS = sql<string>`case q.decision when 'rejected' then 'rejected' when 'approved' then
  case r.state when 'succeeded' then 'refunded' when 'failed' then 'failed' else 'approved' end end`;

const REFUNDED_AT = sql`case r.state when 'succeeded' then r.succeeded_at end`;

const nameOf = (user: string) =>
  sql`coalesce(nullif(btrim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)}), ''), ${sql.ref(`${user}.email`)})`;

function listFor(actor: Actor): List<Sort> {
  const asked = { asked_by: sql`t.admin_id`, asked_at: sql`q.created_at` };
  return {
    ...REQUEST_LIST,
    columns: sql`${REQUEST_LIST.columns}, case when ${WAITS} then (
      select max(${tooNew(actor, asked)}) from unnest(q.admin_id || q.asked_through) t (admin_id)) else 0 end as too_new`,
  };
}

export const REQUEST_LIST: List<Sort> = {
  from: sql`(refund_requests q join charges c on c.id = q.charge_id
    left join refunds r on r.id = q.refund_id
    left join classes k on k.id = coalesce(q.class_id, c.class_id)
    left join site_users i on i.id = c.instructor_id
    left join site_users s on s.id = c.student_id)`,
  id: sql`q.id`,
  columns: sql`q.id, q.created_at, q.charge_id, q.amount, c.currency, c.description,
    coalesce(q.class_id, c.class_id) as class_id, k.class_name, ${nameOf('i')} as instructor_name,
    i.id as instructor_id, ${nameOf('s')} as student_name, s.id as student_id, coalesce(q.scope_program_id, 0) as program_id, q.type, q.source, q.admin_id, q.asked_through, q.user_id,
    ${nameOf('u')} as user_name, coalesce(${nameOf('u')}, admin_email(q.admin_id)) as created_by,
    q.cancel_registration, q.reason, ${STATUS} as status, r.failure, admin_email(q.decided_by) as decided_by,
    q.decided_at, q.refund_id, ${REFUNDED_AT} as refunded_at, (c.provider = 'manual')::integer as by_hand,
    coalesce(p.amount - p.refunded - p.reserved, c.amount - c.refunded - c.reserved) as refund_available`,
  joins: sql`left join site_users u on u.id = q.user_id
    left join charge_parts p on p.charge_id = q.charge_id and p.class_id = q.class_id`,
  orders: {
    id: sql`q.id`,
    created_at: sql`q.created_at`,
    amount: byAmount('c.currency', 'q.amount'),
    currency: sql`c.currency`,
    class_name: sql`lower(k.class_name)`,
    instructor_name: sql`lower(${nameOf('i')})`,
    student_name: sql`lower(${nameOf('s')})`,
    status: STATUS,
    refunded_at: REFUNDED_AT,
  },
  nullable: ['class_name', 'instructor_name', 'student_name', 'status', 'refunded_at'],
};

function toResponse({ actor }: Context, row: RequestRow): RefundRequest {
  const { admin_id, asked_through, user_id, user_name, ...request } = row;
  return {
    ...request,
    amount: toMajor(row.amount, row.currency),
    refund_available: toMajor(row.refund_available, row.currency),
    user: user_id !== null && user_name !== null ? { id: user_id, name: user_name } : null,
    own: admin_id === actor.admin_id || asked_through.includes(actor.admin_id) ? 1 : 0,
    cancel_registration: row.cancel_registration ? 1 : 0,
  };
}
