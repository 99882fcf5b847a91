/** Banners as the site of a program shows them. Specification: Sites, reads. */
import { z } from 'zod';
import { siteRoute } from '../../../core/route.ts';
import { siteImage, siteList, siteListed } from '../../../core/sites/reads.ts';
import { COLOR_NAMES, type ColorName } from '../rules.ts';

const color = z.string();

const siteBanner = z.object({
  id: z.int(),
  title: z.string(),
  sub_title: z.string(),
  /** The event that the banner leads to; null also where the program does not show it. */
  event_id: z.int().nullable(),
  colors: z.object(
    Object.fromEntries(COLOR_NAMES.map((name) => [name, color])) as Record<ColorName, typeof color>,
  ),
  image: siteImage,
  mobile_image: siteImage,
  small_image: siteImage,
});
export type SiteBanner = z.infer<typeof siteBanner>;

export const bannerReadsContract = {
  banners: siteRoute('read', {
    method: 'GET',
    path: 'banners',
    summary: 'The banners of the program',
    input: z.strictObject(siteList),
    output: siteListed('banners', siteBanner),
    cache: 'public',
  }),
};
