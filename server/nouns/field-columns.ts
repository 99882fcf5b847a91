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

/** Columns that a save writes: what is not told stays as it was `before`, or is initial in a new record. */
export function columnsOf<const Fields extends FieldSet>(
  fields: Fields,
  told: Told<Fields>,
  before: ColumnsOf<Fields> | null,
): ColumnsOf<Fields> {
  const columns = Object.entries(fields).map(([name, { toColumn, initial }]) => {
    const value = told[name];
    if (value === undefined && before) return [name, before[name]];
    const kept = value === undefined ? initial : value;
    return [name, toColumn ? toColumn(kept as never) : kept];
  });
  return Object.fromEntries(columns) as ColumnsOf<Fields>;
}

/** Columns that a save tells, and no others: for a row whose others are the database's, or stay. */
export function toldColumns<const Fields extends FieldSet>(
  fields: Fields,
  told: Told<Fields>,
): Partial<ColumnsOf<Fields>> {
  const known = Object.fromEntries(Object.entries(fields).filter(([name]) => told[name] !== undefined));
  return columnsOf(known, told, null) as Partial<ColumnsOf<Fields>>;
}

export function fieldColumns(table: string, fields: FieldSet): RawBuilder<unknown> {
  return sql.join(Object.keys(fields).map((name) => sql.ref(`${table}.${name}`)));
}
