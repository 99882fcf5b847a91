import { sql } from 'kysely';
import { Refusal } from '../../../core/errors.ts';
import type { Db } from '../../../server/db/client.ts';
import { wordsOf } from '../../../server/mail/mail-server.ts';
import type { JobDefinition, Platform } from '../../../server/platform.ts';
import { RULE_TURN_SECONDS } from '../rules.ts';
import { queueMails } from './queue-mails.ts';

/** Mails that one transaction queues: each looks at all whom the rule reaches. */
const BATCH = 1500;

export const runEmailRules: JobDefinition = {
  name: 'run-email-rules',
  every: RULE_TURN_SECONDS,
  run: runDueRules,
};

/** Queues what is due until the next turn, longest waiting first. A failing rule is marked and keeps no other back; killed, it queued whole mails or none. */
export async function runDueRules(platform: Platform, stopping?: AbortSignal): Promise<void> {
  const db = platform.database.everything;
  const turn = (platform.config.mailPerMinute * RULE_TURN_SECONDS) / 60;
  const waiting = await waitingMails(db);
  let room = turn - waiting.untried;
  for (const { id, failure } of await dueRules(db)) {
    if (stopping?.aborted || room <= 0) return;
    try {
      // A rule whose mails are put off again and again waits for them, and no other does.
      const own = turn - (waiting.ofRule.get(id) ?? 0);
      room -= await runRule(platform, id, Math.min(room, own), stopping);
      await markTurn(db, id, null);
    } catch (error) {
      const words = error instanceof Refusal ? error.message : wordsOf(error).replace(/^Error: /, '');
      // Once, and not every turn until somebody looks.
      if (words !== failure) platform.log.error({ err: error, rule: id }, 'a rule of mail failed');
      await markTurn(db, id, words);
    }
  }
}

async function runRule(
  platform: Platform,
  id: number,
  room: number,
  stopping?: AbortSignal,
): Promise<number> {
  let queued = 0;
  while (queued < room && !stopping?.aborted) {
    const limit = Math.min(BATCH, room - queued);
    const more = await queueMails(platform, id, limit);
    queued += more;
    if (more < limit) break;
  }
  return queued;
}

async function waitingMails(db: Db): Promise<{ untried: number; ofRule: ReadonlyMap<number, number> }> {
  const { rows } = await sql<{ rule_id: number; count: number; untried: number }>`
    select s.rule_id, count(*) as count, count(*) filter (where m.attempts = 0) as untried
    from mails m join email_rule_sends s on s.mail_id = m.id
    where m.bulk and m.sent_at is null and m.refused_at is null and m.lost_at is null
    group by s.rule_id`.execute(db);
  return {
    untried: rows.reduce((sum, { untried }) => sum + untried, 0),
    ofRule: new Map(rows.map(({ rule_id, count }) => [rule_id, count])),
  };
}

async function dueRules(db: Db): Promise<{ id: number; failure: string | null }[]> {
  const { rows } = await sql<{ id: number; failure: string | null }>`select id, failure from email_rules
    where active = 1 and greatest(run_after, first_mails_at) <= provost_now() order by ran_at nulls first, id`.execute(
    db,
  );
  return rows;
}

async function markTurn(db: Db, id: number, failure: string | null): Promise<void> {
  await sql`update email_rules set ran_at = provost_now(), failure = ${failure}::text,
    failed_at = case when ${failure}::text is not null then coalesce(failed_at, provost_now()) end
    where id = ${id}`.execute(db);
}
