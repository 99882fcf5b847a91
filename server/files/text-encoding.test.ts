import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodingDetector, inUtf8 } from './text-encoding.ts';

const told = (bytes: Buffer, piece = bytes.length || 1) => {
  const detector = encodingDetector();
  for (let at = 0; at < bytes.length; at += piece) detector.see(bytes.subarray(at, at + piece));
  return detector.encoding();
};
const TEXT = 'email,name\nzoe@example.org,Zoë Müller\n';

describe('an encoding is told', () => {
  test.each<[string, Buffer, string]>([
    ['ASCII', Buffer.from('a,b\n'), 'utf-8'],
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`), 'utf-8'],
    ['UTF-8 with a mark and broken bytes', Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0x80]), 'utf-8'],
    ['UTF-8 with one broken byte', Buffer.concat([Buffer.from('ä ö ü 森\n'), Buffer.from([0xe4])]), 'utf-8'],
    ['Windows-1252', Buffer.from(TEXT, 'latin1'), 'windows-1252'],
    ['a lone byte at the end', Buffer.from([0x61, 0xc3]), 'windows-1252'],
    ['what would be too long in UTF-8', Buffer.from([0xc0, 0xaf, 0xe0, 0x80, 0x80]), 'windows-1252'],
    ['a half of a pair', Buffer.from([0xed, 0xa0, 0x80]), 'windows-1252'],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 from the other end', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
    ['the other without a mark', Buffer.from(TEXT, 'utf16le').swap16(), 'utf-16be'],
    ['nothing', Buffer.alloc(0), 'utf-8'],
    ['NULs', Buffer.alloc(100), 'utf-8'],
  ])('of %s', (_, bytes, encoding) => {
    for (const piece of [undefined, 1, 3]) expect(told(bytes, piece), String(piece)).toBe(encoding);
  });
});

test('every text comes out of every encoding as it went in, however it is cut', async () => {
  const pieces = async (bytes: Buffer, piece: number, encoding: Parameters<typeof inUtf8>[1]) => {
    const cut = async function* () {
      for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
    };
    const out: Buffer[] = [];
    for await (const part of inUtf8(cut(), encoding)) out.push(part);
    return Buffer.concat(out).toString();
  };
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 7 }), async (text, piece) => {
      const plain = text.replaceAll('\ufeff', '').toWellFormed();
      expect(await pieces(Buffer.from(`\ufeff${plain}`), piece, 'utf-8')).toBe(plain);
      expect(await pieces(Buffer.from(plain), piece, 'utf-8')).toBe(plain);
      const wide = Buffer.from(`\ufeff${plain}`, 'utf16le');
      expect(await pieces(wide, piece, 'utf-16le')).toBe(plain);
      expect(await pieces(Buffer.from(wide).swap16(), piece, 'utf-16be')).toBe(plain);
    }),
  );
  expect(await pieces(Buffer.from([0x80, 0xe4, 0x93]), 1, 'windows-1252')).toBe('€ä“');
});
