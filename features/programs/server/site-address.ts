/** Addresses of programs' sites. Specification: Site users. */
import type { Platform } from '../../../server/platform.ts';

export function siteAddress({ config }: Pick<Platform, 'config'>, program_tag: string): string {
  const address = config.siteUrl ?? `${config.publicUrl}/site/{program_tag}`;
  return address.replaceAll('{program_tag}', () => encodeURIComponent(program_tag));
}
