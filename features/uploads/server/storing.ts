/** Writes files before the transaction that names them (docs/decisions/077-banners-and-pages.md). */
import { randomBytes } from 'node:crypto';
import type { Context } from '../../../server/context.ts';
import { deleteOrphanedFile, expectFile } from '../../../server/files/orphaned-files.ts';
import { IMAGES } from '../../../server/http/storage.ts';
import type { EncodedImage } from './image-encoder.ts';

export type StoredFile = { stored: string; image: EncodedImage };

/** Writes the images, then runs the work that names them in its own transaction, and deletes those not named. A crash leaves files known to the sweep. */
export async function storing<Result>(
  context: Context,
  images: readonly EncodedImage[],
  work: (files: StoredFile[]) => Promise<Result>,
): Promise<Result> {
  const files = images.map((image) => ({
    image,
    stored: `${IMAGES}${randomBytes(20).toString('hex')}.${image.ending}`,
  }));
  const { database, files: store } = context.platform;
  try {
    for (const { stored, image } of files) {
      await expectFile(database.everything, stored);
      await store.put(stored, image.bytes);
    }
    return await work(files);
  } finally {
    // Those that have been named are no strays any more; where this fails, the sweep does it.
    for (const { stored } of files) await deleteOrphanedFile(context, stored).catch(() => {});
  }
}
