/** Contracts of routes that many nouns share; the noun gives path, access and fields. */
import { z } from 'zod';
import type { Access } from './access.ts';
import { displayOrder, flag, id, moment, pathId, updatedAt } from './fields.ts';
import { LOCALES } from './locales.ts';
import { route } from './route.ts';

type Place = { access: Access; path: string; called: string };

const byId = z.strictObject({ id: pathId });

/**
 * Routes that read and save a noun's texts in all languages (specification: Languages). A language without
 * any text reads `update` true. Refused with a 400: a changed text with `update` false, and a change of
 * English. A text that is left out stays; a language without any text is deleted. `fields` are those made
 * from an older English text; `still_right` confirms them as they are.
 */
export function translationRoutes<
  Fields extends { [name: string]: z.ZodType<string, string> },
  Beside extends z.ZodRawShape = Record<never, never>,
>({ access, path, called }: Place, fields: Fields, beside: Beside = {} as Beside) {
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

/** Field of a save that changes English texts: true leaves the translations as they are, which are outdated otherwise. */
export const typoOnly = flag.optional().default(false);

/** Routes that read and replace a noun's assignments: a list of ids under `key`; duplicates count once. */
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
      summary: `Feature ${called} in a program, or stop featuring it; 409 where it stands as the given \`featured\``,
      input: z.strictObject({ id: pathId, program_id: id, featured: flag.optional() }),
      output: z.object({ featured: z.boolean() }),
    }),
  };
}

function under<Key extends string, Schema extends z.ZodType>(key: Key, schema: Schema) {
  return { [key]: schema } as { [Name in Key]: Schema };
}
