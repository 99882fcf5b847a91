/** The programs of the demo. */
import { daysBefore } from '../../../server/db/demo/random.ts';
import { programValues } from '../../../test/factories.ts';

export type DemoProgram = ReturnType<typeof demoPrograms>[number];

/** The program that most of it happens in, as that of the accounts that the terminal names. */
export const MAIN_PROGRAM = 2;

export function demoPrograms(today: Date) {
  const rows = [
    ['crafts', 'The Crafts Academy', 'en', 'USD'],
    ['brightside', 'Brightside Courses', 'en', 'USD'],
    ['lumiere', 'Lumière Formation', 'fr', 'EUR'],
    ['manabi', '学びの森', 'ja', 'JPY'],
    ['aprende', 'Aprende Ya', 'es', 'EUR'],
    ['nightschool', 'London Night School', 'en', 'GBP'],
    ['svitanok', 'Академія «Світанок»', 'uk', 'UAH'],
    ['newcomer', 'Newcomer (nothing here yet)', 'en', 'USD'],
  ] as const;
  return rows.map(([program_tag, program_display_name, default_locale, default_currency], index) =>
    programValues(index + 1, {
      id: index + 1,
      program_tag,
      program_display_name,
      support_email: `help@${program_tag}.example.com`,
      status: program_tag === 'svitanok' ? 0 : 1,
      default_locale,
      default_currency,
      created_at: daysBefore(today, 2000 - index * 30),
      updated_at: daysBefore(today, 2000 - index * 30),
    }),
  );
}
