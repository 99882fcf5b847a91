import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CODES } from '../../core/errors.ts';
import { isStoredPath, mediaTypeOf } from '../files/files.ts';
import type { Platform } from '../platform.ts';

export const STORAGE = '/storage/';

/** The folder of images, public to all who know the name. */
export const IMAGES = 'images/';

/** Mounts `GET /storage/images/…`: cached for good, shown by other origins; opened as a document, an image runs and loads nothing. */
export function mountStorage(app: FastifyInstance, { files }: Platform): void {
  app.get<{ Params: { '*': string } }>(`${STORAGE}*`, async (request, reply) => {
    const stored = request.params['*'];
    const stream = stored.startsWith(IMAGES) && isStoredPath(stored) ? await files.get(stored) : null;
    return stream ? sendImage(reply, stored, stream) : sendNoImage(request, reply);
  });
}

/** Policy of a file: opened by itself or in a frame it runs, loads and shows nothing. */
export const NO_DOCUMENT = "default-src 'none'; frame-ancestors 'none'; sandbox";

const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Sends the image that is stored under a path, to be kept for good unless told. */
export function sendImage(
  reply: FastifyReply,
  stored: string,
  bytes: Readable | Buffer,
  cacheControl = FOR_GOOD,
): FastifyReply {
  return reply
    .header('content-type', mediaTypeOf(stored))
    .header('cache-control', cacheControl)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', NO_DOCUMENT)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('content-disposition', 'inline')
    .send(bytes);
}

export function sendNoImage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .send({ message: 'Not found', code: CODES[404], request_id: request.id });
}
