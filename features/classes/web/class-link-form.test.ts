import { expect, test } from 'vitest';
import { mergeFields } from '../../../web/ui/form/merge.ts';
import { bodyOfLinks, type LinkFormValues, newLink, programOf, valuesOfLinks } from './class-link-form.ts';

const link = (program_id: number) => ({
  program_id,
  program_display_name: `Program ${program_id}`,
  home: program_id === 2,
  active: 1 as const,
  discount_percentage: 20,
  featured: 'y' as const,
  display_order: 3,
  tags: [7],
});
const read = valuesOfLinks({ programs: [link(2), link(3)], updated_at: '2026-11-22T00:00:00.000Z' });
const valuesOf = (key: string) => read[key] as LinkFormValues;

test('what was read and left alone is not sent, so that it stays as others have set it meanwhile', () => {
  const mine = { ...read, program_3: { ...valuesOf('program_3'), discount_percentage: 30 } };
  expect(bodyOfLinks(mine, read)).toEqual({
    programs: [{ program_id: 2 }, { program_id: 3, discount_percentage: 30 }],
    updated_at: '2026-11-22T00:00:00.000Z',
  });
});

test('nothing typed is 0, what is taken away is not sent, a new one can be bought at once', () => {
  const [key, added] = newLink(4, 'Program 4');
  const empty = { ...valuesOf('program_2'), discount_percentage: null, display_order: null, featured: false };
  const { programs } = bodyOfLinks({ program_2: empty, program_3: undefined, [key]: added }, read);
  const blank = { discount_percentage: 0, featured: 'n', display_order: 0 };
  expect(programs).toEqual([
    { program_id: 2, ...blank },
    { program_id: 4, ...blank, active: true, tags: [] },
  ]);
  expect(programOf(key)).toBe(4);
});

test('two who edit different programs do not clash, and one that either took away is gone', () => {
  const mine = { ...read, program_2: { ...valuesOf('program_2'), display_order: 9 } };
  const theirs = { ...read, program_3: undefined };
  const { values, clashes } = mergeFields(read, mine, theirs);
  expect([bodyOfLinks(values, theirs).programs, clashes]).toEqual([
    [{ program_id: 2, display_order: 9 }],
    [],
  ]);
});
