import { sql } from 'kysely';
import { refuse } from '../../../../core/errors.ts';
import type { TransactionContext } from '../../../../server/context.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import { AGAINST_WORDS } from '../../rules.ts';
import { ALWAYS, holdPayees, standingsOf, stopsOf } from '../../server/payees/standings.ts';

/** Since when, as part of the sentence, and a sentence of what follows. */
type Words = { since: string; advice: string };

/** Refuses a batch with lines held or disputed since it was claimed. */
export async function refuseHeldSince(
  { db }: TransactionContext,
  id: number,
  { since, advice }: Words,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from payouts p join charge_lines l on l.payout_id = p.id join charges c on c.id = l.charge_id
    where p.batch_id = ${id} and (c.held is not null or c.disputed_at is not null) order by c.id limit 10`.execute(
    db,
  );
  if (rows.length > 0)
    refuse(
      400,
      `On hold or disputed since ${since}: transaction ${rows.map((row) => row.id).join(', ')}. ${advice}`,
    );
}

/** Refuses payees deleted or blocked since, or with a changed email or payout method. */
export async function refuseStoppedSince(
  tx: TransactionContext,
  id: number,
  rules: Rules,
  { since, advice }: Words,
): Promise<void> {
  const payouts = await tx.db
    .selectFrom('payouts')
    .select(['user_id', 'name'])
    .where('batch_id', '=', id)
    .where('user_id', 'is not', null)
    .orderBy('id')
    .execute();
  const users = payouts.flatMap(({ user_id }) => user_id ?? []);
  await holdPayees(tx, users);
  const standings = await standingsOf(tx, users, rules);
  const stopped = payouts.flatMap(({ user_id, name }) => {
    const words = stopsOf(standings.get(user_id ?? 0) ?? ALWAYS).map((word) => AGAINST_WORDS[word]);
    return words.length > 0 ? [`${name} (${words.join(', ')})`] : [];
  });
  if (stopped.length === 0) return;
  const more = stopped.length - NAMED;
  const named = [...stopped.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join('; ');
  refuse(400, `Not payable since ${since}: ${named}. ${advice}`);
}

/** The most names listed; the others are counted. */
const NAMED = 10;
