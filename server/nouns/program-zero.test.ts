/** The global site is program 0, in every answer and in every body (specification: Roles and programs). */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { useTestApp } from '../../test/harness.ts';
import { routes } from '../../test/routes/cases.ts';
import { nullPrograms } from '../../test/rows/program-zero.ts';

/** Answers in which null is no program 0, and why. */
const NOT_ZERO: Record<string, string> = {
  site_program: 'a user without a home program, as old data has them, is not at home at the global site',
};

/** Bodies that name a program and not the global site, and why. */
const ONE_PROGRAM: Record<string, string> = {
  'class/{id}/programs': 'where a class is sold',
  'class/{id}/tags': 'tags are those of a program',
  program: 'a program has affiliates',
  'lilt-categories/switched': 'a star is one within a program',
  'unmatched-payment/{id}/match': 'a sale is made on the site of a program',
  'site-user': 'people are at home in a program',
  'site-user/{id}': 'people are at home in a program',
};

/** What a row is within a program that shows it. */
const WITHIN_ONE = /\/(?:display-order|order|featured)$/;

const NAMES = ['program_id', 'site_program'];

test.each(routes.map((route) => [route.name, route.outputSchema] as const))('%s answers 0', (_, schema) => {
  const nulls = [...fieldsOf(schema)].filter(
    ({ name, field }) => NAMES.includes(name) && !(name in NOT_ZERO) && isNumber(field) && takes(field, null),
  );
  expect(nulls.map(({ name }) => name)).toEqual([]);
});

const writing = routes.filter(({ method }) => method !== 'GET');

test.each(writing.map((route) => [route.name, route] as const))('%s takes 0', (_, route) => {
  const path = route.path.replace('/api/wladmin/', '');
  const named = [...fieldsOf(route.inputSchema)].filter(
    ({ name, field }) => NAMES.includes(name) && isNumber(field),
  );
  const refusing = named.filter(({ field }) => !takes(field, 0));
  const isOne = path in ONE_PROGRAM || WITHIN_ONE.test(path);
  expect(refusing.map(({ name }) => name)).toEqual(isOne ? named.map(({ name }) => name) : []);
});

describe('in the demo', () => {
  const app = useTestApp({}, { demo: true });

  test('no answer of a list says null of a program', async () => {
    const superadmin = await app().as({ permissions: ['superadmin'] });
    const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
    const read: string[] = [];
    for (const { name, path } of lists.filter(({ path }) => !path.endsWith('/csv'))) {
      const { status, body } = await superadmin('GET', path.replace('/api/wladmin/', ''));
      if (status !== 200) continue;
      read.push(name);
      expect([name, nullPrograms(body)]).toEqual([name, []]);
    }
    expect(read.length).toBeGreaterThan(40);
  });
});

type Definition = z.core.$ZodTypeDef & {
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
};

/** What stands within a schema, one step down. */
function tx(schema: z.ZodType): z.ZodType[] {
  const { innerType, in: from, out, element, valueType, options = [] } = schema.def as Definition;
  return [innerType, from, out, element, valueType, ...options].filter((inner) => inner !== undefined);
}

/** The fields of all objects in a schema, as deep as they stand. */
function* fieldsOf(schema: z.ZodType): Generator<{ name: string; field: z.ZodType }> {
  for (const inner of tx(schema)) yield* fieldsOf(inner);
  for (const [name, field] of Object.entries((schema.def as Definition).shape ?? {})) {
    yield { name, field };
    yield* fieldsOf(field);
  }
}

function isNumber(schema: z.ZodType): boolean {
  return schema.def.type === 'number' || tx(schema).some(isNumber);
}

function takes(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(value).success;
}
