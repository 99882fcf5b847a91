/** Images in the widths that sites show them in: made when first asked for, and kept. Specification: Uploads. */
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../../core/errors.ts';
import type { Db } from '../../../server/db/client.ts';
import { isStoredPath } from '../../../server/files/files.ts';
import { IMAGES, STORAGE, sendImage, sendNoImage } from '../../../server/http/storage.ts';
import type { Platform } from '../../../server/platform.ts';
import { IMAGE_WIDTHS } from '../rules.ts';
import { narrowImage } from './images.ts';

const WIDTHS: readonly string[] = Object.values(IMAGE_WIDTHS).map(String);

/** The time that an image which stands in for one that cannot be made now may be kept. */
const BRIEFLY = 'public, max-age=60';

/** Mounts `GET /storage/images/{width}/{name}`: 404 for other widths, missing images and narrower ones; where a queue is full or too slow, as it is. */
export function mountImageWidths(app: FastifyInstance, platform: Platform): void {
  const { database, files } = platform;
  app.get<{ Params: { width: string; name: string } }>(
    `${STORAGE}${IMAGES}:width/:name`,
    async (request, reply) => {
      const { width, name } = request.params;
      const [stored, original] = [`${IMAGES}${width}/${name}`, `${IMAGES}${name}`];
      if (!WIDTHS.includes(width) || !isStoredPath(original)) return sendNoImage(request, reply);
      const kept = await files.get(stored);
      if (kept) return sendImage(reply, stored, kept);
      const widest = await widthOf(database.everything, original);
      if (widest === null || widest <= Number(width)) return sendNoImage(request, reply);
      try {
        const bytes = await madeOnce(platform, { stored, original, width: Number(width) });
        return bytes ? sendImage(reply, stored, bytes) : sendNoImage(request, reply);
      } catch (error) {
        const whole = error instanceof Refusal ? await files.get(original) : null;
        if (!whole) throw error;
        return sendImage(reply, original, whole, BRIEFLY);
      }
    },
  );
}

/** Pixels; null where there is no such upload. */
async function widthOf(db: Db, original: string): Promise<number | null> {
  const path = `${STORAGE}${original}`;
  const row = await db.selectFrom('uploads').select('width').where('path', '=', path).executeTakeFirst();
  return row?.width ?? null;
}

/** Images being made, so that visitors who ask for the same one wait for each other. */
const underWay = new Map<string, Promise<Buffer | null>>();

type Wanted = { stored: string; original: string; width: number };

function madeOnce(platform: Platform, wanted: Wanted): Promise<Buffer | null> {
  const known = underWay.get(wanted.stored);
  if (known) return known;
  const making = made(platform, wanted).finally(() => underWay.delete(wanted.stored));
  underWay.set(wanted.stored, making);
  return making;
}

/** Null where the original is not in the store. */
async function made(platform: Platform, { stored, original, width }: Wanted): Promise<Buffer | null> {
  const { database, files } = platform;
  const whole = await files.get(original);
  if (!whole) return null;
  const { bytes } = await narrowImage({ kept: await buffer(whole), width });
  await files.put(stored, bytes);
  // Swept meanwhile, with the files that were there by then: this one would be nobody's.
  if ((await widthOf(database.everything, original)) === null) await files.delete(stored);
  return bytes;
}
