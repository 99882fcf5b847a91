import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useDemo } from '../../../test/use-database.ts';
import type { EmailRule } from '../contract.ts';
import { RULE_TYPES } from '../rules.ts';
import { dueNow } from './audience.ts';
import { ruleTemplates } from './rule-templates.ts';

const database = useDemo();

async function rules(): Promise<EmailRule[]> {
  const { rows } = await sql<EmailRule>`select e.*, coalesce(program_id, 0) as program_id from email_rules e
    order by id`.execute(database().everything);
  return rows;
}

test('rules of every type, of several programs and of all; one pauses, one waits, one failed for want of its template', async () => {
  const all = await rules();
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(RULE_TYPES));
  expect(new Set(all.map(({ program_id }) => program_id)).size).toBeGreaterThan(5);
  expect(all.some(({ program_id }) => program_id === 0)).toBe(true);
  expect(all.some(({ active }) => active === 0)).toBe(true);
  expect(all.some(({ run_after }) => Date.parse(run_after) > Date.now())).toBe(true);
  const files = new Set((await ruleTemplates()).map(({ file_name }): string => file_name));
  const failing = all.filter(({ template }) => !files.has(template));
  expect(failing.map(({ failure }) => failure)).toEqual(['There is no template spring-sale.html']);
});

test('whom a rule reaches has had all of its mails: none goes out', async () => {
  for (const rule of await rules()) {
    if (rule.active === 0 || rule.failure !== null || Date.parse(rule.run_after) > Date.now()) continue;
    const { joins, condition } = dueNow(rule);
    const { rows } = await sql<{
      id: number;
    }>`select u.id from site_users u ${joins} where ${condition}`.execute(database().everything);
    expect(rows, rule.name).toEqual([]);
  }
});

test('a year of mails in every state, those who want none, and addresses that have bounced', async () => {
  const { rows } = await sql<Record<string, number>>`select
    count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'refused') as refused,
    count(*) filter (where state = 'unknown') as unknown, count(*) filter (where state = 'queued') as queued,
    count(*) filter (where created_at < now() - interval '300 days') as long_ago,
    (select count(*) from email_unsubscribes) as unsubscribed,
    (select count(*) from site_users where bounced_at is not null) as bounced,
    (select count(*) from mails where bulk and next_at > now() + interval '300 days') as waiting
    from email_rule_sends`.execute(database().everything);
  for (const [name, count] of Object.entries(rows[0] ?? {})) expect(count, name).toBeGreaterThan(4);
});
