import type { Context } from '../../../server/context.ts';
import type { Platform } from '../../../server/platform.ts';
import { hasExampleSite } from '../site-keys/server/example-site-keys.ts';

/** Returns the address where the site of a program can be looked at; null without `SITE_URL` and example site. */
export async function siteToView(
  platform: Platform,
  { id, program_tag }: { id: number; program_tag: string },
): Promise<string | null> {
  const isThere = platform.config.siteUrl !== undefined || (await hasExampleSite(platform, id));
  return isThere ? siteAddress(platform, program_tag) : null;
}

/** Returns where a program's site shows the record at `path` of the example site, or with `SITE_URL` the site. Null without a site, and for program 0. */
export async function recordOnSite(
  { db, platform }: Context,
  program_id: number,
  path: string,
): Promise<string | null> {
  const program = await db
    .selectFrom('programs')
    .select(['id', 'program_tag'])
    .where('id', '=', program_id)
    .executeTakeFirst();
  const site = program ? await siteToView(platform, program) : null;
  return site === null || platform.config.siteUrl !== undefined ? site : `${site}/${path}`;
}

export function siteAddress({ config }: Pick<Platform, 'config'>, program_tag: string): string {
  const address = config.siteUrl ?? `${config.publicUrl}/site/{program_tag}`;
  return address.replaceAll('{program_tag}', () => encodeURIComponent(program_tag));
}
