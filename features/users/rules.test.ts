import { expect, test } from 'vitest';
import { isErased, levelOf } from './rules.ts';
import { newSiteUser } from './user-schemas.ts';

test.each([
  [0, 1],
  [999.99, 1],
  [1000, 2],
  [12_345.5, 13],
])('a total of %d coins is level %d', (total, level) => {
  expect(levelOf(total)).toBe(level);
});

test.each([
  ['erased-71@erased.invalid', true],
  ['erased-71@erased.invalid.example.org', false],
  ['not.erased-71@erased.invalid', false],
  ['erased-@erased.invalid', false],
])('%s is of an erased user: %j', (email, is) => {
  expect(isErased({ email })).toBe(is);
});

test.each([
  ['ada@example.org', true],
  [' Ada.L@Example.org ', true],
  ['адреса@приклад.укр', true],
  ['"quoted"@example.org', false],
  ['<ada@example.org>', false],
  ['ada\u200b@example.org', false],
  ['ada@localhost', false],
  ['ada@example.', false],
  ['ada', false],
  ['@example.org', false],
  ['ada@', false],
  ['ada@@example.org', false],
  ['a da@example.org', false],
  ['ada@exam\u00a0ple.org', false],
  [`${'x'.repeat(250)}@x.y`, true],
  [`${'x'.repeat(251)}@x.y`, false],
])('the address %j is one: %j', (email, is) => {
  expect(newSiteUser.safeParse({ email, password: 'abc', site_program: 1 }).success).toBe(is);
});
