import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CODES } from '../../../../core/errors.ts';
import { asSystem } from '../../../../server/context.ts';
import type { Db } from '../../../../server/db/client.ts';
import type { Platform } from '../../../../server/platform.ts';
import { openProof } from './draw-proofs.ts';

/** Open to all at `/storage/draws/{event id}.json`; a proof never changes, and no request compresses it. */
export function mountDrawProofs(app: FastifyInstance, platform: Platform): void {
  const context = asSystem(platform, 'draw-proofs');
  app.get<{ Params: { file: string } }>(
    '/storage/draws/:file',
    { compress: false },
    async (request, reply) => {
      const id = Number(/^([1-9]\d{0,8})\.json$/.exec(request.params.file)?.[1] ?? 0);
      const confirmed = await confirmationOf(context.db, id);
      if (confirmed === null) {
        const body = { message: 'Not found', code: CODES[404], request_id: request.id };
        return reply.code(404).header('cache-control', 'no-store').send(body);
      }
      const packed = negotiate(request.headers['accept-encoding'] ?? '', ['gzip', 'identity']) === 'gzip';
      const etag = `"${id}-${Date.parse(confirmed)}${packed ? '-gzip' : ''}"`;
      headers(reply, etag, packed);
      if (knows(request, etag)) return reply.code(304).send();
      if (request.method === 'HEAD') return reply.send();
      const proof = await openProof(context, id);
      return reply.send(packed ? proof : unpacked(proof));
    },
  );
}

async function confirmationOf(db: Db, eventId: number): Promise<string | null> {
  const confirmed = await db
    .selectFrom('draw_attempts')
    .select('confirmed_at')
    .where('event_id', '=', eventId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return confirmed?.confirmed_at ?? null;
}

function headers(reply: FastifyReply, etag: string, packed: boolean): void {
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'public, max-age=86400')
    .header('vary', 'accept-encoding')
    .header('etag', etag)
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('access-control-allow-origin', '*');
  if (packed) reply.header('content-encoding', 'gzip');
}

function knows({ headers }: FastifyRequest, etag: string): boolean {
  const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  return known.some((tag) => tag === '*' || tag === etag || tag === `W/${etag}`);
}

/** Destroys both ends where one fails or the reader leaves, so that a partial answer is cut off, not ended. */
function unpacked(proof: Readable): Readable {
  return pipeline(proof, createGunzip(), () => {});
}
