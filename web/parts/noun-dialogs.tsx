import type { z } from 'zod';
import { labelOf } from '../ui/field-words.ts';
import { limitsOf } from '../ui/schema-limits.ts';
import { AssignCategoriesDialog, type CategoryBranch } from './assign-categories-dialog.tsx';
import { AssignProgramsDialog } from './assign-programs-dialog.tsx';
import { DisplayOrderDialog } from './display-order-dialog.tsx';
import { type Translation, TranslationsDialog } from './translations-dialog.tsx';

/** The dialogs of what hangs on a noun: a feature names the calls, in a file that its screen loads lazily. */

type Named = { id: number; name: string };
type Save<Change> = (input: { id: number } & Change) => Promise<unknown>;
type OfNoun = {
  reload: () => Promise<void>;
};

/** A language as the contract's save takes it. */
type TranslationSchema = z.ZodObject<{ language_slug: z.ZodType; update: z.ZodType }>;
type NameIn<Schema extends TranslationSchema> = Exclude<keyof Schema['shape'], 'language_slug' | 'update'> &
  string;

type TranslationsOf<Schema extends TranslationSchema> = OfNoun & {
  noun: string;
  /** Its texts are the fields, with their limits. */
  schema: Schema;
  read: (input: { id: number }) => Promise<{
    translations: readonly Translation<NameIn<Schema>>[];
    updated_at?: string;
  }>;
  save: Save<{ translations: (Translation<NameIn<Schema>> & { update: true })[]; updated_at?: string }>;
};

/** Longer ones are written in several lines. */
const ONE_LINE = 500;

export function translationsDialog<Schema extends TranslationSchema>(of: TranslationsOf<Schema>) {
  const { noun, schema, read, save, reload } = of;
  const fields = Object.entries(schema.shape)
    .filter(([name]) => name !== 'language_slug' && name !== 'update')
    .map(([name, field]) => {
      const { maxLength = 0 } = limitsOf(field as z.ZodType);
      return {
        name: name as NameIn<Schema>,
        label: labelOf(name),
        maxLength,
        multiline: maxLength > ONE_LINE,
      };
    });
  return function Translations({ record: { id, name }, onClose }: { record: Named; onClose: () => void }) {
    return (
      <TranslationsDialog
        of={name}
        fields={fields}
        read={() => read({ id })}
        save={async (translations, updated_at) => {
          await save({ id, translations, updated_at });
          await reload();
        }}
        english={`English is edited with the ${noun} itself.`}
        onClose={onClose}
      />
    );
  };
}

type Programs = { programs: number[]; updated_at?: string };
type ProgramsOf = OfNoun & { read: (input: { id: number }) => Promise<Programs>; save: Save<Programs> };
type Housed = { record: Named & { program_id: number }; onClose: () => void };

export function programsDialog({ read, save, reload }: ProgramsOf) {
  return function Programs({ record: { id, name, program_id }, onClose }: Housed) {
    return (
      <AssignProgramsDialog
        of={name}
        home={program_id}
        read={() => read({ id })}
        save={async (assigned) => {
          await save({ id, ...assigned });
          await reload();
        }}
        onClose={onClose}
      />
    );
  };
}

type Categories = { categories: number[]; updated_at?: string };
type CategoriesOf = OfNoun & {
  readTree: () => Promise<readonly CategoryBranch[]>;
  read: (input: { id: number }) => Promise<Categories>;
  save: Save<Categories>;
};

export function categoriesDialog({ readTree, read, save, reload }: CategoriesOf) {
  return function Categories({ record: { id, name }, onClose }: { record: Named; onClose: () => void }) {
    return (
      <AssignCategoriesDialog
        of={name}
        readTree={readTree}
        read={() => read({ id })}
        save={async (assigned) => {
          await save({ id, ...assigned });
          await reload();
        }}
        onClose={onClose}
      />
    );
  };
}

type OrderOf = OfNoun & { save: Save<{ program_id: number; sort_order: number | null }> };
type Placed = { record: Named & { sort_order: number | null }; program_id: number; onClose: () => void };

export function displayOrderDialog({ save, reload }: OrderOf) {
  return function DisplayOrder({ record: { id, name, sort_order }, program_id, onClose }: Placed) {
    return (
      <DisplayOrderDialog
        of={name}
        program_id={program_id}
        sort_order={sort_order}
        onSave={async (place) => {
          await save({ id, program_id, sort_order: place });
          await reload();
        }}
        onClose={onClose}
      />
    );
  };
}
