import { sql } from 'kysely';
import { type Context, visibleTo } from '../../../server/context.ts';
import { type List, pageOf } from '../../../server/nouns/list-query.ts';
import type { RuleSend, SendDay } from '../contract.ts';
import { readEmailRule } from './email-rules.ts';

const DAYS = 60;

type SendsQuery = { id: number; page: number; state?: RuleSend['state'] | undefined };

/** A page of its mails, newest first, and the last 60 days with any. Users the caller sees no more are counted, not named (`user_id` 0). 404 for no rule. */
export async function sendsOf(context: Context, { id, page, state }: SendsQuery) {
  const { db } = context;
  await readEmailRule(context, id);
  const { rows: sends, count } = await pageOf<RuleSend, 'created_at'>(db, listFor(context), {
    matching: [
      sql<boolean>`s.rule_id = ${id}`,
      state === undefined ? sql<boolean>`true` : sql<boolean>`s.state = ${state}`,
    ],
    page,
    sort_by: 'created_at',
    sort_dest: 'desc',
  });
  return { sends, count, days: await daysOf(context, id) };
}

async function daysOf({ db }: Context, id: number): Promise<SendDay[]> {
  const { rows } = await sql<SendDay>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(*) filter (where state = 'queued') as queued, count(*) filter (where state = 'sent') as sent,
      count(*) filter (where state = 'refused') as refused, count(*) filter (where state = 'unknown') as unknown
    from email_rule_sends where rule_id = ${id} group by 1 order by 1 desc limit ${DAYS}`.execute(db);
  return rows;
}

function listFor({ actor }: Context): List<'created_at'> {
  return {
    from: sql`email_rule_sends s`,
    // Nobody gets two mails of a rule under one number.
    id: sql`(s.user_id, s.number, s.rule_id)`,
    columns: sql`coalesce(u.id, 0) as user_id, coalesce(u.first_name, '') as first_name, coalesce(u.last_name, '') as last_name,
      coalesce(u.email, '') as email, s.number, s.state,
      case when u.id is not null then s.reason end as reason, s.created_at, s.finished_at`,
    joins: sql`left join site_users u on u.id = s.user_id and ${visibleTo(actor, 'u.program_id')}`,
    orders: { created_at: sql`s.created_at` },
  };
}
