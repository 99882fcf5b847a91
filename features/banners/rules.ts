/** The sizes and colours of store banners. Specification: Banners and landing pages. */
import type { UploadType } from '../uploads/rules.ts';

export const BANNER_SIZES = {
  image: 'event-banner-image',
  mobile_image: 'event-banner-mobile-image',
  small_image: 'event-banner-small',
} as const satisfies Record<string, UploadType>;
export type BannerSize = keyof typeof BANNER_SIZES;
export const SIZES = Object.keys(BANNER_SIZES) as BannerSize[];

export const SIZE_LABELS: Record<BannerSize, string> = {
  image: 'Desktop',
  mobile_image: 'Mobile',
  small_image: 'Small',
};

/** The upload types of banners; one upload may fill several of them. */
export const BANNER_UPLOADS = Object.values(BANNER_SIZES);

/** The colours of a new banner; the background is a gradient of the first two. */
export const DEFAULT_COLORS = {
  color_1: '#FC5B00',
  color_2: '#F9BF2D',
  color_text: '#ffffff',
  color_button_text: '#ffffff',
  color_button_bg: '#52943A',
  color_stripe_bg: '#EE6E27',
};
export type Colors = typeof DEFAULT_COLORS;
export type ColorName = keyof Colors;
export const COLOR_NAMES = Object.keys(DEFAULT_COLORS) as ColorName[];

export const COLOR_LABELS: Record<ColorName, string> = {
  color_1: 'Background, from',
  color_2: 'Background, to',
  color_text: 'Text',
  color_button_text: 'Button text',
  color_button_bg: 'Button background',
  color_stripe_bg: 'Stripe',
};
