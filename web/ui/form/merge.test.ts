import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Choices, mergeFields, mergeSets, type Side } from './merge.ts';

const FIELDS = ['name', 'price', 'active', 'image', 'gone'] as const;

/** Few values, so that all three sides often agree by chance. */
const value = fc.constantFrom<unknown>('', 'a', 'b', 0, 1, null, true, { id: 1, path: '/1' }, { id: 2 });
const record = fc.dictionary(fc.constantFrom(...FIELDS), value) as fc.Arbitrary<Record<string, unknown>>;
const choices = fc.dictionary(
  fc.constantFrom(...FIELDS),
  fc.constantFrom<Side>('mine', 'theirs'),
) as fc.Arbitrary<Choices>;
const set = fc.uniqueArray(fc.integer({ min: 1, max: 8 }));
const eq = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

describe('fields', () => {
  test('mine where I edited, theirs elsewhere, the chosen one where both did', () => {
    fc.assert(
      fc.property(record, record, record, choices, (base, mine, theirs, chosen) => {
        const { values, clashes } = mergeFields(base, mine, theirs, chosen);
        for (const field of FIELDS) {
          const [was, my, their, is] = [base[field], mine[field], theirs[field], values[field]];
          const clashed = clashes.some((clash) => clash.field === field);
          expect(clashed).toBe(!eq(my, was) && !eq(their, was) && !eq(my, their));
          const takesTheirs = eq(my, was) || (clashed && chosen[field] === 'theirs');
          expect(is).toEqual(takesTheirs ? their : my);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('neither side matters more: with the sides and the choices swapped the outcome is the same', () => {
    fc.assert(
      fc.property(record, record, record, choices, (base, mine, theirs, chosen) => {
        const opposite = Object.fromEntries(
          FIELDS.map((field): [string, Side] => [field, chosen[field] === 'theirs' ? 'mine' : 'theirs']),
        );
        const one = mergeFields(base, mine, theirs, chosen);
        const other = mergeFields(base, theirs, mine, opposite);
        expect(new Map(Object.entries(one.values))).toEqual(new Map(Object.entries(other.values)));
        expect(new Set(one.clashes.map(({ field }) => field))).toEqual(
          new Set(other.clashes.map(({ field }) => field)),
        );
      }),
    );
  });

  test('a merge that is sent over what it was merged with asks nothing more', () => {
    fc.assert(
      fc.property(record, record, record, choices, (base, mine, theirs, chosen) => {
        const { values } = mergeFields(base, mine, theirs, chosen);
        expect(mergeFields(theirs, values, theirs)).toEqual({ values, clashes: [] });
      }),
    );
  });

  test('lists of plain values come together as sets, lists of anything else as one value', () => {
    const merged = mergeFields(
      { ids: [1, 2, 3], rows: [{ id: 1 }] },
      { ids: [1, 3, 4], rows: [{ id: 1 }] },
      { ids: [1, 2, 5], rows: [{ id: 2 }] },
    );
    expect(merged).toEqual({ values: { ids: [1, 5, 4], rows: [{ id: 2 }] }, clashes: [] });
  });
});

describe('sets', () => {
  test('in is what either added or both kept, once', () => {
    fc.assert(
      fc.property(set, set, set, (base, mine, theirs) => {
        const merged = mergeSets(base, mine, theirs);
        expect(new Set(merged).size).toBe(merged.length);
        for (let item = 1; item <= 8; item += 1) {
          const [was, my, their] = [base, mine, theirs].map((one) => one.includes(item));
          expect(merged.includes(item)).toBe(was ? Boolean(my && their) : Boolean(my || their));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
