/** Decodes in a killable process, since it can take minutes (docs/decisions/026-work-that-can-be-killed.md). */
import type { FastifyInstance } from 'fastify';
import { Killed, sandbox } from '../../../server/work/sandbox.ts';
import type { EncodedImage, KeptImage, NarrowedImage, SentImage } from './image-encoder.ts';
import { kindOf } from './image-structure.ts';
import { refuseFile } from './refuse-file.ts';

const ENCODER = new URL('./encode-image.child.ts', import.meta.url);

/** Far above the needs of ordinary images, in seconds, and in megabytes for the most pixels. */
const decoding = sandbox<SentImage | KeptImage | NarrowedImage, EncodedImage>(ENCODER, {
  seconds: 10,
  megabytes: 1024,
});

/** A separate process: a drawing's cost is bounded only by time, so only drawings wait for drawings. */
const drawing = sandbox<SentImage, EncodedImage>(ENCODER, { seconds: 3, megabytes: 512 });

/** Throws a 400 or 415 as the encoder does, a 400 for too much time or memory. Admins take turns, image by image. */
export async function encodeImage(admin_id: number, sent: SentImage): Promise<EncodedImage> {
  return refusing((kindOf(sent.bytes) === 'svg' ? drawing : decoding).run(admin_id, sent));
}

/** Cuts a stored image to a size around a point; throws a 400 for too much time or memory. */
export async function cropImage(admin_id: number, kept: KeptImage): Promise<EncodedImage> {
  return refusing(decoding.run(admin_id, kept));
}

/** Scales a stored image down for visitors, who are one among the admins that take turns; throws likewise, and a 429. */
export async function narrowImage(narrowed: NarrowedImage): Promise<EncodedImage> {
  return refusing(decoding.run(0, narrowed));
}

async function refusing(work: Promise<EncodedImage>): Promise<EncodedImage> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    refuseFile(
      400,
      error.reason === 'time' ? 'The image takes too long to process' : "The image can't be processed",
    );
  }
}

export function mountImageEncoder(app: FastifyInstance): void {
  app.addHook('onClose', async () => {
    await Promise.all([decoding.stop(), drawing.stop()]);
  });
}
