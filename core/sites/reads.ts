/** Schemas that the reads of sites share. Specification: Sites, reads. */
import { z } from 'zod';
import { limitUpTo, optional } from '../fields.ts';
import { LOCALES } from '../locales.ts';

const MOST_ROWS = 200;
const ROWS = 50;

/** The language of the texts; the program's own where none is named. */
export const siteLocale = optional(z.enum(LOCALES).optional());

/** The language that was asked for: a text without it is in the program's own, or else in English. */
export const answeredLocale = { locale: z.enum(LOCALES) };

/** The input of a list: `cursor` is the `next` of the answer before. */
export const siteList = {
  locale: siteLocale,
  limit: limitUpTo(MOST_ROWS, ROWS),
  cursor: optional(z.string().max(500).optional()),
};

/** The answer of a list; `next` is null at its end. */
export function siteListed<Key extends string, Row extends z.ZodType>(key: Key, row: Row) {
  const rows = { [key]: z.array(row) } as { [Name in Key]: z.ZodArray<Row> };
  return z.object({ ...rows, next: z.string().nullable(), ...answeredLocale });
}

/** Absolute addresses of an image, 320, 640 and 1280 pixels wide, or as wide as it is where that is less. */
export const siteImage = z.object({ small: z.string(), medium: z.string(), large: z.string() }).nullable();
export type SiteImage = z.infer<typeof siteImage>;

export const named = z.object({ id: z.int(), name: z.string() });

/** A whole amount in minor units of its currency. */
export const minor = z.int();
