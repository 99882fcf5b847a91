import { ArrangeDialog, type OrderCalls } from './arranging/arrange-dialog.tsx';
import { AssignCategoriesDialog, type CategoryBranch } from './assign-categories-dialog.tsx';
import { AssignProgramsDialog } from './assign-programs-dialog.tsx';
import { DisplayOrderDialog } from './display-order-dialog.tsx';
import { type NameIn, type TranslationSchema, translatedFields } from './translations/translated-fields.ts';
import { TranslationsDialog } from './translations/translations-dialog.tsx';
import type { ChangedTranslation, ReadTranslation } from './translations/translations-state.ts';

/** Dialogs of data that belong to a noun: a feature names the calls, in a file that its screen loads lazily. */

type Row = { id: number };
type Named = Row & { name: string };
type Save<Change> = (input: { id: number } & Change) => Promise<unknown>;
type OfNoun<Of extends Row> = {
  reload: () => Promise<void>;
  nameOf?: (record: Of) => string;
};
type Props<Of> = { record: Of; onClose: () => void };

type TranslationsOf<Schema extends TranslationSchema, Of extends Row> = OfNoun<Of> & {
  noun: string;
  /** Title that the specification quotes. */
  title?: string;
  schema: Schema;
  read: (input: { id: number }) => Promise<{
    translations: readonly ReadTranslation<NameIn<Schema>>[];
    updated_at?: string;
  }>;
  save: Save<{ translations: ChangedTranslation<NameIn<Schema>>[]; updated_at?: string }>;
};

export function translationsDialog<Schema extends TranslationSchema, Of extends Row = Named>(
  of: TranslationsOf<Schema, Of>,
) {
  const { noun, title, schema, read, save, reload, nameOf = itsName } = of;
  const fields = translatedFields(schema);
  return function Translations({ record, onClose }: Props<Of>) {
    const { id } = record;
    return (
      <TranslationsDialog
        of={nameOf(record)}
        title={title}
        fields={fields}
        read={() => read({ id })}
        save={async (translations, updated_at) => {
          await save({ id, translations, updated_at });
          await reload();
        }}
        english={`Edit the English text in the ${noun}.`}
        onClose={onClose}
      />
    );
  };
}

type Programs = { programs: number[]; updated_at?: string };
type ProgramsOf<Of extends Row> = OfNoun<Of> & {
  read: (input: { id: number }) => Promise<Programs>;
  save: Save<Programs>;
};

export function programsDialog<Of extends Row & { program_id: number } = Named & { program_id: number }>(
  of: ProgramsOf<Of>,
) {
  const { read, save, reload, nameOf = itsName } = of;
  return function Programs({ record, onClose }: Props<Of>) {
    const { id, program_id } = record;
    return (
      <AssignProgramsDialog
        of={nameOf(record)}
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
type CategoriesOf<Of extends Row> = OfNoun<Of> & {
  readTree: () => Promise<readonly CategoryBranch[]>;
  read: (input: { id: number }) => Promise<Categories>;
  save: Save<Categories>;
};

export function categoriesDialog<Of extends Row = Named>(of: CategoriesOf<Of>) {
  const { readTree, read, save, reload, nameOf = itsName } = of;
  return function Categories({ record, onClose }: Props<Of>) {
    const { id } = record;
    return (
      <AssignCategoriesDialog
        of={nameOf(record)}
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

type Place<Column extends string> = { [Name in Column]: number | null };
type OrderOf<Column extends string, Of extends Row> = OfNoun<Of> & {
  order: Column;
  save: Save<{ program_id: number } & Place<Column>>;
};

export function displayOrderDialog<
  Column extends string,
  Of extends Row & Place<Column> = Named & Place<Column>,
>({ order, save, reload, nameOf = itsName }: OrderOf<Column, Of>) {
  return function DisplayOrder({ record, program_id, onClose }: Props<Of> & { program_id: number }) {
    return (
      <DisplayOrderDialog
        of={nameOf(record)}
        program_id={program_id}
        place={record[order]}
        onSave={async (place) => {
          await save({ id: record.id, program_id, ...({ [order]: place } as Place<Column>) });
          await reload();
        }}
        onClose={onClose}
      />
    );
  };
}

type ArrangeOf<Of extends Row> = OfNoun<Of> &
  OrderCalls & {
    noun: string;
  };

/** Arranges all rows of the program, or those below the record, where one is given. */
export function arrangeDialog<Of extends Row = Named>(of: ArrangeOf<Of>) {
  const { noun, read, unplaced, save, reload, nameOf = itsName } = of;
  return function Arrange({ record, program_id, onClose }: ArrangeProps<Of>) {
    return (
      <ArrangeDialog
        title={`Arrange ${noun}`}
        noun={noun}
        program_id={program_id}
        parent={record ? { id: record.id, name: nameOf(record) } : undefined}
        read={read}
        unplaced={unplaced}
        save={async (order) => {
          await save(order);
          await reload();
        }}
        onClose={onClose}
      />
    );
  };
}
type ArrangeProps<Of> = { record: Of | null; program_id: number; onClose: () => void };

function itsName(record: object): string {
  return (record as { name?: string }).name ?? '';
}
