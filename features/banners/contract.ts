/** Store banners. Specification: Banners and landing pages. */
import { z } from 'zod';
import {
  counted,
  flag,
  id,
  imageId,
  moment,
  ownerId,
  pathId,
  programId,
  trimmedText,
  updatedAt,
} from '../../core/fields.ts';
import { type Filters, pageInput } from '../../core/filters.ts';
import { translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import { route } from '../../core/route.ts';
import { COLOR_NAMES, type ColorName } from './rules.ts';

const access = { area: 'content' } as const;

const MAX_TITLE = 200;
const MAX_SUB_TITLE = 500;

export const BANNER_SORTS = ['id', 'title', 'program'] as const;

export const BANNER_FILTERS = { program_id: { by: 'program', label: 'Program' } } as const satisfies Filters;

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #FC5B00');
const colors = z.object(
  Object.fromEntries(COLOR_NAMES.map((name) => [name, color])) as Record<ColorName, typeof color>,
);

const share = z.number('must be a number').min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1');
/** The focal point, in shares of the width and the height. */
const point = z.object({ x: share, y: share });

const image = z.string().nullable();

const banner = z.object({
  id: z.int(),
  title: z.string(),
  sub_title: z.string(),
  active: z.literal([0, 1]),
  /** 0: the global site. */
  program_id: z.int(),
  /** Null: of the global site. */
  program_display_name: z.string().nullable(),
  event_id: z.int().nullable(),
  /** Null also where the caller may not read the event. */
  event: z.object({ id: z.int(), name: z.string() }).nullable(),
  colors,
  /** The images as displayed, cropped to their sizes. */
  image,
  mobile_image: image,
  small_image: image,
  image_id: z.int().nullable(),
  mobile_image_id: z.int().nullable(),
  small_image_id: z.int().nullable(),
  focal: z.object({ image: point, mobile_image: point, small_image: point }),
  /** The uncropped uploads. */
  originals: z.object({ image, mobile_image: image, small_image: image }),
  updated_at: moment,
});
export type Banner = z.infer<typeof banner>;

/** Null leaves an image as it is. */
const changedImage = imageId.nullable();

const fields = {
  title: trimmedText(MAX_TITLE).min(1, 'Enter a title'),
  sub_title: trimmedText(MAX_SUB_TITLE),
  active: flag,
  program_id: programId,
  /** Null: the banner has no link. */
  event_id: id.nullable(),
  colors: colors.partial(),
  image_id: changedImage,
  mobile_image_id: changedImage,
  small_image_id: changedImage,
  focal: z.object({ image: point, mobile_image: point, small_image: point }).partial(),
  updated_at: updatedAt,
};
export const bannerForm = z.object(fields);
const bannerChange = bannerForm.partial();
export type BannerChange = z.output<typeof bannerChange>;

const place = { access, path: 'lilt-banner/{id}', called: 'a banner' };
const translations = translationRoutes(place, {
  title: trimmedText(MAX_TITLE),
  sub_title: trimmedText(MAX_SUB_TITLE),
});
export const bannerTranslationInput = translations.given;

export const bannersContract = {
  banners: route(access, {
    method: 'GET',
    path: 'lilt-banners',
    summary: 'A page of store banners',
    input: z.strictObject(pageInput(BANNER_FILTERS, BANNER_SORTS)),
    output: z.object({ banners: z.object({ banners: z.array(banner), ...counted }) }),
  }),
  banner: route(access, {
    method: 'GET',
    path: 'lilt-banner/{id}',
    summary: 'A store banner',
    input: z.strictObject({ id: pathId }),
    output: z.object({ banner }),
  }),
  // Takes an `Idempotency-Key` by itself: as a route's, its record would be open while pictures are cropped.
  saveBanner: route(access, {
    method: 'POST',
    path: 'lilt-banner/{id}',
    summary: 'Change a store banner; id 0 creates one',
    input: bannerChange.extend({ id: ownerId, typo_only: typoOnly }),
    output: z.object({ banner }),
  }),
  bannerTranslations: translations.read,
  saveBannerTranslations: translations.save,
};
