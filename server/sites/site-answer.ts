/** Answers to the reads of sites, and who may keep them. Specification: Sites, reads. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteRouteMeta } from '../../core/route.ts';

const PUBLIC = 'public, max-age=60, stale-while-revalidate=600';
const VARY = 'Authorization, Accept-Encoding';

/**
 * Sends what a call has answered. What every visitor may see is named by a hash of its text, and a caller who has it
 * already gets a 304 without it.
 */
export function sendSiteAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { reads, cache }: SiteRouteMeta,
  output: unknown,
): FastifyReply {
  const body = JSON.stringify(output);
  if (reads) reply.header('cache-control', cache === 'public' ? PUBLIC : 'private, no-store');
  if (reads && cache === 'public') {
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
    reply.header('etag', etag).header('vary', VARY);
    if (knows(headers['if-none-match'], etag)) return reply.code(304).send();
  }
  return reply.type('application/json; charset=utf-8').send(body);
}

/** Says once what an answer varies by: compression adds its own part in other letters. */
export async function varyOnce(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (String(reply.getHeader('vary') ?? '').startsWith(VARY)) reply.header('vary', VARY);
}

/** Compares as a cache does, by the weak comparison: a proxy that compresses may have marked the tag. */
function knows(known: string | undefined, etag: string): boolean {
  const tags = (known ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}
