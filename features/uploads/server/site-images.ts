/** Images as sites get them: absolute addresses in three widths. Specification: Sites, reads. */
import type { SiteImage } from '../../../core/sites/reads.ts';
import type { Platform } from '../../../server/platform.ts';
import { IMAGE_WIDTHS, pathInWidth } from '../rules.ts';

/** An upload's path and its width in pixels. */
export type StoredImage = { path: string; width: number };

/** Returns the addresses of an image; null without one. */
export function siteImageOf({ config }: Pick<Platform, 'config'>, image: StoredImage | null): SiteImage {
  if (!image) return null;
  const at = (width: number) => `${config.publicUrl}${pathInWidth(image, width)}`;
  return {
    small: at(IMAGE_WIDTHS.small),
    medium: at(IMAGE_WIDTHS.medium),
    large: at(IMAGE_WIDTHS.large),
  };
}
