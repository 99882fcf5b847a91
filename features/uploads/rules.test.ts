import { describe, expect, test } from 'vitest';
import { acceptedEndings, claimedKind, UPLOADS, type UploadType, whyNot } from './rules.ts';

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
