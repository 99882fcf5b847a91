/**
 * Declares the fields of a noun that a save writes as it is told, each once: the row, the bodies of its saves, the empty
 * form, the labels and the columns follow. A set is a plain object, and what derives from it one too: a noun spreads it and
 * overrides in place.
 */
import { z } from 'zod';
import { flag } from '../fields.ts';
import { ACTIVE_WORDS, type RecordedField } from '../noun.ts';

export type Field = RecordedField & {
  input: z.ZodType;
  row: z.ZodType;
  /** Value of a new record whose body leaves it out; without one it has to be told. */
  initial?: unknown;
  /** Value in an empty form, where that is neither `initial` nor the empty text. */
  blank?: unknown;
  toColumn?: (told: never) => unknown;
  translation?: z.ZodType<string, string>;
};

/** Fields by their names, which are those of the columns. */
export type FieldSet = Readonly<Record<string, Field>>;

type Initial = { initial: unknown };

/** A text that a record cannot be without; `missing` says so. */
export function requiredText(label: string, schema: z.ZodString, missing: string) {
  return { label, input: schema.min(1, missing), row: z.string(), translation: schema };
}

export function optionalText(label: string, schema: z.ZodString) {
  return { label, input: schema, row: z.string(), initial: '', translation: schema };
}

/** A checkbox that is stored, and answered, as 1 or 0. */
export function flagField(label: string, initial: boolean) {
  return {
    label,
    input: flag,
    row: z.literal([0, 1]),
    initial,
    reads: 'flag' as const,
    toColumn: Number as (told: boolean) => number,
  };
}

/** A checkbox that is stored as true or false. */
export function booleanField(label: string, initial: boolean) {
  return { label, input: flag, row: z.boolean(), initial, reads: 'flag' as const };
}

export const ACTIVE = { ...flagField('Active', true), reads: 'state' as const, words: ACTIVE_WORDS };

export const AUTO_ASSIGN = booleanField('Assign to all new program sites', false);

/** Assigns it to every program that there is; of a body alone, and no column. */
export const ASSIGN_TO_ALL = {
  assign_to_all: booleanField('Assign to all existing program sites', false),
};

export function rowOf<Fields extends FieldSet>(
  fields: Fields,
): { [Name in keyof Fields]: Fields[Name]['row'] } {
  return each(fields, ({ row }) => row);
}

export function inputOf<Fields extends FieldSet>(
  fields: Fields,
): { [Name in keyof Fields]: Fields[Name]['input'] } {
  return each(fields, ({ input }) => input);
}

/** The shape of a new record's body: what has an initial value may be left out. */
export function newOf<Fields extends FieldSet>(
  fields: Fields,
): {
  [Name in keyof Fields]: Fields[Name] extends Initial
    ? z.ZodDefault<z.ZodOptional<Fields[Name]['input']>>
    : Fields[Name]['input'];
} {
  return each(fields, (field) =>
    'initial' in field ? field.input.optional().default(field.initial) : field.input,
  );
}

export function translationOf<const Fields extends FieldSet, const Names extends readonly (keyof Fields)[]>(
  fields: Fields,
  names: Names,
): { [Name in Names[number]]: z.ZodType<string, string> } {
  return each(fields, ({ translation }) => translation, names);
}

export function labelsOf<Fields extends FieldSet>(fields: Fields): { [Name in keyof Fields]: string } {
  return each(fields, ({ label }) => label);
}

export function blankOf<Fields extends FieldSet>(
  fields: Fields,
): {
  [Name in keyof Fields]: Fields[Name] extends { blank: infer Blank }
    ? Blank
    : z.output<Fields[Name]['input']>;
} {
  return each(fields, ({ blank, initial = '' }) => (blank === undefined ? initial : blank));
}

function each<Result>(
  fields: FieldSet,
  derive: (field: Field) => unknown,
  names: readonly PropertyKey[] = Object.keys(fields),
): Result {
  const entries = Object.entries(fields).filter(([name]) => names.includes(name));
  return Object.fromEntries(entries.map(([name, field]) => [name, derive(field)])) as Result;
}
