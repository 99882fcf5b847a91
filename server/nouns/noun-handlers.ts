/** The handlers of what many nouns share, for the routes that core/noun-routes.ts declares. */

import type { Call, Context } from '../context.ts';
import type { DB } from '../db/types.ts';
import {
  type Archivable,
  type ArchivedRow,
  archiveRow,
  restoreRow,
  switchRows,
} from './archives/archiving.ts';
import { type Duplicable, duplicateRow } from './archives/duplicating.ts';
import { type Arranged, pageOfUnplaced, readOrder, saveOrder } from './arranging.ts';
import { type Assignments, type Placed, readAssigned, saveAssigned } from './assignments.ts';
import { setDisplayOrder, toggleFeatured } from './program-assignments.ts';
import { type Switchable, type SwitchInput, switchMany } from './switches/switching-many.ts';
import { readTranslations, saveTranslations, type Translations } from './translations.ts';

type Asked<Input> = { context: Context; input: Input };
type Rest<Work extends (context: Context, of: never, input: never) => unknown> = Asked<Parameters<Work>[2]>;

export function translationsOf<Field extends string>(texts: Translations<Field>) {
  return {
    read: ({ context, input }: Asked<{ id: number }>) => readTranslations(context, texts, input.id),
    save: ({ context, input }: Rest<typeof saveTranslations<Field>>) =>
      saveTranslations(context, texts, input),
  };
}

export function assignmentsOf<Key extends string>(assignments: Assignments<Key>) {
  return {
    read: ({ context, input }: Asked<{ id: number }>) => readAssigned(context, assignments, input.id),
    save: ({ context, input }: Rest<typeof saveAssigned<Key>>) => saveAssigned(context, assignments, input),
  };
}

export function placesOf<Column extends string>(assignments: Placed<Column>) {
  return {
    order: ({ context, input }: Rest<typeof setDisplayOrder<Column>>) =>
      setDisplayOrder(context, assignments, input),
    featured: ({ context, input }: Rest<typeof toggleFeatured>) =>
      toggleFeatured(context, assignments, input),
  };
}

export function ordersOf(arranged: Arranged) {
  return {
    read: ({ context, input }: Rest<typeof readOrder>) => readOrder(context, arranged, input),
    unplaced: ({ context, input }: Rest<typeof pageOfUnplaced>) => pageOfUnplaced(context, arranged, input),
    save: ({ context, input }: Rest<typeof saveOrder>) => saveOrder(context, arranged, input),
  };
}

export function archivesOf<Row extends ArchivedRow, Table extends keyof DB>(
  of: Archivable<Row> & Duplicable<Row, Table>,
) {
  return {
    duplicate: ({ context, input }: Asked<{ id: number }>) => duplicateRow(context, of, input.id),
    archive: ({ context, input }: Asked<Parameters<typeof archiveRow>[2]>) => archiveRow(context, of, input),
    restore: ({ context, input }: Asked<Parameters<typeof restoreRow>[2]>) => restoreRow(context, of, input),
    many: ({ context, input }: Asked<Parameters<typeof switchRows>[2]>) => switchRows(context, of, input),
  };
}

export function switchesOf<Field extends string, Further = unknown>(of: Switchable<Field, Further>) {
  return ({ context, input }: { context: Call; input: SwitchInput<Field> & Further }) =>
    switchMany(context, of, input);
}
