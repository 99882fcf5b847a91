import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteRouteMeta } from '../../core/route.ts';
import type { Db } from '../db/client.ts';
import { snapshotOf, type TaggedAnswer } from './known-tags.ts';

const PUBLIC = 'public, max-age=60, stale-while-revalidate=600';
const VARY = 'Authorization, Accept-Encoding';

/** Sends what a call of one caller has answered; a file as it is, under its name. */
export async function sendSiteAnswer(
  reply: FastifyReply,
  { reads }: SiteRouteMeta,
  output: unknown,
): Promise<FastifyReply> {
  if (reads) reply.header('cache-control', 'private, no-store');
  if (!(output instanceof File)) return sendJson(reply, JSON.stringify(output));
  reply.header('content-disposition', `attachment; filename="${output.name}"`);
  return reply.type(output.type).send(Buffer.from(await output.arrayBuffer()));
}

type PublicAnswer = {
  db: Db;
  /** Tag of the answer while that is known to hold; null otherwise. */
  current: string | null;
  keep: (answer: TaggedAnswer) => void;
  answer: () => Promise<unknown>;
};

/** Returns what sends what every visitor may see, named by a hash of its text: who has it gets a 304, without a look at it if nothing changed. */
export async function answerToEverybody(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { db, current, keep, answer }: PublicAnswer,
): Promise<() => FastifyReply> {
  const had = headers['if-none-match'];
  if (current !== null && knows(had, current)) return () => named(reply, current).code(304).send();
  const snapshot = had === undefined ? null : await snapshotOf(db);
  const body = JSON.stringify(await answer());
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  if (snapshot !== null) keep({ etag, snapshot });
  const isKnown = knows(had, etag);
  return () => {
    named(reply, etag);
    return isKnown ? reply.code(304).send() : sendJson(reply, body);
  };
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

function named(reply: FastifyReply, etag: string): FastifyReply {
  return reply.header('cache-control', PUBLIC).header('etag', etag).header('vary', VARY);
}

function sendJson(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}
