/** Serves stored images. A folder that is not named here is not served by this route. */
import type { FastifyInstance } from 'fastify';
import { CODES } from '../../core/errors.ts';
import { isStoredPath, mediaTypeOf } from '../files/files.ts';
import type { Platform } from '../platform.ts';

export const STORAGE = '/storage/';

/** The folder of the images: anybody who knows the name may see one. */
export const IMAGES = 'images/';

/**
 * Mounts `GET /storage/images/…`; other folders may be mounted beside it. A name is never given to other bytes, so a copy may be kept for good; the program
 * sites show the images from other origins; and were one ever read as a document, it could neither run nor load
 * anything.
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
