/** Addresses of programs' sites. Specification: Site users. */
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

export function siteAddress({ config }: Pick<Platform, 'config'>, program_tag: string): string {
  const address = config.siteUrl ?? `${config.publicUrl}/site/{program_tag}`;
  return address.replaceAll('{program_tag}', () => encodeURIComponent(program_tag));
}
