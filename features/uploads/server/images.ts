/**
 * The image that is stored of a sent file. A few hundred bytes can keep a decoder busy for minutes, so it works where it
 * can be killed (docs/decisions/026-work-that-can-be-killed.md).
 */
import type { FastifyInstance } from 'fastify';
import { Killed, killable } from '../../../server/killable.ts';
import type { EncodedImage, SentImage } from './image-encoder.ts';
import { kindOf } from './image-structure.ts';
import { refuseFile } from './refuse-file.ts';

const ENCODER = new URL('./encode-image.child.ts', import.meta.url);

/**
 * Seconds that one image may take: many times what the largest one that anybody means well with does. Megabytes of the
 * process: the most pixels unfolded, and what the encoders hold besides.
 */
const decoding = killable<SentImage, EncodedImage>(ENCODER, { seconds: 10, megabytes: 1024 });

/**
 * Drawings apart from pictures: what a picture costs is bounded by its pixels, what a drawing costs by nothing but its
 * time, so only other drawings wait for it.
 */
const drawing = killable<SentImage, EncodedImage>(ENCODER, { seconds: 3, megabytes: 512 });

/**
 * The image to store, made of an admin's file. 400 and 415 as the encoder says; 400 where it takes too long or too much
 * memory. Admins take turns: nobody waits for more than one image of each other one, and no picture for a drawing.
 */
export async function encodeImage(admin_id: number, sent: SentImage): Promise<EncodedImage> {
  try {
    return await (kindOf(sent.bytes) === 'svg' ? drawing : decoding).run(admin_id, sent);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    refuseFile(
      400,
      error.reason === 'time' ? 'The image takes too long to draw' : 'The image cannot be drawn',
    );
  }
}

/** Ends the encoders with the server. */
export function mountImageEncoder(app: FastifyInstance): void {
  app.addHook('onClose', async () => {
    await Promise.all([decoding.stop(), drawing.stop()]);
  });
}
