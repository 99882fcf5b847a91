/**
 * The image that is stored of a sent file. A few hundred bytes can keep a decoder busy for minutes, so it works where it
 * can be killed (docs/decisions/026-work-that-can-be-killed.md).
 */
import type { FastifyInstance } from 'fastify';
import { Killed, killable } from '../../../server/killable.ts';
import type { EncodedImage, SentImage } from './image-encoder.ts';
import { refuseFile } from './refuse-file.ts';

/** Seconds that one image may take: many times what the largest one that anybody means well with does. */
const LONGEST_WORK = 10;

/** Megabytes of the process: the most pixels unfolded, and what the encoders hold besides. */
const MOST_MEMORY = 1024;

const encoding = killable<SentImage, EncodedImage>(new URL('./encode-image.child.ts', import.meta.url), {
  seconds: LONGEST_WORK,
  megabytes: MOST_MEMORY,
});

/**
 * The image to store, made of an admin's file. 400 and 415 as the encoder says; 400 where it takes too long or too much
 * memory. Admins take turns: nobody waits for more than one image of each other one.
 */
export async function encodeImage(admin_id: number, sent: SentImage): Promise<EncodedImage> {
  try {
    return await encoding.run(admin_id, sent);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    refuseFile(
      400,
      error.reason === 'time' ? 'The image takes too long to draw' : 'The image cannot be drawn',
    );
  }
}

/** Ends the encoder with the server. */
export function mountImageEncoder(app: FastifyInstance): void {
  app.addHook('onClose', () => encoding.stop());
}
