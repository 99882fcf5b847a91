import { type Expression, type SqlBool, sql } from 'kysely';
import { type Actor, isGlobal } from '../../../core/access.ts';
import { notFound } from '../../../core/errors.ts';
import { toMajor } from '../../../core/money.ts';
import { type Context, visibleIn, visibleTo } from '../../../server/context.ts';
import {
  byAmount,
  type Conditions,
  type List,
  matchesWordsOrId,
  pageOf,
  rowsOf,
} from '../../../server/nouns/list-query.ts';
import { GLOBAL_SITE } from '../../transactions/rules.ts';
import type { HISTORY_SORTS, Payout } from '../batches/contract.ts';
import { PAYOUT_FILES } from '../batches/server/batches.ts';
import type { PayoutKind, PayoutState } from '../rules.ts';

export type HistoryFilter = {
  page: number;
  instructor_name?: string;
  user_id?: number | undefined;
  /** 0 for all; a bound admin's own in any case. */
  program_id?: number;
  currency?: string | undefined;
  state?: PayoutState | undefined;
  kind?: PayoutKind | undefined;
  batch_id?: number | undefined;
  id?: number | undefined;
  sort_by?: Sort | undefined;
  sort_dest?: 'asc' | 'desc' | undefined;
};

/** Sorts by newest first by default; a program's staff see those of its own people and of the program. */
export async function pageOfPayouts(context: Context, filter: HistoryFilter) {
  const { page, sort_by = 'id' } = filter;
  const { rows, count } = await pageOf<PayoutRow, Sort>(context.db, listFor(context.actor), {
    matching: matching(context.actor, filter),
    page,
    sort_by,
    sort_dest: filter.sort_dest ?? (filter.sort_by ? 'asc' : 'desc'),
  });
  return { payouts: rows.map(toResponse), count };
}

export function matching(
  actor: Actor,
  filter: Omit<HistoryFilter, 'page' | 'sort_by' | 'sort_dest'>,
): Conditions {
  return [
    ...visible(actor),
    visibleIn(actor, 'p.scope_program_id', filter.program_id ?? 0),
    matchesWordsOrId('p.name_search', 'p.user_id', filter.instructor_name ?? ''),
    is('p.user_id', filter.user_id),
    is('p.currency', filter.currency),
    is('p.state', filter.state),
    is('p.kind', filter.kind),
    is('p.batch_id', filter.batch_id),
    is('p.id', filter.id),
  ];
}

/** Throws a 404 for a payout the caller may not see. */
export async function readPayout(context: Context, id: number): Promise<Payout> {
  const [row] = await rowsOf<PayoutRow>(context.db, listFor(context.actor), [
    ...visible(context.actor),
    is('p.id', id),
  ]);
  return row ? toResponse(row) : notFound();
}

type Sort = (typeof HISTORY_SORTS)[number];

/** The amount in minor units. */
type PayoutRow = Payout & { name: string };

function visible(actor: Actor): Conditions {
  return [visibleTo(actor, 'p.scope_program_id'), sql<SqlBool>`p.state not in ('making', 'cancelled')`];
}

function is(column: string, value: string | number | undefined): Expression<SqlBool> {
  return value === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${value}`;
}

/** Hides file names from bound admins: a file lists accounts of every program. */
export function listFor(actor: Actor): List<Sort> {
  const ofFile = isGlobal(actor);
  return {
    from: sql`payouts p`,
    id: sql`p.id`,
    columns: sql`p.id, p.name, coalesce(u.first_name, '') as first_name, coalesce(u.last_name, '') as last_name, u.id as user_id, p.kind,
      p.amount, p.currency, p.method, p.state, p.batch_id, p.created_at, p.paid_at, p.returned_at, p.reason,
      ${ofFile ? sql`${PAYOUT_FILES} || f.file_name` : sql`null`} as file`,
    joins: sql`left join site_users u on u.id = p.user_id
      ${ofFile ? sql`left join payout_files f on f.batch_id = p.batch_id` : sql``}`,
    orders: {
      id: sql`p.id`,
      instructor_name: sql`p.name_search`,
      amount: byAmount('p.currency', 'p.amount'),
      created_at: sql`p.created_at`,
      currency: sql`p.currency`,
      state: sql`p.state`,
    },
  };
}

/** Splits the stored name only while the user has not been renamed. */
function toResponse({ name, ...payout }: PayoutRow): Payout {
  const { first_name, last_name } = payout;
  const called = { first_name: name || GLOBAL_SITE, last_name: '' };
  return {
    ...payout,
    ...(`${first_name} ${last_name}`.trim() === name && name !== '' ? { first_name, last_name } : called),
    amount: toMajor(payout.amount, payout.currency),
  };
}
