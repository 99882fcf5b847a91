import type { z } from 'zod';
import { labelOf } from '../../ui/form/field-words.ts';
import { limitsOf } from '../../ui/form/schema-limits.ts';
import type { TranslatedField } from './translations-state.ts';

export type TranslationSchema = z.ZodObject<{
  language_slug: z.ZodType;
  update: z.ZodType;
  still_right: z.ZodType;
}>;
export type NameIn<Schema extends TranslationSchema> = Exclude<
  keyof Schema['shape'],
  (typeof BESIDE)[number]
> &
  string;

const BESIDE = ['language_slug', 'update', 'still_right'] as const;

/** Characters from which a field has several lines. */
const ONE_LINE = 500;

export function translatedFields<Schema extends TranslationSchema>(
  schema: Schema,
): TranslatedField<NameIn<Schema>>[] {
  return Object.entries(schema.shape)
    .filter(([name]) => !BESIDE.some((other) => other === name))
    .map(([name, field]) => {
      const { maxLength = 0 } = limitsOf(field as z.ZodType);
      return {
        name: name as NameIn<Schema>,
        label: labelOf(name),
        maxLength,
        multiline: maxLength > ONE_LINE,
      };
    });
}
