import { type RawBuilder, sql } from 'kysely';
import type { Locale } from '../../core/locales.ts';
import type { SiteCall } from './site-context.ts';

/** The language that is asked for, and that of the program, which stands in for it. */
export type SiteLocales = { locale: Locale; fallback: Locale };

/** Returns the languages of a read: the program's own where none is named. */
export function localesOf({ site }: SiteCall, locale: Locale | undefined): SiteLocales {
  return { locale: locale ?? site.default_locale, fallback: site.default_locale };
}

/** Returns a text of a row in the language asked for; each falls back by itself to the program's language, then to `english`. */
export function textIn(
  { locale }: SiteLocales,
  english: string,
  translated: string,
  standIn: string,
): RawBuilder<string> {
  return sql<string>`shown_text(${locale}, ${sql.ref(english)}, ${sql.ref(translated)}, ${sql.ref(standIn)})`;
}
