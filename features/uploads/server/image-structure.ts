/** Checks the structure of an image file without decoding, since decoders tolerate much. */
import type { ImageKind } from '../rules.ts';
import { isSvg } from './svg.ts';

/** Returns the kind by the first bytes; null for an unsupported one. */
export function kindOf(bytes: Buffer): ImageKind | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg';
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'gif';
  if (/^RIFF.{4}WEBP$/s.test(bytes.toString('latin1', 0, 12))) return 'webp';
  return isSvg(bytes) ? 'svg' : null;
}

/** True where the file ends where its format says; a JPEG may have trailing data, as from many phones. */
export function endsWhereItShould(kind: ImageKind, bytes: Buffer): boolean {
  switch (kind) {
    case 'png':
      return endOfPng(bytes) === bytes.length;
    case 'gif':
      return walkGif(bytes)?.end === bytes.length;
    case 'webp':
      return bytes.length >= 12 && bytes.readUInt32LE(4) + 8 === bytes.length;
    case 'jpeg':
      return bytes.includes(Buffer.from([0xff, 0xd9]), -Math.min(bytes.length, LONGEST_JPEG_TRAILER_BYTES));
    case 'svg':
      return true;
  }
}

/** Counts the frames of a GIF before a decoder allocates each; 0 where it is broken. */
export function gifFrames(bytes: Buffer): number {
  return walkGif(bytes)?.frames ?? 0;
}

/** True for a file that is also a page, script, PDF or ZIP: encoding would drop that, but it is no accident. */
export function isAlsoSomethingElse(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  if (/<script|<\?php|<!doctype|<html|<iframe|javascript:/i.test(text)) return true;
  if (text.slice(0, 1024).includes('%PDF-')) return true;
  // A ZIP is found from its end: its last record, with at most a comment behind it.
  return text.slice(-ZIP_END).includes('PK\u0005\u0006');
}

const LONGEST_JPEG_TRAILER_BYTES = 8 * 1024 * 1024;
const ZIP_END = 65_557;

function startsWith(bytes: Buffer, start: number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** Returns the offset after the last chunk of a PNG, or null where a chunk exceeds the file. */
function endOfPng(bytes: Buffer): number | null {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) return null;
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return end;
    at = end;
  }
  return null;
}

/** Steps over the blocks of a GIF; null where one exceeds the file or is invalid. */
function walkGif(bytes: Buffer): { frames: number; end: number } | null {
  const tableAt = (flags: number) => (flags & 0x80 ? 3 << ((flags & 7) + 1) : 0);
  let frames = 0;
  let at = 13 + tableAt(bytes[10] ?? 0);
  while (at < bytes.length) {
    const block = bytes[at];
    if (block === 0x3b) return { frames, end: at + 1 };
    if (block === 0x2c) {
      frames++;
      at += 11 + tableAt(bytes[at + 9] ?? 0);
    } else if (block === 0x21) at += 2;
    else return null;
    while (bytes[at]) at += 1 + (bytes[at] ?? 0);
    at++;
  }
  return null;
}
