/** A number that the contract refuses: what is said of it is what is wrong with it. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { routes } from '../../test/routes/cases.ts';

const NUMBERS = [1e300, 2 ** 53 + 2, 2 ** 31, -1, -1e300, 0.5];

const fields = routes.flatMap(({ name, inputSchema }) => [...numbersIn(inputSchema, name)]);

test('there are many', () => expect(fields.length).toBeGreaterThan(300));

test.each(NUMBERS)('%d is refused for its limit, its fraction, or not at all', (value) => {
  expect(fields.flatMap((field) => faultsIn(field, value))).toEqual([]);
});

test('a text is no number', () => {
  const said = fields.flatMap(({ name, schema }) => wordsOf(schema, 'abc').map((words) => [name, words]));
  expect(
    said.filter(([, words]) => !/number|amount|expected int|must be from 0 to 1/i.test(words ?? '')),
  ).toEqual([]);
});

type Field = { name: string; schema: z.ZodType; number: z.ZodNumber };

function faultsIn({ name, schema, number }: Field, value: number): string[] {
  const { minValue, maxValue, isInt } = number;
  const wanted =
    isInt && !Number.isInteger(value)
      ? [/whole number|expected int/i, '']
      : value > (maxValue ?? Number.POSITIVE_INFINITY)
        ? [/at most|<|from 0 to 1/i, plain(maxValue)]
        : value < (minValue ?? Number.NEGATIVE_INFINITY)
          ? [/at least|negative|above|>|from 0 to 1/i, minValue === 0 ? '' : plain(minValue)]
          : null;
  const sent = schema === number || !Number.isInteger(value) ? [value] : [value, BigInt(value).toString()];
  return sent.flatMap((each) => {
    const words = wordsOf(schema, each);
    const [what, limit] = wanted ?? [];
    const right = wanted
      ? words.length > 0 &&
        words.every((said) => (what as RegExp).test(said) && plain(said).includes(String(limit)))
      : words.length === 0;
    return right ? [] : [`${name} says of ${each}: ${words.join('; ') || 'nothing'}`];
  });
}

const plain = (value: unknown) => String(value).replaceAll(',', '');

function wordsOf(schema: z.ZodType, value: unknown): string[] {
  return (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);
}

/** Every number in a schema, and what comes to be one, with where it stands. */
function* numbersIn(schema: z.ZodType, name: string): Generator<Field> {
  const def = schema.def as z.core.$ZodTypeDef & Record<string, unknown>;
  const out = def.out as { def?: { type: string } } | undefined;
  if (def.type === 'number') yield { name, schema, number: schema as z.ZodNumber };
  else if (out?.def?.type === 'number') yield { name, schema, number: out as z.ZodNumber };
  else {
    for (const key of ['innerType', 'in', 'out', 'element', 'valueType'])
      if (def[key]) yield* numbersIn(def[key] as z.ZodType, name);
    for (const option of (def.options as z.ZodType[] | undefined) ?? []) yield* numbersIn(option, name);
    for (const [key, field] of Object.entries((def.shape as Record<string, z.ZodType> | undefined) ?? {}))
      yield* numbersIn(field, `${name}.${key}`);
  }
}
