/** The languages of the marketplace. Specification: Languages. */

export const LOCALES = [
  'en',
  'zh',
  'zh-TW',
  'es',
  'ru',
  'fr',
  'hi',
  'de',
  'it',
  'ja',
  'pt',
  'uk',
  'bn',
  'el',
  'ko',
  'ms',
  'ta',
  'tr',
  'ur',
  'th',
  'vi',
  'id',
  'he',
  'ar',
  'hu',
  'tl',
] as const;
export type Locale = (typeof LOCALES)[number];

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' || locale === 'he' || locale === 'ur' ? 'rtl' : 'ltr';
}
