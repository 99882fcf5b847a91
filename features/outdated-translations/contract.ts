/** Translations whose English source has changed since. Specification: Languages. */
import { z } from 'zod';
import { optional, page, programFilter, sortBy, sortDest } from '../../core/fields.ts';
import { LOCALES } from '../../core/locales.ts';
import { route } from '../../core/route.ts';
import { TRANSLATED } from '../nouns.ts';

export const OUTDATED_SORTS = ['noun', 'id', 'name', 'program'] as const;

const outdated = z.object({
  noun: z.enum(TRANSLATED),
  id: z.int(),
  /** The English name. */
  name: z.string(),
  /** 0: the global site. */
  program_id: z.int(),
  program: z.string().nullable(),
  /** Languages with an outdated text, in the order of all languages. */
  languages: z.array(z.enum(LOCALES)),
});
export type Outdated = z.infer<typeof outdated>;

export const outdatedTranslationsContract = {
  outdatedTranslations: route(
    { area: ['catalogue', 'events', 'content', 'store'] },
    {
      method: 'GET',
      path: 'outdated-translations',
      summary: 'A page of records with translations made from older English texts',
      input: z.strictObject({
        page,
        program_id: programFilter,
        noun: optional(z.enum(TRANSLATED).optional()),
        /** Filters by an outdated language; the answer still lists all of a noun's. */
        language: optional(z.enum(LOCALES).optional()),
        sort_by: sortBy(OUTDATED_SORTS),
        sort_dest: sortDest,
      }),
      output: z.object({ translations: z.array(outdated), count: z.int() }),
    },
  ),
};
