/** Serves stored images; files of other folders are not served here. */
import type { FastifyInstance } from 'fastify';
import { CODES } from '../../core/errors.ts';
import { isStoredPath, mediaTypeOf } from '../files/files.ts';
import type { Platform } from '../platform.ts';

export const STORAGE = '/storage/';

/** The folder of images, public to all who know the name. */
export const IMAGES = 'images/';

/**
 * Mounts `GET /storage/images/…`. Names are immutable, so copies are cached for good; program sites show the
 * images from other origins; headers keep one opened as a document from running or loading anything.
 */
export function mountStorage(app: FastifyInstance, { files }: Platform): void {
  app.get<{ Params: { '*': string } }>(`${STORAGE}*`, async (request, reply) => {
    const stored = request.params['*'];
    const stream = stored.startsWith(IMAGES) && isStoredPath(stored) ? await files.get(stored) : null;
    if (!stream) {
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .send({ message: 'Not found', code: CODES[404], request_id: request.id });
    }
    return reply
      .header('content-type', mediaTypeOf(stored))
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-disposition', 'inline')
      .send(stream);
  });
}
