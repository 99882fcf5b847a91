import { expect, test } from 'vitest';
import { markIn } from './sql-mark.ts';

const TEXT = 'SELECT * FROM admins WHERE id = 1';

test('what is near stands marked where it is', () => {
  expect(markIn(TEXT, 15, 'admins')).toEqual(['SELECT * FROM ', 'admins', ' WHERE id = 1']);
  expect(markIn(TEXT, 1, 'SELECT')).toEqual(['', 'SELECT', ' * FROM admins WHERE id = 1']);
});

test('without it, or where it is not there, the word is', () => {
  expect(markIn(TEXT, 15)).toEqual(['SELECT * FROM ', 'admins', ' WHERE id = 1']);
  expect(markIn(TEXT, 15, 'something else')).toEqual(['SELECT * FROM ', 'admins', ' WHERE id = 1']);
});

test('a character beyond the first plane is one, as the server counts', () => {
  expect(markIn("SELECT '🎻' x", 12, 'x')).toEqual(["SELECT '🎻' ", 'x', '']);
});

test('past the end there is nothing to mark', () => {
  expect(markIn(TEXT, TEXT.length + 1, '')).toEqual([TEXT, '', '']);
  expect(markIn(TEXT, 500, 'x')).toEqual([TEXT, '', '']);
  expect(markIn('', 0)).toEqual(['', '', '']);
});
