/** The routes of what many nouns share, as a part of their contracts: the noun says where, by whom, and with which fields. */
import { z } from 'zod';
import type { Access } from './access.ts';
import { displayOrder, flag, id, moment, pathId, updatedAt } from './fields.ts';
import { LOCALES } from './locales.ts';
import { route } from './route.ts';

/** Where a noun's routes are, and what one is called in their summaries. */
type Place = { access: Access; path: string; called: string };

const byId = z.strictObject({ id: pathId });

/**
 * A noun's texts in all languages, read and saved (specification: Languages). A language without any text reads `update`
 * true. Of what a save sends, a changed text with `update` false is a 400, a text that is left out stays, and a language without any is taken away; a change of
 * English is a 400. `fields` are those that were made from an older English text; `still_right` says of a language that
 * they hold all the same.
 */
export function translationRoutes<
  Fields extends { [name: string]: z.ZodType<string, string> },
  Beside extends z.ZodRawShape = Record<never, never>,
>(
  { access, path, called }: Place,
  fields: Fields,
  /** What the body of a save holds besides. */
  beside: Beside = {} as Beside,
) {
  const names = Object.keys(fields) as (keyof Fields & string)[];
  const texts = Object.fromEntries(names.map((name) => [name, z.string()]));
  const given = Object.fromEntries(names.map((name) => [name, fields[name]?.nullish()]));
  const language_slug = z.enum(LOCALES);
  const translation = z.object({
    language_slug,
    ...(texts as { [Name in keyof Fields]: z.ZodString }),
    update: z.boolean(),
    outdated: z.boolean(),
    fields: z.array(z.enum(names as [keyof Fields & string, ...(keyof Fields & string)[]])),
  });
  const input = z.object({
    language_slug,
    ...(given as { [Name in keyof Fields]: z.ZodOptional<z.ZodNullable<Fields[Name]>> }),
    update: flag.optional().default(true),
    still_right: flag.optional().default(false),
  });
  const output = z.object({ translations: z.array(translation), updated_at: moment });
  return {
    given: input,
    read: route(access, {
      method: 'GET',
      path: `${path}/translations`,
      summary: `The texts of ${called} in all languages`,
      input: byId,
      output,
    }),
    save: route(access, {
      method: 'PATCH',
      path: `${path}/translations`,
      summary: 'Save the languages that have changed',
      input: z.strictObject({
        id: pathId,
        translations: z.array(input).max(LOCALES.length),
        updated_at: updatedAt,
        ...beside,
      }),
      output,
    }),
  };
}

/**
 * Beside the data of a change of English texts: true leaves the translations as they are, which are outdated otherwise.
 */
export const typoOnly = flag.optional().default(false);

/** What a noun is assigned to, read and replaced: a list of ids under `key`, of which one twice counts once. */
export function assignmentRoutes<Key extends string>({ access, path, called }: Place, key: Key) {
  const output = z.object({ ...under(key, z.array(z.int())), updated_at: moment });
  return {
    read: route(access, {
      method: 'GET',
      path: `${path}/${key}`,
      summary: `The ${key} that ${called} is assigned to`,
      input: byId,
      output,
    }),
    save: route(access, {
      method: 'PATCH',
      path: `${path}/${key}`,
      summary: `Assign ${called} to ${key}`,
      input: z.strictObject({ id: pathId, ...under(key, z.array(id).max(10_000)), updated_at: updatedAt }),
      output,
    }),
  };
}

/** The place in a program's order, under the name of its column, and the featured mark. */
export function placeRoutes<Column extends string>({ access, path, called }: Place, column: Column) {
  return {
    order: route(access, {
      method: 'PATCH',
      path: `${path}/display-order`,
      summary: `Set the place of ${called} among those of a program`,
      input: z.strictObject({ id: pathId, program_id: id, ...under(column, displayOrder) }),
      output: z.object(under(column, z.int())),
    }),
    featured: route(access, {
      method: 'PATCH',
      path: `${path}/featured`,
      summary: `Feature ${called} in a program, or no longer`,
      input: z.strictObject({ id: pathId, program_id: id }),
      output: z.object({ featured: z.boolean() }),
    }),
  };
}

function under<Key extends string, Schema extends z.ZodType>(key: Key, schema: Schema) {
  return { [key]: schema } as { [Name in Key]: Schema };
}
