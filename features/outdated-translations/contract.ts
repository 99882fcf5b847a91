/** Translations whose English source has changed since. Specification: Languages. */

import { z } from 'zod';
import {
  id,
  moment,
  optional,
  page,
  pathId,
  programFilter,
  sortBy,
  sortDest,
  updatedAt,
} from '../../core/fields.ts';
import { LOCALES } from '../../core/locales.ts';
import { route } from '../../core/route.ts';
import { type CsvColumns, csvRoute } from '../exports/contract.ts';
import { NOUNS, TRANSLATED, type TranslatedNoun } from '../nouns.ts';
import { MOST_TEXTS } from './call-limits.ts';

export const OUTDATED_SORTS = ['noun', 'id', 'name', 'program'] as const;

const outdated = z.object({
  noun: z.enum(TRANSLATED),
  id: z.int(),
  name: z.string(),
  /** 0: the global site. */
  program_id: z.int(),
  program: z.string().nullable(),
  languages: z.array(z.enum(LOCALES)),
  updated_at: moment,
});
export type Outdated = z.infer<typeof outdated>;

const outdatedText = z.object({
  language: z.enum(LOCALES),
  field: z.string(),
  text: z.string(),
  /** The English that the text was made from; null where no audit entry has it. */
  earlier: z.string().nullable(),
  english: z.string(),
});
export type OutdatedText = z.infer<typeof outdatedText>;

const text = z.strictObject({
  noun: z.enum(TRANSLATED),
  id,
  language: z.enum(LOCALES),
  /** The mark of the record that the caller read. */
  updated_at: updatedAt,
});

/** A text with the mark it had before a call: by field the SHA-256 of the English that it was made from. */
const earlierMark = text.extend({
  updated_at: z.iso.datetime({ offset: true }),
  made_from: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/, 'must be SHA-256 in hex')),
});
export type EarlierMark = z.output<typeof earlierMark>;

function itemsOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item).min(1, 'Choose texts').max(MOST_TEXTS) });
}

const marked = z.object({
  marked: z.array(
    z.object({
      noun: z.enum(TRANSLATED),
      id: z.int(),
      language: z.enum(LOCALES),
      made_from: z.record(z.string(), z.string()),
      updated_at: moment,
    }),
  ),
});

/** Each text asks for the access of its noun besides. */
const translates = { area: ['catalogue', 'events', 'content', 'store'] } as const;

const filters = {
  program_id: programFilter,
  noun: optional(z.enum(TRANSLATED).optional()),
  /** Filters by an outdated language; the answer still lists all of a noun's. */
  language: optional(z.enum(LOCALES).optional()),
};

export function nounLabel(noun: TranslatedNoun): string {
  const declared = NOUNS[noun];
  if ('label' in declared) return declared.label;
  return declared.word.charAt(0).toUpperCase() + declared.word.slice(1);
}

const NOUN_LABELS = Object.fromEntries(TRANSLATED.map((noun) => [noun, nounLabel(noun)]));

export const OUTDATED_CSV = {
  noun: ['Type', 'word', NOUN_LABELS],
  id: ['ID', 'number'],
  name: ['Name', 'text'],
  program: ['Program', 'text'],
  languages: ['Outdated languages', 'text'],
  updated_at: ['Changed at', 'moment'],
} as const satisfies CsvColumns;

export const outdatedTranslationsContract = {
  outdatedTranslations: route(translates, {
    method: 'GET',
    path: 'outdated-translations',
    reads: 'replica',
    summary: 'A page of records with translations made from older English texts',
    input: z.strictObject({
      page,
      ...filters,
      sort_by: sortBy(OUTDATED_SORTS),
      sort_dest: sortDest,
    }),
    output: z.object({ translations: z.array(outdated), count: z.int() }),
  }),
  outdatedTranslationsCsv: csvRoute(translates, {
    path: 'outdated-translations',
    summary: 'The records of the list',
    filters,
  }),
  outdatedTexts: route(translates, {
    method: 'GET',
    path: 'outdated-translations/texts',
    summary: 'Outdated texts of a record, with the English of then and now',
    input: z.strictObject({ noun: z.enum(TRANSLATED), id: pathId }),
    output: z.object({ texts: z.array(outdatedText) }),
  }),
  markUpToDate: route(translates, {
    method: 'POST',
    path: 'outdated-translations/up-to-date',
    summary: 'Mark many texts as up to date, all or none; answers the marks they had',
    input: itemsOf(text),
    output: marked,
    idempotent: true,
  }),
  markOutdated: route(translates, {
    method: 'POST',
    path: 'outdated-translations/outdated',
    summary: 'Give texts the marks they had before, as answered when they were marked as up to date',
    input: itemsOf(earlierMark),
    output: marked,
    idempotent: true,
  }),
};
