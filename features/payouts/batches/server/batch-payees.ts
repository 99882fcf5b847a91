import { sql } from 'kysely';
import { notFound } from '../../../../core/errors.ts';
import { toMajor } from '../../../../core/money.ts';
import { PAGE_SIZE } from '../../../../core/paging.ts';
import { type Context, withoutTenantScope } from '../../../../server/context.ts';
import { readRules } from '../../../money-settings/server/money-rules.ts';
import type { LastBatch } from '../../last-batch.ts';
import { CHANGE_SHOWN_DAYS, type PayoutKind, type PayoutMethod } from '../../rules.ts';
import { accountOf } from '../../server/account-words.ts';
import { ALWAYS, standingsOf, stopsOf } from '../../server/payees/standings.ts';
import { isMade, lastBatch } from '../../server/standing-out.ts';
import type { BatchPayee } from '../contract.ts';
import { openedDetails } from './batch-file.ts';

/** Lists changed destinations first, then new payees, then the largest amounts of each currency. Throws a 404 for an unknown batch. */
export async function pageOfBatchPayees(
  context: Context,
  { id, page }: { id: number; page: number },
): Promise<{ payees: BatchPayee[]; count: number; last_batch: LastBatch | null }> {
  const { db, platform } = context;
  const [{ rules }, { rows }] = await Promise.all([
    readRules(withoutTenantScope(context)),
    sql<BatchPayeeRow>`
      with changed as (
        select c.user_id, max(c.at) as at from payee_changes c
        where c.at > provost_now() - make_interval(days => ${sql.lit(CHANGE_SHOWN_DAYS)}) group by c.user_id
      )
      select p.id, p.user_id, p.name, p.amount, p.currency, p.method, d.sealed, b.kind, p.first, p.largest,
        (select count(*) from payouts q where q.batch_id = b.id) as count
      from payout_batches b
      left join lateral (
        select q.*, (${IS_FIRST})::integer as first,
          (count(*) over same > 1 and q.amount = max(q.amount) over same)::integer as largest
        from payouts q left join changed c on c.user_id = q.user_id where q.batch_id = b.id
        window same as (partition by q.currency)
        order by c.at desc nulls last, ${IS_FIRST} desc, q.currency, q.amount desc, q.id
        limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}
      ) p on true
      left join payout_details d on d.payout_id = p.id
      left join changed c on c.user_id = p.user_id
      where b.id = ${id}
      order by c.at desc nulls last, p.first desc, p.currency, p.amount desc, p.id`.execute(db),
  ]);
  const [first] = rows;
  if (!first) notFound();
  const shown = rows.filter((row): row is BatchPayeeRow & { id: number } => row.id !== null);
  const users = shown.flatMap(({ user_id }) => user_id ?? []);
  const standings = await standingsOf(context, users, rules);
  return {
    payees: shown.map(
      ({ id: payout_id, user_id, name, currency, method, sealed, amount, first: isFirst, largest }) => {
        const standing = standings.get(user_id ?? 0) ?? ALWAYS;
        return {
          id: payout_id,
          name,
          user_id,
          amount: toMajor(amount, currency),
          currency,
          method,
          account: accountOf(method, openedDetails(platform, payout_id, sealed)),
          first: isFirst,
          largest,
          changed_at: standing.changed_at,
          against: stopsOf(standing),
          release: standing.release,
        };
      },
    ),
    count: first.count,
    last_batch: await lastBatch(context, first.kind, id),
  };
}

/** True of a payout `q` to a user who had none before. */
const IS_FIRST = sql<boolean>`(q.user_id is not null and not exists (
  select from payouts e where e.user_id = q.user_id and e.id < q.id and e.batch_id is distinct from q.batch_id
    and ${isMade(sql`e`)}))`;

/** The id is null on an empty page. */
type BatchPayeeRow = {
  id: number | null;
  user_id: number | null;
  name: string;
  amount: number;
  currency: string;
  method: PayoutMethod;
  sealed: Buffer | null;
  kind: PayoutKind;
  first: 0 | 1;
  largest: 0 | 1;
  count: number;
};
