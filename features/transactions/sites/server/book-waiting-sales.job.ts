/** The pass that books sales whose buyers have been told of since. Specification: Sites, sales. */
import { sql } from 'kysely';
import type { Locale } from '../../../../core/locales.ts';
import { asSystem, transact } from '../../../../server/context.ts';
import type { JobDefinition, Platform } from '../../../../server/platform.ts';
import { siteJobContext } from '../../../../server/sites/site-context.ts';
import type { SiteCharge } from '../contract.ts';
import { bookWaitingSale } from './waiting-sales.ts';

/** Seconds between two turns. */
const INTERVAL_SECONDS = 5;

const BATCH = 200;

const JOB = 'book-waiting-sales';

export const bookWaitingSalesJob: JobDefinition = {
  name: JOB,
  every: INTERVAL_SECONDS,
  waits: (db) => [
    db
      .selectFrom('unmatched_payments as p')
      .innerJoin('site_user_references as r', (join) =>
        join.onRef('r.program_id', '=', 'p.program_id').onRef('r.reference', '=', 'p.user_reference'),
      )
      .innerJoin('site_users as u', 'u.id', 'r.user_id')
      .select('p.id')
      .where('u.del_status', '=', 0)
      .where('p.state', '=', 'open')
      .where('p.reference', 'is not', null)
      .where(sql<boolean>`'user' = any (p.missing)`),
  ],
  run: bookWaitingSales,
};

/** Each sale in a transaction of its own, in the name of the key that told it: killed anywhere, it is booked or waits. */
export async function bookWaitingSales(platform: Platform, stopping?: AbortSignal): Promise<void> {
  for (const { id, sale, program_id, default_locale, key_id } of await dueSales(platform)) {
    if (stopping?.aborted) return;
    // All that can be wrong is asked before; what the database refuses is a fault of ours.
    const site = { program_id, default_locale, key_id };
    const context = siteJobContext(platform, site, { job: JOB, refusalOf: () => null });
    try {
      await transact(context, (tx) => bookWaitingSale(tx, { id, sale }));
    } catch (error) {
      // The next turn tries it again; the sales behind it wait for nobody.
      platform.log.error({ err: error, unmatched_payment: id }, 'a waiting sale could not be booked');
    }
  }
}

type DueSale = {
  id: number;
  sale: SiteCharge;
  program_id: number;
  default_locale: Locale;
  key_id: number | null;
};

/** Sales that lack nobody any more: those whose buyer's reference names somebody, the oldest first. */
async function dueSales(platform: Platform): Promise<DueSale[]> {
  const { rows } = await sql<DueSale>`
    select p.id, f.body as sale, f.program_id, g.default_locale, f.key_id
    from unmatched_payments p
    join site_user_references r on r.program_id = p.program_id and r.reference = p.user_reference
    join site_users u on u.id = r.user_id and u.del_status = 0
    join site_facts f on f.program_id = p.program_id and f.kind = 'charge' and f.reference = p.reference
    join programs g on g.id = p.program_id
    where p.state = 'open' and p.reference is not null and 'user' = any (p.missing)
    order by p.id limit ${BATCH}`.execute(asSystem(platform, JOB).db);
  return rows;
}
