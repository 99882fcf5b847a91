/** Where the site of a program is. Specification: Site users. */
import type { Platform } from '../../../server/platform.ts';

export function siteAddress({ config }: Pick<Platform, 'config'>, program_tag: string): string {
  return `${config.publicUrl}/site/${encodeURIComponent(program_tag)}`;
}
