/** Rules of mail, their users and what became of both. */
import { sql } from 'kysely';
import type { Db } from '../../server/db/client.ts';
import { makeSiteUser } from '../factories.ts';

const RULE = {
  name: 'A rule',
  subject: 'News for ::[[student_first_name]]::',
  from_name: 'Brightside',
  from_email: 'news@provost.example',
  template: 'community-highlights.html',
  type: 'community_highlights',
} as const;

/** For every student of the program, unless `more` says otherwise. */
export async function makeRule(
  db: Db,
  more: { program_id: number | null; [column: string]: unknown },
): Promise<number> {
  const items = JSON.stringify([{ field_name: 'user_type', condition: 'equals', value: 'S' }]);
  const { id } = await db
    .insertInto('email_rules')
    .values({ ...RULE, items, ...more })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function makeStudents(db: Db, program_id: number, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push((await makeSiteUser(db, { program_id })).id);
  return ids;
}

/** Of a rule, by user and number. */
export async function sendsOfRule(
  db: Db,
  rule_id: number,
): Promise<{ user_id: number; number: number; state: string }[]> {
  return db
    .selectFrom('email_rule_sends')
    .select(['user_id', 'number', 'state'])
    .where('rule_id', '=', rule_id)
    .orderBy('user_id')
    .orderBy('number')
    .execute();
}

/** Lets so many days pass for what the rules have sent. */
export async function letDaysPass(db: Db, days: number): Promise<void> {
  await sql`update email_rule_sends set created_at = created_at - make_interval(days => ${days}),
    finished_at = finished_at - make_interval(days => ${days})`.execute(db);
}

/** Which (rule, user, number) a mail that was taken is of. */
export function nameOf(text: string): string {
  return /^Message-ID: <provost-rule-([\d-]+)@/im.exec(text)?.[1] ?? '';
}
