/** Columns of a noun's field set: what a save writes, and what a list reads. */
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { FieldSet } from '../../core/nouns/field-set.ts';

type ColumnsOf<Fields extends FieldSet> = {
  [Name in keyof Fields]: Fields[Name] extends { toColumn: (told: never) => infer Column }
    ? Column
    : z.output<Fields[Name]['input']>;
};

type Told<Fields extends FieldSet> = {
  [Name in keyof Fields]?: z.output<Fields[Name]['input']> | undefined;
};

/** Columns of a new record, all of whose fields are told. */
export function newColumns<const Fields extends FieldSet>(
  fields: Fields,
  told: Required<Told<Fields>>,
): ColumnsOf<Fields> {
  return columnsFrom(fields, told);
}

/** Columns after a save: what is not told stays as it was `before`. */
export function changedColumns<const Fields extends FieldSet>(
  fields: Fields,
  told: Told<Fields>,
  before: ColumnsOf<Fields>,
): ColumnsOf<Fields> {
  return columnsFrom(fields, told, before);
}

/** Selects the columns of the fields, by the name or alias of their table. */
export function fieldColumns(table: string, fields: FieldSet): RawBuilder<unknown> {
  return sql.join(Object.keys(fields).map((name) => sql.ref(`${table}.${name}`)));
}

function columnsFrom<Fields extends FieldSet>(
  fields: Fields,
  told: Told<Fields>,
  before?: ColumnsOf<Fields>,
): ColumnsOf<Fields> {
  const columns = Object.entries(fields).map(([name, { toColumn }]) => {
    const value = told[name];
    if (value === undefined) return [name, before?.[name]];
    return [name, toColumn ? toColumn(value as never) : value];
  });
  return Object.fromEntries(columns) as ColumnsOf<Fields>;
}
