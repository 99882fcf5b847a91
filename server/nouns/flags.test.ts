/** A flag in a body is 1, 0, true or false, whichever route it is sent to (specification: Wire conventions). */
import { ORPCError } from '@orpc/server';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { routes } from '../../test/routes/cases.ts';
import { PARSERS_WORDS } from '../../test/routes/parsers-words.ts';
import { errorAnswer } from '../http/error-answers.ts';
import type { Platform } from '../platform.ts';

/** Flags that take one value more, and why. */
const MORE: Record<string, { value: unknown; why: string }> = {
  status: { value: 2, why: 'the status of a user has a third value, which counts as active' },
};

const flags = routes
  .filter(({ method }) => method !== 'GET')
  .flatMap(({ name, inputSchema }) => [...flagsIn(inputSchema, name)]);

test('there are many, of the list that a bulk assignment takes and of a form with a file too', () => {
  const names = flags.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(60);
  for (const name of [
    'commissions.saveInstructorCommission.update',
    'userImports.createUserImport.dry_run',
    'userImports.mapUserImport.import_update',
    'bulkAssignments.assignClasses.filter.visible',
    'siteUsers.updateSiteUser.user_data.status',
  ])
    expect(names).toContain(name);
});

test.each(flags)('$name', ({ name, schema }) => {
  const taken = (value: unknown) => {
    const { success, data } = schema.safeParse(value);
    return success ? { data } : `refuses ${JSON.stringify(value)}`;
  };
  expect([taken(1), taken(0)]).toEqual([taken(true), taken(false)]);
  expect(taken(1)).not.toEqual(taken(0));
  expect(typeof taken(1)).toBe('object');
  const more = MORE[name.split('.').at(-1) ?? ''];
  const isTaken = (value: unknown) => (value === null ? isNullable(schema) : more?.value === value);
  for (const value of ['yes', 2, -1, 0.5, [], {}, null].filter((odd) => !isTaken(odd))) {
    const { error } = schema.safeParse(value);
    expect(error, `${name} takes ${JSON.stringify(value)}`).toBeDefined();
    const message = told(name, error?.issues ?? []);
    expect(message).toMatch(/must be (?:true or false|1 or 0)/);
    expect(message).not.toMatch(PARSERS_WORDS);
  }
});

/** What the answer says, whose field is the last step of the name. */
function told(name: string, issues: readonly z.core.$ZodIssue[]): string {
  const path = [name.split('.').at(-1) ?? ''];
  const refused = new ORPCError('BAD_REQUEST', {
    data: { issues: issues.map((issue) => ({ ...issue, path })) },
  });
  return errorAnswer(refused, { request_id: 'r', platform: {} as Platform }).body.message;
}

type Definition = z.core.$ZodTypeDef & {
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
  values?: unknown[];
  entries?: Record<string, unknown>;
};

function definitionOf(schema: z.ZodType): Definition {
  const def = schema.def as Definition;
  // What is transformed before it is checked is what the check says.
  const { in: before, out } = def;
  return before?.def.type === 'transform' && out ? { ...def, in: out } : def;
}

/** Every field of an input that is a flag, with where it stands. */
function* flagsIn(schema: z.ZodType, name: string): Generator<{ name: string; schema: z.ZodType }> {
  if (isFlag(schema)) {
    yield { name, schema };
    return;
  }
  const { innerType, in: inside, element, valueType, options = [], shape = {} } = definitionOf(schema);
  for (const inner of [innerType, inside, element, valueType, ...options])
    if (inner) yield* flagsIn(inner, name);
  for (const [key, field] of Object.entries(shape)) yield* flagsIn(field, `${name}.${key}`);
}

/** A yes or a no in whatever clothes: a boolean, 0 and 1 as numbers or as digits, or an integer that is one of them. */
function isFlag(schema: z.ZodType): boolean {
  const { type, innerType, in: inside, options, values, entries } = definitionOf(schema);
  const unwrapped = innerType ?? (type === 'pipe' ? inside : undefined);
  if (unwrapped) return isFlag(unwrapped);
  if (type === 'boolean') return true;
  if (options) return options.some(isFlag);
  if (type === 'number') {
    const { minValue, maxValue, isInt } = schema as z.ZodNumber;
    return isInt && minValue === 0 && maxValue === 1;
  }
  const said = (values ?? Object.values(entries ?? {})).map(String);
  return said.includes('1') && said.every((value) => ['', '0', '1'].includes(value));
}

function isNullable(schema: z.ZodType): boolean {
  const { type, innerType, in: inside, options = [] } = definitionOf(schema);
  if (type === 'nullable' || type === 'null') return true;
  return [innerType, inside, ...options].some((inner) => inner !== undefined && isNullable(inner));
}
