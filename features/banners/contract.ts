/** Store banners. Specification: Banners and landing pages. */
import { z } from 'zod';
import {
  counted,
  id,
  imageId,
  moment,
  ownerId,
  pathId,
  programId,
  trimmedText,
  updatedAt,
} from '../../core/fields.ts';
import { type Filters, filterInput, pageInput } from '../../core/filters.ts';
import { translationRoutes, typoOnly } from '../../core/noun-routes.ts';
import { ARCHIVED_AT, ARCHIVED_FILTER, archiveRoutes } from '../../core/nouns/archive-routes.ts';
import {
  ACTIVE,
  inputOf,
  optionalText,
  requiredText,
  rowOf,
  translationOf,
} from '../../core/nouns/field-set.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { BANNERS_NOUNS } from './noun.ts';
import { COLOR_NAMES, type ColorName } from './rules.ts';

const access = { area: 'content' } as const;

export const BANNER_SORTS = ['id', 'title', 'program'] as const;

export const BANNER_FILTERS = {
  // For the search alone, as it has no label.
  name: { by: 'words' },
  program_id: { by: 'program', label: 'Program' },
  ...ARCHIVED_FILTER,
} as const satisfies Filters;

const color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #FC5B00');
const colors = z.object(
  Object.fromEntries(COLOR_NAMES.map((name) => [name, color])) as Record<ColorName, typeof color>,
);

const share = z.number('must be a number').min(0, 'must be from 0 to 1').max(1, 'must be from 0 to 1');
const point = z.object({ x: share, y: share });

const image = z.string().nullable();

export const BANNER_FIELDS = {
  title: requiredText('Title', trimmedText(200), 'Enter a title'),
  sub_title: optionalText('Sub-title', trimmedText(500)),
  active: ACTIVE,
  /** Null: the banner has no link. */
  event_id: {
    label: 'Event',
    of: 'event',
    input: id.nullable(),
    row: z.int().nullable(),
    initial: null,
  },
};

const banner = z.object({
  id: z.int(),
  ...rowOf(BANNER_FIELDS),
  /** 0: the global site. */
  program_id: z.int(),
  /** Null: of the global site. */
  program_display_name: z.string().nullable(),
  event: z.object({ id: z.int(), name: z.string() }).nullable(),
  colors,
  image,
  mobile_image: image,
  small_image: image,
  image_id: z.int().nullable(),
  mobile_image_id: z.int().nullable(),
  small_image_id: z.int().nullable(),
  focal: z.object({ image: point, mobile_image: point, small_image: point }),
  originals: z.object({ image, mobile_image: image, small_image: image }),
  updated_at: moment,
  ...ARCHIVED_AT,
});
export type Banner = z.infer<typeof banner>;

/** Null leaves an image as it is. */
const changedImage = imageId.nullable();

export const bannerForm = z.object({
  ...inputOf(BANNER_FIELDS),
  program_id: programId,
  colors: colors.partial(),
  image_id: changedImage,
  mobile_image_id: changedImage,
  small_image_id: changedImage,
  focal: z.object({ image: point, mobile_image: point, small_image: point }).partial(),
  updated_at: updatedAt,
});
const bannerChange = bannerForm.partial();
export type BannerChange = z.output<typeof bannerChange>;

const { languages } = BANNERS_NOUNS.banner;
const place = { access: languages.access, path: 'lilt-banner/{id}', called: 'a banner' };
const texts = translationOf(BANNER_FIELDS, languages.fields);
const translations = translationRoutes(place, texts);
export const bannerTranslationInput = translations.given;

const archiving = archiveRoutes({
  access,
  path: BANNERS_NOUNS.banner.archives,
  called: 'a banner',
});

export const BANNER_CSV = {
  id: ['ID', 'number'],
  title: ['Title', 'text'],
  active: ['Active', 'flag', ['Live', 'Off']],
  program_id: ['Program', 'program'],
} as const satisfies CsvColumns;

export const bannersContract = {
  banners: route(access, {
    method: 'GET',
    path: 'lilt-banners',
    reads: 'replica',
    summary: 'A page of store banners',
    input: z.strictObject(pageInput(BANNER_FILTERS, BANNER_SORTS)),
    output: z.object({ banners: z.object({ banners: z.array(banner), ...counted }) }),
  }),
  bannersCsv: csvRoute(access, {
    path: 'lilt-banners',
    summary: 'The banners of the list',
    filters: filterInput(BANNER_FILTERS),
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
    summary: 'Change a store banner; id 0 creates a new one',
    input: bannerChange.extend({ id: ownerId, typo_only: typoOnly }),
    output: z.object({ banner }),
  }),
  bannerTranslations: translations.read,
  saveBannerTranslations: translations.save,
  duplicateBanner: archiving.duplicate,
  archiveBanner: archiving.archive,
  restoreBanner: archiving.restore,
  archiveBanners: archiving.many,
};
