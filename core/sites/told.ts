/** Bodies and answers of a site's writes: one object, or many under `items`. Specification: Sites, facts. */
import { z } from 'zod';
import type { FieldError } from '../errors.ts';

export const MOST_ITEMS = 500;

const MAX_REFERENCE = 100;

/** The site's own name for what it tells: exact text, without control characters. */
export const reference = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_REFERENCE)
  .refine(
    (text) => !/\p{Cc}/u.test(text) && text.isWellFormed(),
    'contains a character that is not accepted',
  );

/** An object of a call as it was checked; one of many that is wrong says why. */
export type ToldItem<Item> =
  | { reference: string | null; item: Item }
  | { reference: string | null; errors: FieldError[] };

/** Objects that a call tells: `isAlone` where the body is the object itself. */
export type Told<Item> = { items: ToldItem<Item>[]; isAlone: boolean; atomic: boolean };

/** The body as a caller writes it. */
export type Telling<Item> = Item | { items: Item[]; atomic?: boolean };

/** Schemas of the single object, by those of the bodies: for documents and tests. */
export const ITEM_SCHEMAS = new WeakMap<z.ZodType, { item: z.ZodType; most: number }>();

/** Returns the schema of one `item` or `{items, atomic}`, up to `most`. One that is wrong alone is a 400; of many it is rejected, or `atomic` refuses all. */
export function told<Item extends z.ZodType>(item: Item, most: number = MOST_ITEMS) {
  const schema = z.unknown().transform((body, context): Told<z.output<Item>> => {
    const refuse = (issues: readonly z.core.$ZodIssue[], path: PropertyKey[]) => {
      for (const issue of issues)
        context.issues.push({
          code: 'custom',
          message: issue.message,
          path: [...path, ...issue.path],
          input: undefined,
        });
      return z.NEVER;
    };
    if (!isMany(body)) {
      const read = item.safeParse(body);
      if (!read.success) return refuse(read.error.issues, []);
      return { items: [checked(body, read)], isAlone: true, atomic: false };
    }
    const many = manyOf(most).safeParse(body);
    if (!many.success) return refuse(many.error.issues, []);
    const { items, atomic = false } = many.data;
    const read = items.map((one) => item.safeParse(one));
    return { items: items.map((one, index) => checked(one, at(read, index))), isAlone: false, atomic };
  });
  ITEM_SCHEMAS.set(schema, { item, most });
  // It reads whatever comes, as each object answers for itself; what a caller should write is said by the type.
  return schema as unknown as z.ZodType<Told<z.output<Item>>, Telling<z.input<Item>>>;
}

const STATES = ['created', 'updated', 'unchanged', 'rejected'] as const;

/** States of what is kept unbooked: until what it names is there, or for good, as staff have dismissed it. */
export const PARKED_STATES = ['waiting', 'dismissed'] as const;

/** Returns the schema of the answer: a result for each object, in order; `extra` where not rejected, `parked` the states of what is kept unbooked. */
export function results<Extra extends z.ZodRawShape, Parked extends (typeof PARKED_STATES)[number] = never>(
  extra: Extra,
  parked: readonly Parked[] = [],
) {
  const optional = Object.fromEntries(
    Object.entries(extra).map(([name, field]) => [name, (field as z.ZodType).optional()]),
  ) as { [Name in keyof Extra]: z.ZodOptional<Extra[Name] & z.ZodType> };
  return z.object({
    results: z.array(
      z.object({
        reference: z.string().nullable(),
        /** Null for what was rejected or waits. */
        id: z.int().nullable(),
        state: z.enum([...STATES, ...parked]),
        errors: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
        ...optional,
      }),
    ),
  });
}

function isMany(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'items' in body;
}

function manyOf(most: number) {
  return z.strictObject({
    items: z
      .array(z.unknown())
      .min(1, 'must have at least one entry')
      .max(most, `must have at most ${most} entries`),
    atomic: z.boolean().optional(),
  });
}

type Read<Item> = { success: true; data: Item } | { success: false; error: z.ZodError };

function checked<Item>(body: unknown, read: Read<Item>): ToldItem<Item> {
  const given = typeof body === 'object' && body !== null && 'reference' in body ? body.reference : null;
  const name = typeof given === 'string' ? given.slice(0, MAX_REFERENCE).toWellFormed() : null;
  if (read.success) return { reference: name, item: read.data };
  const errors = read.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }));
  return { reference: name, errors };
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index}`);
  return item;
}
