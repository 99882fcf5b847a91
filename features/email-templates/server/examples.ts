import type { Context } from '../../../server/context.ts';
import { siteAddress } from '../../programs/server/site-address.ts';
import type { Placeholder } from '../placeholders.ts';

/** Returns an invented student and instructor, at the program if one is given. */
export async function examplesOf(
  { db, platform }: Context,
  program_id: number | null,
): Promise<Record<Placeholder, string>> {
  const program =
    program_id === null
      ? undefined
      : await db
          .selectFrom('programs')
          .select(['program_tag', 'program_display_name'])
          .where('id', '=', program_id)
          .executeTakeFirst();
  const tag = program?.program_tag ?? 'example';
  const site = siteAddress(platform, tag);
  return {
    class_name: 'Watercolours for beginners',
    student_first_name: 'Ada',
    student_last_name: 'Lovelace',
    instructor_first_name: 'Mary',
    instructor_last_name: 'Cassatt',
    program_name: program?.program_display_name ?? 'Example program',
    class_url: `${site}/classes/1`,
    student_profile_url: `${site}/people/1`,
    instructor_profile_url: `${site}/people/2`,
    program_site_url: site,
    program_tag: tag,
    class_sessions: 'Monday, 7 December 2026, 18:00–19:30\nMonday, 14 December 2026, 18:00–19:30',
    content: 'This is the message.',
  };
}
