import { sql } from 'kysely';
import { isGlobal } from '../../../core/access.ts';
import { refuseForNow } from '../../../core/errors.ts';
import { type Call, transactWithoutTenantScope } from '../../../server/context.ts';
import { type Db, lock } from '../../../server/db/client.ts';
import { senderOf, sendMail } from '../../../server/mail/mail.ts';
import { audit } from '../../../server/nouns/audit.ts';
import { knownProgram } from '../../../server/nouns/program-assignments.ts';
import type { TestMail } from '../contract.ts';
import { fill } from '../placeholders.ts';
import { TESTS_AN_HOUR } from '../rules.ts';
import { checkedParts } from './check-template.ts';
import { examplesOf } from './examples.ts';
import { checkTestAddress } from './test-addresses.ts';

/** Queues the text, filled with an example, to an address of staff. 400 as a save; 429 beyond ten an hour per admin. */
export async function sendTestMail(context: Call, test: TestMail): Promise<void> {
  const { actor } = context;
  const { subject, text, plain, template = null, email: to_address } = test;
  const named = test.program ?? (isGlobal(actor) ? 0 : actor.program_id);
  const program_id = await knownProgram(context, named, 'program');
  await checkTestAddress(context, to_address);
  const parts = await checkedParts(context, { subject, text, plain, template });
  const values = await examplesOf(context, program_id);
  await transactWithoutTenantScope(context, async (tx) => {
    await lock(tx.db, `test mails of ${actor.admin_id}`);
    const wait = await waitOf(tx.db, actor.admin_id);
    if (wait > 0) refuseForNow('Limit reached: 10 test emails per hour.', wait);
    await tx.db.insertInto('email_template_tests').values({ admin_id: actor.admin_id }).execute();
    await sendMail(tx.db, {
      to_address,
      subject: `[Test] ${fill(subject, values, 'subject')}`,
      body_text: fill(plain ?? parts.plain, values, 'text'),
      body_html: fill(parts.inlined, values, 'html'),
      ...(test.from_email && senderOf(context.platform.config, test.from_name ?? '', test.from_email)),
    });
    const after = { to: to_address, subject };
    const entry = { entity: 'email_template' as const, entity_id: template ?? 'test', action: 'send_test' };
    await audit(tx, { ...entry, program_id, after });
  });
}

/** Deletes expired counts: a {@link Sweep}. */
export async function sweepTemplateTests(db: Db, limit: number): Promise<number> {
  const old = db
    .selectFrom('email_template_tests')
    .select('id')
    .where(sql<boolean>`sent_at < ${hourAgo}`)
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('email_template_tests')
    .where('id', 'in', old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const hourAgo = sql`(provost_now() - interval '1 hour')`;

/** Returns the seconds until one of the last ten is an hour old; 0 where there is room. */
async function waitOf(db: Db, admin_id: number): Promise<number> {
  const last = await db
    .selectFrom('email_template_tests')
    .select(sql<number>`ceil(extract(epoch from sent_at - ${hourAgo}))::integer`.as('seconds'))
    .where('admin_id', '=', admin_id)
    .where(sql<boolean>`sent_at > ${hourAgo}`)
    .orderBy('sent_at', 'desc')
    .offset(TESTS_AN_HOUR - 1)
    .limit(1)
    .executeTakeFirst();
  return last?.seconds ?? 0;
}
