import { blankOf } from '../../../core/nouns/field-set.ts';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import type { Focal } from '../../uploads/rules.ts';
import { BANNER_FIELDS, type Banner, bannerForm } from '../contract.ts';
import { type BannerSize, COLOR_NAMES, type Colors, DEFAULT_COLORS, SIZES } from '../rules.ts';
import type { ChosenEvent } from './event-choice.tsx';

/** A picture in one of the sizes: `path` is that of the uncropped image, here or on the server. */
export type Picture = { id: number; path: string; focal: Focal };

export type BannerValues = Omit<
  FormValues<
    typeof bannerForm,
    { program_id: number; event: ChosenEvent | null } & Colors & Record<BannerSize, Picture | null>
  >,
  'colors' | 'event_id' | 'focal' | `${BannerSize}_id`
>;
export type BannerForm = ReturnType<typeof useBannerForm>;

export function useBannerForm(initialValues: BannerValues) {
  return useSchemaForm({
    schema: bannerForm,
    fields: BANNER_FIELDS,
    initialValues,
    bodyOf,
    checks: bannerChecks,
  });
}

export function newValues(program_id: number): BannerValues {
  return { ...BLANK, program_id };
}

export function valuesOf(banner: Banner): BannerValues {
  const pictures = SIZES.map((size) => {
    const [id, path] = [banner[`${size}_id`], banner.originals[size]];
    return [size, id !== null && path ? { id, path, focal: banner.focal[size] } : null] as const;
  });
  const own = Object.fromEntries(pictures) as Record<BannerSize, Picture | null>;
  const event = banner.event ?? (banner.event_id === null ? null : { id: banner.event_id, name: 'An event' });
  return { ...valuesFrom(BLANK, banner), ...banner.colors, ...own, event };
}

export function colorsOf(values: BannerValues): Colors {
  const shown = COLOR_NAMES.map((name) => [
    name,
    isColor(values[name]) ? values[name] : DEFAULT_COLORS[name],
  ]);
  return Object.fromEntries(shown) as Colors;
}

/** Sends the id of every picture; 0 removes one. */
function bodyOf({ event, image, mobile_image, small_image, ...values }: BannerValues) {
  const { color_1, color_2, color_text, color_button_text, color_button_bg, color_stripe_bg, ...own } =
    values;
  const colors = { color_1, color_2, color_text, color_button_text, color_button_bg, color_stripe_bg };
  const pictures = Object.entries({ image, mobile_image, small_image });
  const focals = pictures.flatMap(([size, picture]) => (picture ? [[size, picture.focal] as const] : []));
  return {
    ...own,
    event_id: event?.id ?? null,
    colors,
    focal: Object.fromEntries(focals),
    image_id: image?.id ?? 0,
    mobile_image_id: mobile_image?.id ?? 0,
    small_image_id: small_image?.id ?? 0,
  };
}

/** Returns null for pictures that are unchanged since `before`. */
export function changedIds(values: BannerValues, before: BannerValues) {
  const ids = SIZES.map((size) => {
    const id = values[size]?.id ?? 0;
    return [`${size}_id`, id === (before[size]?.id ?? 0) ? null : id] as const;
  });
  return Object.fromEntries(ids) as Record<`${BannerSize}_id`, number | null>;
}

function bannerChecks(values: BannerValues) {
  const wrong = COLOR_NAMES.filter((name) => !isColor(values[name]));
  return Object.fromEntries(wrong.map((name) => [name, 'Enter a colour such as #FC5B00']));
}

function isColor(typed: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(typed);
}

const { event_id: _, ...PLAIN } = blankOf(BANNER_FIELDS);

const BLANK: BannerValues = {
  ...PLAIN,
  program_id: 0,
  event: null,
  ...DEFAULT_COLORS,
  image: null,
  mobile_image: null,
  small_image: null,
};
