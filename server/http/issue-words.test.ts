/** Whatever a contract refuses is told in sentences for people: no words of the parser, no path. */
import { ORPCError } from '@orpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { routes } from '../../test/routes/cases.ts';
import { PARSERS_WORDS } from '../../test/routes/parsers-words.ts';
import type { Platform } from '../platform.ts';
import { errorAnswer } from './error-answers.ts';
import { fieldInWords } from './issue-words.ts';

const JUNK: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  ' ',
  'x',
  '\0',
  'x'.repeat(100_001),
  -1,
  0.001,
  1e300,
  Number.NaN,
  [],
  ['x'],
  [null],
  [{}],
  Array.from({ length: 20_001 }, () => 1),
  {},
  { nobody_knows: 1 },
];

test.each(routes.map((route) => [route.name, route.inputSchema] as const))('%s', (_, schema) => {
  const right = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as z.core.JSONSchema.BaseSchema;
  const told = [...new Set([...wrong(right, 2)].flatMap((value) => answersTo(schema, value)))];
  expect(told.filter(({ message }) => PARSERS_WORDS.test(message))).toEqual([]);
  expect(told.filter(({ message, path }) => /[._]/.test(path) && message.includes(path))).toEqual([]);
  expect(told.filter(({ message }) => /^\p{Ll}/u.test(message))).toEqual([]);
});

test('there are many', () => expect(routes.length).toBeGreaterThan(200));

test('a field is named in words', () => {
  expect(fieldInWords('user_data.program_id')).toBe('Program ID');
  expect(fieldInWords('translations.1.class_name')).toBe('Class name of entry 2');
  expect(fieldInWords('user_data.permissions.0')).toBe('Entry 1 of permissions');
  expect(fieldInWords('')).toBe('The request');
});

test('what a handler refuses for a field is a sentence as well', () => {
  const told = (message: string) => {
    const refused = new Refusal(400, message, { errors: [{ path: 'data.amount', message }] });
    return errorAnswer(refused, { request_id: 'r', platform: {} as Platform }).body;
  };
  expect(told('must be above 0')).toMatchObject({
    message: 'Amount must be above 0',
    errors: [{ path: 'data.amount', message: 'must be above 0' }],
  });
  expect(told('There is no such user').message).toBe('There is no such user');
});

/** What the route answers, and each field that it names. */
function answersTo(schema: z.ZodType, value: unknown): { path: string; message: string }[] {
  const { error } = schema.safeParse(value);
  if (!error) return [];
  const refused = new ORPCError('BAD_REQUEST', { data: { issues: error.issues } });
  const { body } = errorAnswer(refused, { request_id: 'r', platform: {} as Platform });
  const [first] = body.errors ?? [];
  return [{ path: first?.path ?? '', message: body.message }];
}

/** Junk in place of the whole, and of each field by itself, as deep as is said. */
function* wrong(schema: z.core.JSONSchema.BaseSchema, depth: number): Generator<unknown> {
  yield* JUNK;
  if (depth === 0) return;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (typeof field === 'boolean') continue;
    for (const value of wrong(field, depth - 1)) yield { [name]: value };
  }
  if (schema.items && typeof schema.items === 'object' && !Array.isArray(schema.items))
    for (const value of wrong(schema.items, depth - 1)) yield [value];
}
