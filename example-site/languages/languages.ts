import type { Locale } from '@provost/site';
import { cookieOf } from '../visits/cookies.ts';
import { ar } from './ar.ts';
import { bn } from './bn.ts';
import { de } from './de.ts';
import { el } from './el.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { hi } from './hi.ts';
import { hu } from './hu.ts';
import { id } from './id.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { ms } from './ms.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { ta } from './ta.ts';
import { th } from './th.ts';
import { tl } from './tl.ts';
import { tr } from './tr.ts';
import { uk } from './uk.ts';
import { ur } from './ur.ts';
import { vi } from './vi.ts';
import { zh } from './zh.ts';
import { zhTW } from './zh-tw.ts';

export type Language = Locale;

const TEXTS: Readonly<Record<Language, Texts>> = {
  en,
  zh,
  'zh-TW': zhTW,
  es,
  ru,
  fr,
  hi,
  de,
  it,
  ja,
  pt,
  uk,
  bn,
  el,
  ko,
  ms,
  ta,
  tr,
  ur,
  th,
  vi,
  id,
  he,
  ar,
  hu,
  tl,
};

export const LANGUAGES = Object.keys(TEXTS) as Language[];

const FROM_RIGHT: readonly Language[] = ['ar', 'he', 'ur'];

export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  FROM_RIGHT.includes(language) ? 'rtl' : 'ltr';

export const textsIn = (language: Language): Texts => TEXTS[language];

export function nameOf(language: Language): string {
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
}

/** Returns the language of `?locale=`, else the one kept, else the first that the browser asks for, else `usual`. */
export function languageOf(request: Request, spoken: readonly Language[], usual: Language): Language {
  const asked = new URL(request.url).searchParams.get('locale') ?? '';
  const wanted = [asked, cookieOf(request, 'locale'), ...accepted(request)];
  for (const tag of wanted) {
    const found = spoken.find((language) => language === tag) ?? spoken.find((each) => isLike(each, tag));
    if (found) return found;
  }
  return usual;
}

/** Tags of `Accept-Language`, the most wanted first. */
function accepted(request: Request): string[] {
  return (request.headers.get('accept-language') ?? '')
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...rest] = part.trim().split(';');
      const quality = Number(rest.find((word) => word.trim().startsWith('q='))?.split('=')[1] ?? 1);
      return { tag, quality };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

/** `de-AT` is German, Filipino is Tagalog, and Chinese of Taiwan or Hong Kong is written its own way. */
function isLike(language: Language, tag: string): boolean {
  const [first = '', ...rest] = tag.toLowerCase().split('-');
  if (first === 'zh')
    return language === (['tw', 'hk', 'mo', 'hant'].some((part) => rest.includes(part)) ? 'zh-TW' : 'zh');
  return language === (first === 'fil' ? 'tl' : first === 'iw' ? 'he' : first);
}
