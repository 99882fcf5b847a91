import { type RawBuilder, sql } from 'kysely';
import { refuseField } from '../../../core/errors.ts';
import { must } from '../../../core/must.ts';
import { type Context, programOf, transact, visibleIn } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import { withinSeconds } from '../../../server/db/within-seconds.ts';
import type { AUDIENCE_FIELDS } from '../conditions/audience.ts';
import { type Tree, treeOfAudience } from '../conditions/tree.ts';
import type { EmailRule, RuleTestUser } from '../contract.ts';
import { compile } from './compile-tree.ts';
import { readableAudience, readEmailRule } from './email-rules.ts';

const SHOWN = 50;

export type Reaching = Pick<
  EmailRule,
  'id' | 'program_id' | 'type' | 'every_days' | 'repeat_count' | (typeof AUDIENCE_FIELDS)[number]
>;

/** Returns the rule's matching users and those due now; none are due while it is paused, before its start, or while that can be undone. */
export async function audienceOf(context: Context, id: number) {
  return transact(context, async (tx) => {
    const rule = await readEmailRule(tx, id);
    const begun = Date.parse(rule.run_after) <= Date.now() && rule.first_mails_at === null;
    const runs = rule.active === 1 && begun;
    return withinSeconds(tx.db, COUNT_SECONDS, {
      async ask() {
        const matched = await shown(tx.db, { condition: reachedBy(rule) });
        const due = runs ? await shown(tx.db, dueNow(rule)) : { users: [], count: 0 };
        return { ...matched, due: due.users, due_count: due.count };
      },
      refuse: refuseSlowRule,
    });
  });
}

/** Seconds for which somebody waits for the numbers of a rule. */
export const COUNT_SECONDS = 10;

export function refuseSlowRule(): never {
  refuseField('items', 'Finding the people of this rule takes too long. Use fewer conditions.');
}

/** Returns visible, undeleted users that match the tree, in one program or all (0). */
export function usersWhere(context: Context, tree: Tree, program_id: number) {
  const { actor, db } = context;
  const scope = visibleIn(actor, 'u.program_id', program_id);
  const program = programOf(actor, program_id) ?? 0;
  const condition = sql<boolean>`${scope} and u.del_status = 0 and ${compile(tree, program)}`;
  return shown(db, { condition });
}

/** Condition on `site_users u`: at home in the rule's program, matching all items, and reachable. */
function reachedBy({ program_id, type, ...rule }: Reaching): RawBuilder<boolean> {
  const home = program_id === 0 ? sql`u.program_id is not null` : sql`u.program_id = ${program_id}`;
  return sql<boolean>`${home} and u.del_status = 0 and u.bounced_at is null and ${compile(treeOfAudience(readableAudience(rule)), program_id)}
    and not exists (select from email_unsubscribes x where x.user_id = u.id and x.type in (${type}, 'all'))`;
}

/** Returns joins and condition of due users: under `repeat_count`, the last `every_days` ago, none under way. Sent mails `s` are by user: a turn scans once. */
export function dueNow(rule: Reaching): { joins: RawBuilder<unknown>; condition: RawBuilder<boolean> } {
  const { id, every_days } = rule;
  return {
    joins: sql`left join (
      select user_id, count(*) as sent, max(number) as number, bool_or(state = 'queued') as queued,
        max(finished_at) as finished_at
      from email_rule_sends where rule_id = ${id} group by user_id) s on s.user_id = u.id`,
    condition: sql<boolean>`${reachedBy(rule)} and (s.user_id is null or ${left(rule)} and not s.queued
      and s.finished_at <= provost_now() - make_interval(days => ${every_days}))`,
  };
}

/** Returns the condition of users due for another mail, now or after the interval; sent mails are `s` as for {@link dueNow}. */
export function inLine(rule: Reaching): RawBuilder<boolean> {
  return sql<boolean>`${reachedBy(rule)} and (s.user_id is null or ${left(rule)})`;
}

function left({ repeat_count }: Reaching): RawBuilder<boolean> {
  return repeat_count === 0 ? sql<boolean>`true` : sql<boolean>`s.sent < ${repeat_count}`;
}

async function shown(
  db: Db,
  { joins = sql``, condition }: { joins?: RawBuilder<unknown>; condition: RawBuilder<boolean> },
): Promise<{ users: RuleTestUser[]; count: number }> {
  const { rows: users } = await sql<RuleTestUser>`
    select u.id, u.first_name, u.last_name, u.user_type, u.dateadded, u.membership, u.membership_at
    from site_users u ${joins} where ${condition} order by u.id limit ${SHOWN}`.execute(db);
  if (users.length < SHOWN) return { users, count: users.length };
  const { rows } = await sql<{ count: number }>`select count(*) as count from site_users u ${joins}
    where ${condition}`.execute(db);
  return { users, count: must(rows[0], 'count').count };
}
