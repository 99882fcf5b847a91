import { expect, test } from 'vitest';
import { markedAt } from './marked-at.ts';

const menu = { group: 'Money', order: 1 } as const;
const SCREENS = [
  { path: '/', menu },
  { path: '/payouts', menu },
  { path: '/payouts/history', menu },
  { path: '/bundles', menu },
  { path: '/bundle-classes/:id', below: '/bundles' },
  { path: '/users', menu },
  { path: '/users/imports', below: '/users' },
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
  ['/site/brightside', null],
  ['/nowhere', null],
])('%s marks %s', (pathname, marked) => {
  expect(markedAt(pathname, SCREENS)).toBe(marked);
});
