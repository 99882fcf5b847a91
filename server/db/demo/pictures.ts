import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { TransactionContext } from '../../context.ts';
import { IMAGES, STORAGE } from '../../http/storage.ts';
import { insertAll } from '../insert-all.ts';

type Extent = { width: number; height: number };

const SQUARE: Extent = { width: 160, height: 160 };

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

export type Picture = { original_file: string; bytes: Buffer; extent?: Extent };

/** Stores pictures as uploads and returns their paths in order. Names are content hashes: a repeat gives the same file. */
export async function storePictures(
  { db, platform }: TransactionContext,
  type: string,
  pictures: readonly Picture[],
): Promise<string[]> {
  const drawn = pictures.map(({ original_file, bytes, extent = SQUARE }) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { original_file, bytes, extent, sha256, stored: `${IMAGES}${sha256.slice(0, 40)}.png` };
  });
  await Promise.all(drawn.map(({ stored, bytes }) => platform.files.put(stored, bytes)));
  const rows = drawn.map(({ stored, bytes, extent, sha256, original_file }) => ({
    type,
    path: `${STORAGE}${stored}`,
    original_file,
    bytes: bytes.length,
    ...extent,
    sha256: `\\x${sha256}`,
    uploaded_by: 1,
  }));
  await insertAll(db, 'uploads', rows as object[] as Parameters<typeof insertAll<'uploads'>>[2]);
  return rows.map(({ path }) => path);
}

/** Draws a PNG, square by default; the coordinates of a pixel count from the middle, right and down. */
export function drawn(colourAt: (x: number, y: number) => Colour, extent = SQUARE): Buffer {
  const { width, height } = extent;
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x++) row.set(colourAt(x - width / 2, y - height / 2), 1 + x * 3);
    return row;
  });
  return png(Buffer.concat(rows), extent);
}

/** Converts a hue in degrees, a saturation and a lightness from 0 to 1. */
export function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

/** Encodes eight bits per colour, not interlaced; every row begins with filter 0. */
function png(rows: Buffer, { width, height }: Extent): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(kind), data]);
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
