import { sql } from 'kysely';
import { must } from '../../../core/must.ts';
import { asSystem, type TransactionContext, transactWithoutTenantScope } from '../../../server/context.ts';
import { withinSeconds } from '../../../server/db/within-seconds.ts';
import { senderOf } from '../../../server/mail/mail.ts';
import type { Platform } from '../../../server/platform.ts';
import { fill, type Values } from '../../email-templates/placeholders.ts';
import { languageOf, type RuleFile } from '../../email-templates/rules.ts';
import { type NearestTemplate, nearestTemplate } from '../../email-templates/server/templates.ts';
import { siteAddress } from '../../programs/server/site-address.ts';
import type { EmailRule } from '../contract.ts';
import { filled } from '../rule-mail.ts';
import { dueNow, refuseSlowRule } from './audience.ts';
import { readEmailRule } from './email-rules.ts';
import { ruleTemplates } from './rule-templates.ts';
import { unsubscribePath } from './unsubscribe/unsubscribe-links.ts';

type Due = {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  program_display_name: string;
  program_tag: string;
  program_id: number | null;
  locale: string;
  number: number;
};

/** A rule that takes longer to find its people fails, and keeps no other from its turn. */
const TURN_SECONDS = 60;

/** Queues at most `limit` mails in one transaction; answers how many. None while the rule pauses, waits, can be undone, or is worked by somebody else. */
export async function queueMails(platform: Platform, ruleId: number, limit: number): Promise<number> {
  return transactWithoutTenantScope(asSystem(platform, 'run-email-rules'), async (tx) => {
    const held = await tx.db
      .selectFrom('email_rules')
      .select('id')
      .where('id', '=', ruleId)
      .where('active', '=', 1)
      .where(sql<boolean>`greatest(run_after, first_mails_at) <= provost_now()`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!held) return 0;
    const rule = await readEmailRule(tx, ruleId);
    const file = (await ruleTemplates()).find(({ file_name }) => file_name === rule.template);
    if (!file) throw new Error(`There is no template ${rule.template}`);
    const found = await withinSeconds(tx.db, TURN_SECONDS, {
      ask: () => dueUsers(tx, rule, limit),
      refuse: refuseSlowRule,
    });
    const due = await claimTurns(tx, rule, found);
    if (due.length > 0) await queue(tx, rule, await textsOf(tx, file.file_name, due), due);
    return due.length;
  });
}

async function dueUsers({ db }: TransactionContext, rule: EmailRule, limit: number): Promise<Due[]> {
  const { joins, condition } = dueNow(rule);
  const { rows } = await sql<Due>`
    select u.id, u.email, u.first_name, u.last_name, p.program_display_name, p.program_tag, u.program_id, u.locale,
      coalesce(s.number, 0) + 1 as number
    from site_users u join programs p on p.id = u.program_id ${joins}
    where ${condition} order by u.id limit ${limit}`.execute(db);
  return rows;
}

async function claimTurns(
  { db }: TransactionContext,
  { id: rule_id }: EmailRule,
  due: readonly Due[],
): Promise<Due[]> {
  if (due.length === 0) return [];
  const claimed = await db
    .insertInto('email_rule_sends')
    .values(due.map(({ id, number }) => ({ rule_id, user_id: id, number })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  const users = new Set(claimed.map(({ user_id }) => user_id));
  return due.filter(({ id }) => users.has(id));
}

/** The text of each user: that of their program and language, or the nearest one. */
async function textsOf(
  { db }: TransactionContext,
  template: RuleFile,
  due: readonly Due[],
): Promise<(user: Due) => NearestTemplate> {
  const keyOf = ({ program_id, locale }: Due) => `${program_id} ${languageOf(locale)}`;
  const texts = new Map<string, NearestTemplate>();
  for (const user of due) {
    const key = { template, program_id: user.program_id, language: languageOf(user.locale) };
    if (!texts.has(keyOf(user))) texts.set(keyOf(user), await nearestTemplate(db, key));
  }
  return (user) => must(texts.get(keyOf(user)), 'text of a user');
}

async function queue(
  { db, platform }: TransactionContext,
  rule: EmailRule,
  textOf: (user: Due) => NearestTemplate,
  due: readonly Due[],
) {
  const { sender, reply_to } = senderOf(platform.config, rule.from_name, rule.from_email);
  const mails = due.map((user) => {
    const link = `${platform.config.publicUrl}${unsubscribePath(platform, { user_id: user.id, type: rule.type })}`;
    const values = valuesOf(platform, user);
    const template = textOf(user);
    const { html, text } = filled(template, values, link);
    return {
      to_address: user.email,
      // A name may be all that it says, and empty.
      subject: fill(template.subject || rule.subject, values, 'subject').trim() || rule.name,
      body_text: text,
      body_html: html,
      bulk: true,
      message_name: messageName(rule.id, user),
      headers: JSON.stringify({
        'List-Unsubscribe': `<${link}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      ...(sender && { sender: JSON.stringify(sender) }),
      ...(reply_to && { reply_to: JSON.stringify(reply_to) }),
    };
  });
  const queued = await db.insertInto('mails').values(mails).returning(['id', 'message_name']).execute();
  const ids = new Map(queued.map(({ id, message_name }) => [message_name, id]));
  await sql`update email_rule_sends s set mail_id = q.mail_id
    from unnest(${due.map(({ id }) => id)}::integer[], ${due.map(({ number }) => number)}::integer[],
      ${due.map((user) => ids.get(messageName(rule.id, user)))}::bigint[]) as q (user_id, number, mail_id)
    where s.rule_id = ${rule.id} and s.user_id = q.user_id and s.number = q.number`.execute(db);
}

/** A second copy of a mail, wherever it came from, is known by it. */
function messageName(rule_id: number, { id, number }: Due): string {
  return `provost-rule-${rule_id}-${id}-${number}`;
}

function valuesOf(platform: Platform, user: Due): Values {
  return {
    student_first_name: user.first_name,
    student_last_name: user.last_name,
    program_name: user.program_display_name,
    program_site_url: siteAddress(platform, user.program_tag),
    program_tag: user.program_tag,
  };
}
