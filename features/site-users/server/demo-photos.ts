/** Portraits of the demo, drawn here: a head and shoulders in colours of their own. */
import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Within } from '../../../server/context.ts';
import { insertAll } from '../../../server/db/insert-all.ts';
import { IMAGES, STORAGE } from '../../../server/storage.ts';

const SIDE = 160;

type Colour = readonly [number, number, number];

/** Draws one for each of these users and lets them have it. Named by its bytes: made again, it is the same file. */
export async function demoPhotos({ db, platform }: Within, users: readonly number[]): Promise<void> {
  const photos = users.map((user_id, index) => {
    const bytes = portrait(index);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { user_id, bytes, sha256, stored: `${IMAGES}${sha256.slice(0, 40)}.png` };
  });
  await Promise.all(photos.map(({ stored, bytes }) => platform.files.put(stored, bytes)));
  const rows = photos.map(({ stored, bytes, sha256 }, index) => ({
    type: 'user-photo',
    path: `${STORAGE}${stored}`,
    original_file: `portrait-${index + 1}.png`,
    bytes: bytes.length,
    width: SIDE,
    height: SIDE,
    sha256: `\\x${sha256}`,
    uploaded_by: 1,
  }));
  await insertAll(db, 'uploads', rows as object[] as Parameters<typeof insertAll<'uploads'>>[2]);
  const given = photos.map(({ user_id, stored }) => ({ id: user_id, email: `${STORAGE}${stored}` }));
  await sql`update site_users u set photo_id = i.id
    from json_populate_recordset(null::site_users, ${JSON.stringify(given)}::json) g join uploads i on i.path = g.email
    where u.id = g.id`.execute(db);
}

function portrait(index: number): Buffer {
  const hue = (index * 137) % 360;
  const [sky, coat] = [colourOf(hue, 0.35, 0.85), colourOf(hue + 150, 0.55, 0.45)];
  const [skin, hair] = [colourOf(28, 0.5, 0.35 + ((index * 7) % 10) / 20), colourOf(index * 53, 0.35, 0.2)];
  const [head, tall] = [30 + (index % 5) * 2, 8 + (index % 4) * 4];
  const rows = Array.from({ length: SIDE }, (_, y) => {
    const row = Buffer.alloc(1 + SIDE * 3);
    for (let x = 0; x < SIDE; x++) {
      const [dx, dy] = [x - SIDE / 2, y - 66];
      const inHead = dx * dx + dy * dy * 0.8 < head * head;
      const inHair = dx * dx + (dy + tall) * (dy + tall) < (head + 6) * (head + 6);
      const inCoat = (dx * dx) / 3600 + ((y - SIDE) * (y - SIDE)) / 3000 < 1;
      row.set(inHead && dy > -tall ? skin : inHair ? hair : inCoat ? coat : sky, 1 + x * 3);
    }
    return row;
  });
  return png(Buffer.concat(rows));
}

/** Red, green and blue of a hue in degrees, a saturation and a lightness from 0 to 1. */
function colourOf(hue: number, saturation: number, lightness: number): Colour {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}

/** Eight bits of each colour, no interlacing; every row begins with the 0 of no filter. */
function png(rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
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
