import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptedEndings, claimedKind, UPLOADS, type UploadType, whyNot, windowOf } from './rules.ts';

const MB = 1024 * 1024;
const file = (name: string, type = '', size = 1000) => ({ name, type, size });

describe('what a file claims to be', () => {
  test.each([
    ['a.jpg', '', 'jpeg'],
    ['a.JPEG', '', 'jpeg'],
    ['a.png.webp', 'image/png', 'webp'],
    ['blob', 'image/png', 'png'],
    ['blob', 'image/svg+xml; charset=utf-8', 'svg'],
    ['a.pdf', 'application/pdf', null],
    ['', '', null],
  ] as const)('%j with %j is %s', (name, type, kind) => {
    expect(claimedKind({ name, type })).toBe(kind);
  });
});

describe('before anything is sent', () => {
  test.each([
    ['event-image', file('a.webp'), null],
    ['event-image', file('a.gif'), 415],
    ['event-image', file('a.png', '', 0), 400],
    ['event-image', file('a.png', '', 10 * MB), null],
    ['event-image', file('a.png', '', 10 * MB + 1), 413],
    ['user-photo', file('a.gif', '', 5 * MB), null],
    ['user-photo', file('a.gif', '', 5 * MB + 1), 413],
    ['user-banner', file('a.webp'), 415],
    ['lilt-nft', file('a.svg'), null],
    ['product-image', file('a.svg'), 415],
    ['event-banner-small', file('a.gif'), null],
  ] as const)('%s: %o answers %s', (type, sent, status) => {
    expect(whyNot(type, sent)?.status ?? null).toBe(status);
  });

  test('a file chooser offers what the type takes', () => {
    expect(acceptedEndings('user-photo')).toEqual(['.jpg', '.jpeg', '.png', '.gif']);
    for (const type of Object.keys(UPLOADS) as UploadType[]) {
      for (const ending of acceptedEndings(type)) expect(whyNot(type, file(`a${ending}`))).toBeNull();
    }
  });
});

describe('the window of a crop', () => {
  const crop = { width: 370, height: 340 };

  test.each([
    [
      { width: 4000, height: 400 },
      { x: 0.5, y: 0.5 },
      { width: 3400, height: 340, left: 1515, top: 0 },
    ],
    [
      { width: 4000, height: 400 },
      { x: 0, y: 1 },
      { width: 3400, height: 340, left: 0, top: 0 },
    ],
    [
      { width: 4000, height: 400 },
      { x: 0.98, y: 0 },
      { width: 3400, height: 340, left: 3030, top: 0 },
    ],
    [
      { width: 37, height: 3700 },
      { x: 0.5, y: 0.1 },
      { width: 370, height: 37000, left: 0, top: 3530 },
    ],
  ])('of %j around %j is %j', (image, focal, expected) => {
    expect(windowOf(image, crop, focal)).toEqual(expected);
  });

  test('lies within the image, just covers it, and has the point in it', () => {
    const side = fc.integer({ min: 1, max: 9000 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(side, side, share, share, (width, height, x, y) => {
        const window = windowOf({ width, height }, crop, { x, y });
        expect(Math.min(window.width - crop.width, window.height - crop.height)).toBe(0);
        expect(window.left >= 0 && window.left + crop.width <= window.width).toBe(true);
        expect(window.top >= 0 && window.top + crop.height <= window.height).toBe(true);
        expect(Math.abs(window.left + crop.width / 2 - x * window.width)).toBeLessThanOrEqual(
          crop.width / 2 + 1,
        );
        expect(Math.abs(window.top + crop.height / 2 - y * window.height)).toBeLessThanOrEqual(
          crop.height / 2 + 1,
        );
      }),
    );
  });
});
