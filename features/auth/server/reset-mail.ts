import type { Db } from '../../../server/db/client.ts';
import { SECRET } from '../../../server/mail/mail.ts';
import type { Platform } from '../../../server/platform.ts';
import { linesOf, ownMail } from '../../email-templates/server/own-mail.ts';
import { siteAddress } from '../../programs/server/site-address.ts';

/** Fills the template for an admin of this program, 0 for all: admins have no name or language of their own. */
export async function resetMail(
  db: Db,
  { config }: Platform,
  program_id: number,
): ReturnType<typeof ownMail> {
  const program = await db
    .selectFrom('programs')
    .select(['program_display_name', 'program_tag'])
    .where('id', '=', program_id)
    .executeTakeFirst();
  // Behind the #, where a browser keeps it to itself: neither a server nor its log sees it.
  const link = `${config.publicUrl}/set-new-password#${SECRET}`;
  return ownMail(db, {
    template: 'password_reset',
    program_id: program_id || null,
    locale: 'en',
    needsContent: true,
    values: () => ({
      program_name: program?.program_display_name ?? 'Provost',
      program_site_url: program ? siteAddress({ config }, program.program_tag) : config.publicUrl,
      content: linesOf('Set a new password here within one hour:', { href: link }),
    }),
  });
}
