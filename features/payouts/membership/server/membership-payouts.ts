import { sql } from 'kysely';
import { toMajor } from '../../../../core/money.ts';
import { PAGE_SIZE } from '../../../../core/paging.ts';
import { type Context, transactWithoutTenantScope, withoutTenantScope } from '../../../../server/context.ts';
import { readRules } from '../../../money-settings/server/money-rules.ts';
import { isPayable, type PayoutMethod } from '../../rules.ts';
import type { LateAttendances, MEMBERSHIP_SORTS, MembershipRow } from '../contract.ts';
import { scoreOf } from '../rules.ts';
import { type Asked, standingOf } from './asked.ts';
import { attendedBeside } from './attended.ts';
import { againstRows } from './membership-due.ts';
import { seenPool } from './pools.ts';
import { type VisibleRow, visibleRows } from './visible-rows.ts';

type Sort = (typeof MEMBERSHIP_SORTS)[number];
type Page = { page: number; sort_by?: Sort | undefined; sort_dest?: 'asc' | 'desc' | undefined };

/** Sorts by score, descending, by default; amounts in major units. A bound admin sees the program's own people, with their share of the whole. */
export async function pageOfMembershipPayouts(context: Context, asked: Asked & Page, size = PAGE_SIZE) {
  const { page, sort_by = 'score', sort_dest = asked.sort_by ? 'asc' : 'desc' } = asked;
  const { range, pool, overlaps, currency, parts, rows, late } = await transactWithoutTenantScope(
    context,
    async (withoutTenantScope) => {
      const standing = await standingOf(withoutTenantScope, asked);
      const { range, pool, parts, currency } = standing;
      const late =
        pool &&
        (await visibleRows(
          withoutTenantScope,
          await attendedBeside(withoutTenantScope, range, parts),
          currency,
        ));
      return { ...standing, late, rows: await visibleRows(withoutTenantScope, parts, currency) };
    },
  );
  const shown = rows
    .toSorted(inOrder(sort_by, sort_dest === 'asc' ? 1 : -1))
    .slice((page - 1) * size, page * size);
  const all = parts.reduce((sum, part) => sum + part.live + part.recordings, 0);
  const beside = await besideOf(
    context,
    shown.flatMap(({ user_id }) => user_id ?? []),
  );
  const { rules } = await readRules(withoutTenantScope(context));
  const stops = await againstRows(context, shown, currency, rules);
  const seen = await seenPool(context, pool);
  const major = (minor: number | null) => minor && toMajor(minor, currency);
  return {
    payouts: shown.map((row): MembershipRow => {
      const { id, user_id, name, live, recordings, amount, lens, payout_id, payout_state } = row;
      const against = [...(stops.get(id) ?? [])];
      return {
        id,
        instructor_id: user_id,
        instructor_name: name,
        recordings,
        live,
        score: scoreOf(live + recordings, all),
        amount: major(amount),
        lens: major(lens),
        ...(user_id === null ? THE_SITE : (beside.get(user_id) ?? NOTHING_KNOWN)),
        payout_id,
        payout_state,
        against,
        payable: isPayable({ against }) ? 1 : 0,
      };
    }),
    count: {
      count: rows.length,
      live: rows.reduce((sum, { live }) => sum + live, 0),
      recordings: rows.reduce((sum, { recordings }) => sum + recordings, 0),
    },
    dates: range.dates,
    pool: seen,
    late: seen && late && lateOf(late),
    overlaps: await seenPool(context, overlaps),
  };
}

const NAMED = 5;

function lateOf(rows: readonly VisibleRow[]): LateAttendances {
  const each = rows
    .toSorted(inOrder('score', -1))
    .map(({ id, name, live, recordings }) => ({ id, instructor_name: name, count: live + recordings }));
  return { count: each.reduce((sum, { count }) => sum + count, 0), payees: each.slice(0, NAMED) };
}

function inOrder(by: Sort, direction: 1 | -1) {
  const figure = ({ live, recordings, place }: VisibleRow) =>
    ({ live, recordings, score: live + recordings, instructor_name: place })[by];
  return (a: VisibleRow, b: VisibleRow) => {
    // The site has no name, and stands last in both directions.
    const last = by === 'instructor_name' ? Number(a.user_id === null) - Number(b.user_id === null) : 0;
    return last || (figure(a) < figure(b) ? -1 : figure(a) > figure(b) ? 1 : a.id - b.id) * direction;
  };
}

type Beside = Pick<MembershipRow, 'paid_by' | 'notified_at'>;

/** The site is paid in the books only, without notification. */
const THE_SITE: Beside = { paid_by: 'none', notified_at: null };
const NOTHING_KNOWN: Beside = { paid_by: null, notified_at: null };

async function besideOf({ db }: Context, userIds: readonly number[]): Promise<Map<number, Beside>> {
  const { rows } = await sql<{ id: number; paid_by: PayoutMethod | null; notified_at: string | null }>`
    select u.id, s.paid_by,
      (select max(n.sent_at) from payment_notifications n where n.user_id = u.id) as notified_at
    from site_users u left join payment_settings s on s.user_id = u.id
    where u.id = any (${userIds}::integer[])`.execute(db);
  return new Map(rows.map(({ id, ...beside }) => [id, beside]));
}
