import type { Encoding } from '../../core/csv/csv.ts';
import { must } from '../../core/must.ts';

/** Bytes inspected for UTF-16 without a byte order mark. */
const LOOKED_AT = 4096;

/** Detector fed piece by piece: byte order mark, NULs for UTF-16, else Windows-1252 unless most non-ASCII characters are valid UTF-8. */
export function encodingDetector() {
  const head: number[] = [];
  // Bytes that are still to come of a character, and the bounds of the next of them.
  let awaited = 0;
  let [least, most] = [0x80, 0xbf];
  let whole = 0;
  let broken = 0;

  const begin = (byte: number) => {
    [least, most] = [0x80, 0xbf];
    if (byte < 0x80) return;
    if (byte >= 0xc2 && byte <= 0xdf) awaited = 1;
    else if (byte >= 0xe0 && byte <= 0xef) {
      awaited = 2;
      if (byte === 0xe0) least = 0xa0;
      if (byte === 0xed) most = 0x9f;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      awaited = 3;
      if (byte === 0xf0) least = 0x90;
      if (byte === 0xf4) most = 0x8f;
    } else broken += 1;
  };
  const see = (byte: number) => {
    if (awaited === 0) return begin(byte);
    if (byte < least || byte > most) {
      awaited = 0;
      broken += 1;
      return begin(byte);
    }
    [least, most] = [0x80, 0xbf];
    awaited -= 1;
    if (awaited === 0) whole += 1;
  };

  return {
    see(bytes: Uint8Array): void {
      for (let at = 0; head.length < LOOKED_AT && at < bytes.length; at++) head.push(must(bytes[at], 'byte'));
      for (const byte of bytes) {
        // Nearly all of most files.
        if (awaited > 0 || byte >= 0x80) see(byte);
      }
    },
    encoding(): Encoding {
      const [first, second, third] = head;
      if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
      if (first === 0xff && second === 0xfe) return 'utf-16le';
      if (first === 0xfe && second === 0xff) return 'utf-16be';
      const zeros = [0, 0];
      for (const [index, byte] of head.entries())
        if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
      const [even = 0, odd = 0] = zeros;
      // Most of a list of people is Latin, whatever their names: in UTF-16 every other byte is 0.
      if (odd > head.length / 8 && even * 8 < odd) return 'utf-16le';
      if (even > head.length / 8 && odd * 8 < even) return 'utf-16be';
      return broken + (awaited > 0 ? 1 : 0) > whole ? 'windows-1252' : 'utf-8';
    },
  };
}

/** Yields the text as UTF-8 without its byte order mark. UTF-8 passes unchecked: the reader reports broken rows. */
export async function* inUtf8(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    yield* withoutMark(bytes);
    return;
  }
  const decoder = new TextDecoder(encoding);
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield Buffer.from(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield Buffer.from(rest);
}

async function* withoutMark(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const piece of bytes) {
    if (head === null) {
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      continue;
    }
    head = Buffer.concat([head, piece]);
    if (head.length < MARK.length) continue;
    yield head.subarray(head.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0);
    head = null;
  }
  if (head !== null && head.length > 0) yield head;
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
