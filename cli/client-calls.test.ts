/** Types of a site's calls, made from the contract. Specification: Sites, the client. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { callsText, type Operation, type Schema, siteOperations } from './client-calls.ts';

const text = { type: 'string' } as const;
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const textOf = (call: string, operation: Operation) => callsText([{ call, operation }]);
const inputOf = (schema: Schema) => textOf('POST x', { requestBody: json(schema) });

test('the file is what the contract makes', async () => {
  const kept = readFileSync('clients/site/calls.ts', 'utf8');
  expect(callsText(await siteOperations())).toBe(kept);
});

test('holds every call below /api/site/, also those of the contract of staff, and no other', async () => {
  const calls = (await siteOperations()).map(({ call }) => call);
  expect(calls).toEqual(expect.arrayContaining(['POST charges', 'POST seen', 'POST login-as/state']));
  expect(calls.filter((call) => call.includes('api/'))).toEqual([]);
});

describe('a type', () => {
  test('joins what stands in the path, behind the question mark and in the body', () => {
    const made = textOf('PATCH users/{id}', {
      summary: 'Change */ a user',
      parameters: [
        { name: 'id', required: true, schema: { anyOf: [{ type: 'number' }, text] } },
        { name: 'locale', schema: text },
      ],
      requestBody: json({ type: 'object', properties: { name: text, note: text }, required: ['name'] }),
      responses: { 200: json({ type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }) },
    });
    expect(made).toContain(`  /** Change * / a user */
  'PATCH users/{id}': {
    input: {
      id: number | string;
      locale?: string;
      name: string;
      note?: string;
    };
    output: {
      ok: boolean;
    };
  };`);
  });

  test('of one object or many names the object once', () => {
    const one: Schema = { type: 'object', properties: { reference: text }, required: ['reference'] };
    const many: Schema = {
      type: 'object',
      properties: { items: { type: 'array', items: one }, atomic: { type: 'boolean' } },
    };
    expect(inputOf({ anyOf: [one, many] })).toContain(`input: OneOrMany<{
      reference: string;
    }>;`);
  });

  test('without fields takes none', () => {
    expect(inputOf({ type: 'object', properties: {} })).toContain('input: Record<string, never>;');
    expect(textOf('GET x', {})).toContain('input: Record<string, unknown>;');
  });

  test.each<[string, Schema, string]>([
    ['nothing or a text', { anyOf: [text, { type: 'null' }] }, 'string | null'],
    ['types of a list', { type: ['integer', 'null'] }, 'number | null'],
    ['a list of choices', { type: 'array', items: { anyOf: [text, { type: 'null' }] } }, '(string | null)[]'],
    ['a list of lists', { type: 'array', items: { type: 'array', items: text } }, 'string[][]'],
    ['both', { allOf: [text, { const: 'a' }] }, "string & 'a'"],
    ['a quoted text', { enum: ["it's", 1, null] }, "'it\\'s' | 1 | null"],
    ['a file', { type: 'string', contentMediaType: '*/*' }, 'Blob'],
    ['anything', {}, 'unknown'],
    ['a map', { type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
  ])('is %s', (_, schema, type) => {
    expect(inputOf({ type: 'object', properties: { field: schema } })).toContain(`field?: ${type};`);
  });

  test('with many values gets the name of its field, unless another has it', () => {
    const values = (start: number) => Array.from({ length: 10 }, (_, index) => String(start + index));
    const properties = {
      one: { type: 'object', properties: { user_type: { enum: values(0) } } },
      other: { type: 'object', properties: { user_type: { enum: values(1) } } },
    };
    const made = inputOf({ type: 'object', properties });
    expect(made.match(/user_type\?: .*/g)).toEqual([
      'user_type?: UserType;',
      expect.stringContaining("'10';"),
    ]);
    expect(made).toContain("export type UserType = '0' | '1'");
  });

  test('of an answer that is no JSON is a file', () => {
    expect(
      textOf('GET x.csv', { responses: { 200: { content: { 'text/csv': { schema: text } } } } }),
    ).toContain('output: Blob;');
  });
});
