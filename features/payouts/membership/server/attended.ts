import { sql } from 'kysely';
import { must } from '../../../../core/must.ts';
import type { TransactionContext } from '../../../../server/context.ts';
import { inDates } from '../../../../server/nouns/list-query.ts';
import type { PayoutState } from '../../rules.ts';
import { sharesOf } from '../rules.ts';
import type { Range } from './range.ts';

/** The part of one payee in a range; amounts in minor units, null without an amount to split. */
export type Part = {
  /** Null: the site itself. */
  user_id: number | null;
  live: number;
  recordings: number;
  amount: number | null;
  lens: number | null;
  /** Id of its row in the pool, once there is one; `payout_id` is the payout that paid it. */
  part_id: number | null;
  payout_id: number | null;
  payout_state: PayoutState | null;
};

/** Divides `split` minor units among all payees by attendance; read without a program scope, since each part depends on the whole. */
export async function attendedParts(
  above: TransactionContext,
  range: Range,
  split: number | null,
): Promise<Part[]> {
  if (split === null) return countedParts(above, range);
  const { rows } = await sql<Counted & { of: number }>`
    with members as (
      select a.user_id, count(*)::integer as number from attendances a
      where ${inDates('a.attended_at', range.dates)} group by a.user_id
    )
    select a.instructor_id as user_id, m.number as of, count(*)::integer as attendances,
      (count(*) filter (where a.type = 'live'))::integer as live
    from attendances a join members m on m.user_id = a.user_id
    where ${inDates('a.attended_at', range.dates)} group by a.instructor_id, m.number`.execute(above.db);
  const live = new Map<number | null, number>();
  for (const row of rows) live.set(row.user_id, (live.get(row.user_id) ?? 0) + row.live);
  return sharesOf(split, rows).map(({ user_id, attendances, amount, lens }) => ({
    ...partOf({ user_id, attendances, live: must(live.get(user_id), 'count of live attendances') }),
    amount,
    lens,
  }));
}

/** Counts attendances in the range beyond these parts, by payee; attendances are never deleted. */
export async function attendedBeside(
  above: TransactionContext,
  range: Range,
  parts: readonly Part[],
): Promise<Part[]> {
  const known = new Map(parts.map((part) => [part.user_id, part]));
  const now = await countedParts(above, range);
  return now
    .map((part) => {
      const { live = 0, recordings = 0 } = known.get(part.user_id) ?? {};
      return { ...part, live: part.live - live, recordings: part.recordings - recordings };
    })
    .filter(({ live, recordings }) => live + recordings > 0);
}

type Counted = { user_id: number | null; attendances: number; live: number };

async function countedParts({ db }: TransactionContext, { dates }: Range): Promise<Part[]> {
  const { rows } = await sql<Counted>`
    select a.instructor_id as user_id, count(*)::integer as attendances,
      (count(*) filter (where a.type = 'live'))::integer as live
    from attendances a where ${inDates('a.attended_at', dates)} group by a.instructor_id`.execute(db);
  return rows.map(partOf);
}

function partOf({ user_id, attendances, live }: Counted): Part {
  const recordings = attendances - live;
  return { user_id, live, recordings, amount: null, lens: null, ...UNPAID };
}

const UNPAID = { part_id: null, payout_id: null, payout_state: null };
