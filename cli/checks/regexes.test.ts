import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contract } from '../../server/app.ts';
import { inDepth } from '../../test/deep.ts';
import { superlinear, whyNotLinear } from './regexes.ts';

const refusals = (source: string) => superlinear(new Map([['server/x.ts', source]]));

describe('an expression is refused', () => {
  test.each([
    [/(a+)+$/, 'exponential'],
    [/^(?:a|a)*b/, 'exponential'],
    [/^\s+|\s+$/, 'polynomial'],
    [/\/+$/, 'polynomial'],
    [/<!--.*?-->/s, 'polynomial'],
    [/<\/svg\s*>\s*(?:<!--.*?-->\s*)*$/s, 'exponential'],
    [/"(?:[^"\\]|\\.)*"|[[{\]}]/gs, 'polynomial'],
    [/x*y/, 'polynomial'],
    [/^a*a*a*$/, 'polynomial'],
    // Cubic, and a checker that only tries takes it for harmless.
    [/url\(\s*["']?\s*(?!["']?\s*#)/i, 'cannot be proved linear'],
    [/^(['"]).*\1$/s, 'cannot be proved linear'],
  ])('%s', (expression, reason) => {
    expect(whyNotLinear(expression.source, expression.flags)).toContain(reason);
  });

  test('wherever it is written, with its line', () => {
    expect(refusals('const a = 1;\nconst b = text.replace(/\\/+$/, "");')).toEqual([
      expect.stringMatching(/^server\/x\.ts:2 \/\\\/\+\$\/: 2nd degree polynomial/),
    ]);
    expect(refusals('function f() { return <T,>(x: T) => new RegExp("(a+)+$", "i").test(x); }')).toHaveLength(
      1,
    );
    expect(refusals('const a = RegExp(/(a+)+$/);')).toHaveLength(1);
  });

  test('where it is put together at run time', () => {
    expect(refusals('const a = new RegExp(`^${name}`);')).toEqual([
      'server/x.ts:1 new RegExp(`^${name}`): is put together at run time',
    ]);
  });
});

describe('an expression is let through', () => {
  test.each([/^[a-z]+$/, /\s+/, /;\s*/, /^#?(\d{1,9})$/, /[\\%_]/g, /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/])(
    '%s',
    (expression) => {
      expect(refusals(`const a = ${expression};`)).toEqual([]);
    },
  );
});

describe('the formats of the contract', () => {
  test('are linear: zod tries them on a text that has been found too long as well', () => {
    const expressions = new Map([...expressionsIn(contract)].map((found) => [String(found), found]));
    // Email, moments with and without a zone, days, digits.
    expect(expressions.size).toBeGreaterThanOrEqual(5);
    const [quick, slow] = [
      [...expressions.values()].filter(({ source }) => !MOMENTS.has(hashOf(source))),
      [...expressions.values()].filter(({ source }) => MOMENTS.has(hashOf(source))),
    ];
    expect(slow).toHaveLength(MOMENTS.size);
    for (const { source, flags } of inDepth(quick, [...quick, ...slow]))
      expect(whyNotLinear(source, flags)).toBeNull();
  });
});

/** Of zod's moments with and without a zone, letter by letter: half a minute to prove, and proved in depth. */
const MOMENTS = new Set(['c76bd095024f9ef1', '321baefb0318b879']);

function hashOf(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16);
}

/** Every expression that hangs anywhere in a value: zod keeps those of its own formats in its definitions. */
function expressionsIn(root: unknown): Set<RegExp> {
  const found = new Set<RegExp>();
  const seen = new Set<unknown>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (value instanceof RegExp) found.add(value);
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value))
      continue;
    seen.add(value);
    if (value instanceof Set || value instanceof Map) open.push(...value);
    for (const key of Reflect.ownKeys(value)) {
      const held = Object.getOwnPropertyDescriptor(value, key);
      open.push(held?.get ? tried(() => held.get?.call(value)) : held?.value);
    }
  }
  return found;
}

function tried(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
