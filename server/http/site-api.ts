/** The API of programs' sites: admits by key before a body is read, then answers as the contract declares. Specification: Sites. */
import { type AnyProcedure, createProcedureClient } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import { refuseField } from '../../core/errors.ts';
import { must } from '../../core/must.ts';
import type { SiteRouteMeta } from '../../core/route.ts';
import { ITEM_SCHEMAS, MOST_ITEMS } from '../../core/sites/told.ts';
import { siteRoutes } from '../app.ts';
import { answerWhileAway, readThrough } from '../db/replica/reads.ts';
import { noteWritten } from '../db/replica/written.ts';
import type { Platform } from '../platform.ts';
import { type KnownTags, knownTags, type TaggedAnswer } from '../sites/known-tags.ts';
import { answerToEverybody, sendSiteAnswer, varyOnce } from '../sites/site-answer.ts';
import { admitSite, keyHashIn, type Site } from '../sites/site-caller.ts';
import { type SiteCall, siteContext } from '../sites/site-context.ts';
import { callContext, inputOf, refuseTwoMeanings } from './call.ts';
import { databaseRefusal } from './database-refusals.ts';
import { errorAnswer } from './error-answers.ts';
import { FORM_CALLS, type FormAnswer } from './multipart.ts';
import { proceduresOf } from './routing.ts';
import { refusingUnknown } from './unknown-fields.ts';

/** Mounts every route of the site contract, and answers those that bring a file, by path: they are mounted as forms are. */
export async function mountSiteApi(
  app: FastifyInstance,
  platform: Platform,
): Promise<Map<string, FormAnswer>> {
  const forms = new Map<string, FormAnswer>();
  await app.register(async (sites) => {
    // Behind what compresses, which has put its own hook into each route by then.
    sites.addHook('onRoute', (route) => {
      route.onSend = [route.onSend ?? [], varyOnce].flat();
    });
    await mountRoutes(sites, platform, forms);
  });
  return forms;
}

async function mountRoutes(
  app: FastifyInstance,
  platform: Platform,
  forms: Map<string, FormAnswer>,
): Promise<void> {
  const tags = knownTags();
  for (const { path, procedure } of await proceduresOf(siteRoutes)) {
    const { method, path: address = '' } = procedure['~orpc'].route;
    const { siteOf, ...answer } = answering(platform, procedure, { path, tags });
    const url = address.replace(REST, '*').replaceAll('{', ':').replaceAll('}', '');
    if (FORM_CALLS.has(address)) forms.set(address, { siteOf, ...answer });
    // Each GET of a site only reads, so a HEAD is answered as it is, without the body.
    else app.route({ method: method as HTTPMethods, url, exposeHeadRoute: method === 'GET', ...answer });
  }
}

/** A last parameter that takes the rest of the path, slashes and all: `{+path}`. */
const REST = /\{\+(\w+)\}$/;

/** Site that calls, its key, the tag of what it asks about while that is known to hold, and where it has written last. */
type Admitted = { site: Site; key_hash: Buffer; current: string | null; written: string | null };

function answering(
  platform: Platform,
  procedure: AnyProcedure,
  { path, tags }: { path: readonly string[]; tags: KnownTags },
) {
  const meta = procedure['~orpc'].meta as SiteRouteMeta;
  const { path: address = '' } = procedure['~orpc'].route;
  const parameters = Array.from(address.matchAll(/\{\+?(\w+)\}/g), ([, name = '']) => name);
  const [, rest] = REST.exec(address) ?? [];
  const { inputSchema, outputSchema } = procedure['~orpc'] as unknown as {
    inputSchema: z.ZodType;
    outputSchema: z.ZodType;
  };
  const refuseUnknown = refusingUnknown(inputSchema, outputSchema);
  const call = createProcedureClient(procedure, {
    path: [...path],
    context: ({ call }: { call: SiteCall }) => call,
  });
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const isPublic = meta.cache === 'public';
  const refused = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = errorAnswer(error, { request_id: request.id, platform });
    if (body.retry_after) reply.header('retry-after', body.retry_after);
    return reply.code(status).send(body);
  };
  return {
    siteOf: (request: FastifyRequest) => admitted.get(request)?.site,
    ...boundsOf(inputSchema),
    // Before the body: whoever may not call is told so, whatever they send.
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        const { url, headers } = request;
        const key_hash = keyHashIn(headers.authorization);
        const known = isPublic && headers['if-none-match'] ? tags.find({ key_hash, url }) : null;
        const { site, holds, written } = await answerWhileAway(
          platform,
          meta.reads ? 'read' : 'write',
          (through) => admitSite(through, { key_hash, snapshot: known?.snapshot }, meta),
        );
        admitted.set(request, { site, key_hash, current: known && holds ? known.etag : null, written });
      } catch (error) {
        return refused(error, request, reply);
      }
      return undefined;
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { site, key_hash, current, written } = must(admitted.get(request), 'a call that was admitted');
      const over = async (through: Platform) => {
        const context = siteContext(callContext(through, request, reply), site, databaseRefusal);
        const answer = async () => {
          if (!meta.reads) refuseParameters(request);
          const input = await inputOf(request, procedure);
          refuseTwoMeanings(parameters, input, context.sent);
          refuseUnknown(input);
          return call(input, { context: { call: context } });
        };
        if (!isPublic) {
          const output = await answer();
          return () => sendSiteAnswer(reply, meta, output);
        }
        const keep = (made: TaggedAnswer) => tags.keep({ key_hash, url: request.url }, made);
        return answerToEverybody(request, reply, { db: context.db, current, keep, answer });
      };
      try {
        if (rest) request.params = { [rest]: (request.params as Record<string, string>)['*'] };
        // What is the same for every visitor may be a moment old: caches keep it for longer.
        const reads = isPublic ? 'replica' : undefined;
        // Sent once, however often it was begun.
        const send = await answerWhileAway(platform, meta.reads ? 'read' : 'write', (through) =>
          readThrough(through, { reads, written }, over),
        );
        if (!meta.reads) await noteWritten(platform, site);
        return await send();
      } catch (error) {
        return refused(error, request, reply);
      }
    },
  };
}

/** Refuses parameters in the address of what does not only read: all that such a call takes stands in its body. */
function refuseParameters({ query }: FastifyRequest): void {
  const [name] = Object.keys(query as object);
  if (name !== undefined) refuseField(name, `The address does not take ${JSON.stringify(name)}`);
}

/** Bytes and fields that an object of a call may have, on average; people have many, with their categories. */
const ITEM_BYTES = 2048;
const ITEM_FIELDS = 20;
const MOST_FIELDS_OF_MANY = 25_000;

/** Returns the bounds of the body of a call that tells more at once than others hold; only a key comes as far as that. */
function boundsOf(inputSchema: z.ZodType): { bodyLimit?: number; config?: { most_fields: number } } {
  const { most } = ITEM_SCHEMAS.get(inputSchema) ?? {};
  if (most === undefined) return {};
  const most_fields = Math.max(most * ITEM_FIELDS, MOST_FIELDS_OF_MANY);
  return { ...(most > MOST_ITEMS && { bodyLimit: most * ITEM_BYTES }), config: { most_fields } };
}
