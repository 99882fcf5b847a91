/** The public proof of a draw as the site of a program shows it. Specification: Sites, reads; Draws. */
import { sql } from 'kysely';
import { notFoundAt } from '../../../../core/errors.ts';
import type { Locale } from '../../../../core/locales.ts';
import { withoutTenantScope } from '../../../../server/context.ts';
import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { localesOf } from '../../../../server/sites/site-texts.ts';
import { publicDraw } from '../../draws/server/public-draws.ts';
import type { SiteDraw } from '../contract.ts';

/** The draw of a giveaway that the program shows; throws a 404 for any other event. */
export async function siteDraw(
  context: SiteCall,
  { id, locale }: { id: number; locale?: Locale | undefined },
): Promise<{ draw: SiteDraw; locale: Locale }> {
  const shown = await context.db
    .selectFrom('events as e')
    .innerJoin('event_programs as p', 'p.event_id', 'e.id')
    .select('e.id')
    .where('e.id', '=', id)
    .where('e.type', '=', 'giveaway')
    .where('e.active', '=', 1)
    .where('p.program_id', '=', context.site.program_id)
    .executeTakeFirst();
  if (!shown) notFoundAt('id');
  const { proof, ...bound } = await publicDraw(context, id);
  const published = proof === null ? UNPUBLISHED : await publishedOf(context, id);
  const address = proof === null ? null : `${context.platform.config.publicUrl}${proof}`;
  return { draw: { ...bound, proof: address, ...published }, locale: localesOf(context, locale).locale };
}

type Published = Omit<SiteDraw, 'event_id' | 'commitment' | 'proof'>;

const UNPUBLISHED: Published = {
  frozen_at: null,
  tickets: null,
  list_hash: null,
  beacon_round: null,
  confirmed_at: null,
  ticket: null,
};

/** Facts that the published proof holds too, which everybody may read, whosoever's the event is. */
async function publishedOf(context: SiteCall, id: number): Promise<Published> {
  const { rows } = await sql<Published>`
    select d.frozen_at, d.tickets, encode(d.list_hash, 'hex') as list_hash, d.beacon_round, a.confirmed_at,
      t.code as ticket
    from draws d join draw_attempts a on a.event_id = d.event_id and a.confirmed_at is not null
      join tickets t on t.id = a.ticket_id
    where d.event_id = ${id}`.execute(withoutTenantScope(context).db);
  return rows[0] ?? UNPUBLISHED;
}
