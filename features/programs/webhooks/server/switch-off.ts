/** A webhook that nobody has answered for days. Specification: Sites, webhooks. */
import { sql } from 'kysely';
import { asSystem } from '../../../../server/context.ts';
import type { Trx } from '../../../../server/db/client.ts';
import { sendMail } from '../../../../server/mail/mail.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { nextMoment } from '../../../../server/nouns/changing.ts';
import type { Platform } from '../../../../server/platform.ts';

/** Switches a webhook off, and mails those who look after the program: its own administrators and every superadmin. */
export async function switchOff(platform: Platform, db: Trx, id: number): Promise<void> {
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
  const context = { ...asSystem(platform, 'send-webhooks'), db };
  const change = { before: { active: true }, after: { active: false } };
  await audit(context, { entity: 'webhook', entity_id: id, action: 'switch-off', program_id, ...change });
  const { rows: readers } = await sql<{ email: string; program_display_name: string }>`
    select a.email, p.program_display_name from admins a join programs p on p.id = ${program_id}
    where a.deleted_at is null
      and (a.program_id = p.id and a.permissions && array['programadmin', 'superadmin']
        or a.program_id = 0 and a.permissions && array['superadmin'])
    order by a.id`.execute(db);
  for (const { email, program_display_name } of readers)
    await sendMail(db, {
      to_address: email,
      subject: `A webhook of ${program_display_name} was switched off`,
      body_text: `${url}

has not taken a message for three days, so Provost sends it nothing more. Once it answers again, switch it on:
${platform.config.publicUrl}/programs

Messages that wait are sent then. What has changed meanwhile is kept for 30 days.
`,
    });
}
