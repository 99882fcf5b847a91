import { expect, test } from 'vitest';
import { carried, completed, namedProgram } from './program-in-address.ts';

test.each([
  [{}, null],
  [{ program_id: '' }, null],
  [{ program_id: 'x' }, null],
  [{ program_id: '-1' }, null],
  [{ program_id: '0' }, 0],
  [{ program_id: 3 }, 3],
  [{ program_id: '3' }, 3],
])('%j names %j', (search, program) => {
  expect(namedProgram(search)).toBe(program);
});

test.each([
  [
    'a link that does not mention it',
    { program_id: '3', page: '2' },
    { edit: 5 },
    0,
    { edit: 5, program_id: '3' },
  ],
  ['a link from all programs', { name: 'ada' }, { edit: 5 }, 3, { edit: 5 }],
  ['a link that says all programs goes on saying so', { program_id: '0' }, {}, 3, { program_id: '0' }],
  ['a link that names another', { program_id: '3' }, { program_id: 5 }, 3, { program_id: 5 }],
  ['a filter that takes it out', { program_id: '3' }, { program_id: undefined }, 0, {}],
  ['… where a reload would show the kept one', { program_id: '3' }, { program_id: 0 }, 3, { program_id: 0 }],
  ['the first address of a page', { program_id: '0' }, { program_id: '0' }, 0, { program_id: '0' }],
])('%s', (_, present, next, kept, search) => {
  expect(carried(present, next, kept)).toEqual(search);
});

test.each([
  ['who comes in without one finds the kept one', { page: '2' }, 3, true, { page: '2', program_id: 3 }],
  ['a step back to all programs says so', {}, 3, false, { program_id: 0 }],
  ['one that is not valid is none', { program_id: 'x' }, 3, true, { program_id: 3 }],
  ['a link to another stands', { program_id: '5' }, 3, true, null],
  ['a link to all programs stands', { program_id: '0' }, 3, true, null],
  ['nothing is kept', {}, 0, true, null],
  ['all programs are said where nothing is kept', { program_id: '0', page: '2' }, 0, false, { page: '2' }],
])('%s', (_, search, kept, comesIn, wanted) => {
  const complete = completed(search, { kept, comesIn });
  expect(complete).toEqual(wanted);
  // It stands still once it is complete.
  expect(completed(complete ?? search, { kept, comesIn })).toBeNull();
});

test('all programs, said where nothing is kept, are taken out of the address at the first step', () => {
  const present = { program_id: '0', page: '2' };
  const next = completed(present, { kept: 0, comesIn: true });
  expect(carried(present, next ?? {}, 0)).toEqual({ page: '2' });
});
