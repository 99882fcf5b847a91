import { sql } from 'kysely';
import type { TransactionContext } from '../../../../server/context.ts';
import { sendMail } from '../../../../server/mail/mail.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { nextMoment } from '../../../../server/nouns/changing.ts';

/** Switches a webhook off, and mails those who look after the program: its own administrators and every superadmin. */
export async function switchOff(tx: TransactionContext, id: number): Promise<void> {
  const { db, platform } = tx;
  const webhook = await db
    .updateTable('webhooks')
    .set({
      active: false,
      switched_off_at: sql<string>`provost_now()`,
      updated_at: nextMoment(),
      updated_by: null,
    })
    .where('id', '=', id)
    .where('active', '=', true)
    .returning(['program_id', 'url'])
    .executeTakeFirst();
  if (!webhook) return;
  const { program_id, url } = webhook;
  const change = { before: { active: true }, after: { active: false } };
  await audit(tx, { entity: 'webhook', entity_id: id, action: 'switch-off', program_id, ...change });
  const { rows: readers } = await sql<{ email: string; program_display_name: string }>`
    select a.email, p.program_display_name from admins a join programs p on p.id = ${program_id}
    where a.deleted_at is null
      and (a.program_id = p.id and a.permissions && array['programadmin', 'superadmin']
        or a.program_id = 0 and a.permissions && array['superadmin'])
    order by a.id`.execute(db);
  for (const { email, program_display_name } of readers)
    await sendMail(db, {
      to_address: email,
      subject: `A webhook of ${program_display_name} was deactivated`,
      body_text: `We couldn't deliver messages to this address for three days, so its webhook is now inactive:
${url}

Once the address answers again, activate the webhook in its program:
${platform.config.publicUrl}/programs

Pending messages are sent then.
`,
    });
}
