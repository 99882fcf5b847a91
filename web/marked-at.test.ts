import { expect, test } from 'vitest';
import { markedAt } from './marked-at.ts';

const menu = { group: 'Money', order: 1, key: 'm' } as const;
const SCREENS = [
  { path: '/', menu },
  { path: '/payouts', menu },
  { path: '/payouts/history', menu },
  { path: '/bundles', menu },
  { path: '/bundle-classes/:id', below: '/bundles' },
  { path: '/users', menu },
  { path: '/users/imports', below: '/users' },
  { path: '/classes', menu },
  { path: '/classes/:id', below: '/classes' },
  { path: '/classes/imports', menu },
  { path: '/site/:tag' },
];

test.each([
  ['/', '/'],
  ['/payouts', '/payouts'],
  ['/payouts/', '/payouts'],
  ['/payouts/history', '/payouts/history'],
  ['/bundle-classes/12', '/bundles'],
  ['/users/imports', '/users'],
  ['/users/imports/3', '/users'],
  ['/classes/3', '/classes'],
  ['/classes/imports', '/classes/imports'],
  ['/site/brightside', null],
  ['/nowhere', null],
])('%s marks %s', (pathname, marked) => {
  expect(markedAt(pathname, SCREENS)).toBe(marked);
});
