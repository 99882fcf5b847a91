import { sql } from 'kysely';
import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { skipIds } from '../../../server/db/demo/insert.ts';
import { daysBefore, type Random, randomFrom } from '../../../server/db/demo/random.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { treeOf } from '../conditions/tree.ts';
import { RULE_TYPES } from '../rules.ts';
import { compile } from './compile-tree.ts';
import { type DemoRule, demoRules } from './demo-rules.ts';

export const demo: readonly DemoStep[] = [{ order: 250, make: ({ tx, today }) => demoEmailRules(tx, today) }];

/** A separate seed, so that other demo data does not depend on rules. */
const SEED = 6313;

const HOUR = 1 / 24;
/** Addresses that have refused five mails in a row, some of them on the first page of the users. */
const BOUNCED = [17, 38, 415, 611, 902, 1204, 2371] as const;
const UNSUBSCRIBED = 60;

const REFUSALS = [
  '550 5.1.1 The email account that you tried to reach does not exist',
  '552 5.2.2 Mailbox full',
  '554 5.7.1 Message rejected as spam',
];
const LOST = 'The connection was lost after the text had been handed over';

/** Addresses bounce last: those that have by now were once written to. */
async function demoEmailRules(tx: TransactionContext, today: Date): Promise<void> {
  const random = randomFrom(SEED);
  const rules = demoRules(today);
  await insertAll(
    tx.db,
    'email_rules',
    rules.map(({ row }) => row),
  );
  await skipIds(tx.db, 'email_rules', rules.length);
  for (const rule of rules) {
    const sends = await sendsOf(tx, rule, { today, random });
    if (sends.length > 0) await insertAll(tx.db, 'email_rule_sends', sends);
    await queueSome(tx, rule, today);
  }
  await endSome(tx, { today, random });
}

type Telling = { today: Date; random: Random };

/** Each of whom it matches has had as many as the rule gives. */
async function sendsOf(tx: TransactionContext, rule: DemoRule, { today, random }: Telling) {
  const { each, first_day, apart } = rule.story;
  if (each === 0) return [];
  const users = await matchedBy(tx, rule);
  return users.flatMap((user_id, place) => {
    const begun = first_day - random.whole(0, Math.min(20, first_day - 1));
    return Array.from({ length: each }, (_, index) => {
      const days = Math.max(1, begun - index * apart) + random.whole(8, 18) * HOUR;
      const end = endOf(random, place);
      const created_at = daysBefore(today, days);
      const finished_at = daysBefore(today, days - random.whole(1, 90) / 1440);
      return { rule_id: rule.row.id, user_id, number: index + 1, ...end, created_at, finished_at };
    });
  });
}

/** The last mails of some are still in the outbox, where they stay longer than any demo stands. */
async function queueSome(
  { db }: TransactionContext,
  { row: { id, subject }, story }: DemoRule,
  today: Date,
): Promise<void> {
  const { rows } = await sql<{
    user_id: number;
    email: string;
  }>`select s.user_id, u.email from email_rule_sends s
    join site_users u on u.id = s.user_id where s.rule_id = ${id} and s.number = ${story.each}
    order by s.user_id desc limit ${story.waiting ?? 0}`.execute(db);
  for (const { user_id, email } of rows) {
    const mail = {
      to_address: email,
      subject,
      body_text: subject,
      bulk: true,
      next_at: daysBefore(today, -366),
    };
    const { id: mail_id } = await db
      .insertInto('mails')
      .values(mail)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .updateTable('email_rule_sends')
      .set({ mail_id, state: 'queued', reason: null, finished_at: null, created_at: daysBefore(today, 0.1) })
      .where('rule_id', '=', id)
      .where('user_id', '=', user_id)
      .where('number', '=', story.each)
      .execute();
  }
}

/** Decides by the user's index, so that each rule has one mail of either outcome. */
function endOf(random: Random, place: number): { state: string; reason: string | null } {
  if (place % 33 === 7) return { state: 'refused', reason: random.pick(REFUSALS) };
  return place % 100 === 11 ? { state: 'unknown', reason: LOST } : { state: 'sent', reason: null };
}

async function matchedBy(
  { db }: TransactionContext,
  { row: { program_id, items } }: DemoRule,
): Promise<number[]> {
  const home = program_id === null ? sql`true` : sql`u.program_id = ${program_id}`;
  const { rows } = await sql<{ id: number }>`select u.id from site_users u
    where ${home} and u.program_id is not null and u.del_status = 0 and ${compile(treeOf(items), program_id ?? 0)}
    order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}

async function endSome({ db }: TransactionContext, { today, random }: Telling): Promise<void> {
  const types = [...RULE_TYPES, 'all'];
  const ends = Array.from({ length: UNSUBSCRIBED }, (_, index) => ({
    user_id: 20 + index * 101,
    type: random.pick(types),
    created_at: daysBefore(today, random.whole(1, 300)),
  }));
  await insertAll(db, 'email_unsubscribes', ends);
  for (const [index, id] of BOUNCED.entries())
    await db
      .updateTable('site_users')
      .set({ mail_failures: 5 + (index % 3), bounced_at: daysBefore(today, 4 + index * 17) })
      .where('id', '=', id)
      .execute();
}
