/** The context in which history is moved in: as a call by the program's site, without a key. Specification: Sites, moving in. */
import { refuse } from '../../../core/errors.ts';
import type { Locale } from '../../../core/locales.ts';
import type { Currency } from '../../../core/money.ts';
import { databaseRefusal } from '../../../server/http/database-refusals.ts';
import type { Platform } from '../../../server/platform.ts';
import { type SiteCall, siteJobContext } from '../../../server/sites/site-context.ts';

/** Returns the context and the program's currency; 404 where there is no such program. `job` is its name in the audit. */
export async function movingContext(
  platform: Platform,
  program_id: number,
  job: string,
): Promise<{ context: SiteCall; currency: Currency }> {
  const program = await platform.database.everything
    .selectFrom('programs')
    .select(['default_locale', 'default_currency'])
    .where('id', '=', program_id)
    .executeTakeFirst();
  if (!program) refuse(404, `There is no program ${program_id}`);
  const site = { program_id, default_locale: program.default_locale as Locale, key_id: null };
  return {
    context: siteJobContext(platform, site, { job, refusalOf: databaseRefusal }),
    currency: program.default_currency as Currency,
  };
}
