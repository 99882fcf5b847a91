/** Answers to the reads of sites, and who may keep them. Specification: Sites, reads. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteRouteMeta } from '../../core/route.ts';

const PUBLIC = 'public, max-age=60, stale-while-revalidate=600';
const VARY = 'Authorization, Accept-Encoding';

/**
 * Sends what a call has answered. What every visitor may see is named by a hash of its text, and a caller who has it
 * already gets a 304 without it. A file is sent as it is, under its name.
 */
export async function sendSiteAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { reads, cache }: SiteRouteMeta,
  output: unknown,
): Promise<FastifyReply> {
  if (reads) reply.header('cache-control', cache === 'public' ? PUBLIC : 'private, no-store');
  if (output instanceof File) {
    reply.header('content-disposition', `attachment; filename="${output.name}"`);
    return reply.type(output.type).send(Buffer.from(await output.arrayBuffer()));
  }
  const body = JSON.stringify(output);
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
