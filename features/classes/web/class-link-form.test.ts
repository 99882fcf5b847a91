import { expect, test } from 'vitest';
import { mergeFields } from '../../../web/ui/merge.ts';
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

test('what was read goes back as it came', () => {
  const { program_display_name: _, home: __, ...sent } = link(3);
  const { programs, updated_at } = bodyOfLinks(read);
  expect([programs[1], updated_at]).toEqual([{ ...sent, active: true }, '2026-11-22T00:00:00.000Z']);
});

test('nothing typed is 0, what is taken away is not sent, a new one can be bought at once', () => {
  const [key, added] = newLink(4, 'Program 4');
  const empty = { ...valuesOf('program_2'), discount_percentage: null, display_order: null };
  const { programs } = bodyOfLinks({ program_2: empty, program_3: undefined, [key]: added });
  expect(programs).toMatchObject([
    { program_id: 2, discount_percentage: 0, display_order: 0 },
    { program_id: 4, active: true, featured: 'n', tags: [] },
  ]);
  expect(programOf(key)).toBe(4);
});

test('two who edit different programs do not clash, and one that either took away is gone', () => {
  const mine = { ...read, program_2: { ...valuesOf('program_2'), display_order: 9 } };
  const theirs = { ...read, program_3: undefined };
  const { values, clashes } = mergeFields(read, mine, theirs);
  expect([bodyOfLinks(values).programs, clashes]).toMatchObject([[{ program_id: 2, display_order: 9 }], []]);
});
