import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../../../test/cpu-time.ts';
import { extentOf } from './json-depth.ts';

/** The same, the slow way: by what was said, not by how. */
function depthOfValue(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOfValue));
}

/** And its fields. */
function fieldsOfValue(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const tx = Object.values(value).reduce((sum: number, inner) => sum + fieldsOfValue(inner), 0);
  return tx + (Array.isArray(value) ? 0 : Object.keys(value).length);
}

/** Texts of what could be taken for structure. */
const structural = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', 'a', '\n') });

const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 12 },
    fc.constantFrom(null, true, 1.5),
    structural,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(structural, tie('value'), { maxKeys: 3 }),
  ),
})).value;

describe('the extent of a JSON text', () => {
  test.each([
    ['1', 0],
    ['"[["', 0],
    ['[]', 1],
    ['[{"a":[]},[]]', 3],
    ['["\\"[", []]', 2],
    ['["\\\\", [[]]]', 3],
    ['[[', 2],
    [']][', 0],
    ['"\\', 0],
  ])('of %s is %i deep', (json, depth) => {
    expect(extentOf(json).depth).toBe(depth);
  });

  test.each([
    ['[1,2,3]', 0],
    ['{"a:":":"}', 1],
    ['{"a":{"b":[{"c":1},{"c":2}]}}', 4],
  ])('of %s is %i fields', (json, fields) => {
    expect(extentOf(json).fields).toBe(fields);
  });

  test('is that of the value, however it is written', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        expect(extentOf(JSON.stringify(value, null, space))).toEqual({
          depth: depthOfValue(value),
          fields: fieldsOfValue(value),
        });
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['a text that never ends', (n: number) => `"${'\\"'.repeat(n)}`],
    ['texts that never begin', (n: number) => '\\"'.repeat(n)],
    ['brackets', (n: number) => '['.repeat(n)],
  ])('of a megabyte of %s is known at once', (_, made) => {
    const text = made(500_000);
    // In 5 ms by this machine; the square of it would be minutes.
    expect(cpuTimeOf(() => extentOf(text))).toBeLessThan(5_000);
  });
});
