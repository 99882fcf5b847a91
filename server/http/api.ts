/** The API: applies the access, transaction and answer that each route's contract declares. */

import { type AnyProcedure, createProcedureClient } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import { type Actor, mayAccess } from '../../core/access.ts';
import { ASK_AGAIN, CODES, Refusal, refuse, SECOND_FACTOR_NEEDED, STEP_UP } from '../../core/errors.ts';
import { READS_REPLICA, type RouteMeta } from '../../core/route.ts';
import { routes } from '../app.ts';
import { type Call, NOBODY } from '../context.ts';
import { answerWhileAway, isOverReplica, readThrough } from '../db/replica/reads.ts';
import { noteWritten } from '../db/replica/written.ts';
import { recordDeniedCall } from '../nouns/denials.ts';
import type { Platform } from '../platform.ts';
import { callContext, inputOf, refuseTwoMeanings } from './call.ts';
import { errorAnswer } from './error-answers.ts';
import { once } from './idempotency.ts';
import { FORM_CALLS, type FormAnswer, mountMultipart } from './multipart.ts';
import { proceduresOf } from './routing.ts';
import { authenticate, refuseSignedOut } from './session.ts';
import { mountSiteApi } from './site-api.ts';
import { refusingUnknown } from './unknown-fields.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Mounts every route by itself, so that no second lookup is needed. */
export async function mountApi(app: FastifyInstance, platform: Platform): Promise<void> {
  const forms = new Map<string, FormAnswer>();
  for (const { path, procedure } of await proceduresOf(routes)) {
    const { method, path: address = '' } = procedure['~orpc'].route;
    const answer = answering(platform, procedure, path);
    const url = address.replaceAll('{', ':').replaceAll('}', '');
    if (FORM_CALLS.has(address)) forms.set(address, { handler: answer });
    // No HEAD beside a GET: the GET that proposes a winner is no read.
    else app.route({ method: method as HTTPMethods, url, exposeHeadRoute: false, handler: answer });
  }
  for (const [address, answer] of await mountSiteApi(app, platform)) forms.set(address, answer);
  await mountMultipart(app, platform, forms);
  app.all('/api/*', async (request, reply) =>
    reply.code(404).send({ message: 'Not found', code: CODES[404], request_id: request.id }),
  );
}

function answering(platform: Platform, procedure: AnyProcedure, path: readonly string[]): Answer {
  const meta = procedure['~orpc'].meta as RouteMeta;
  const route = path.join('.');
  const { path: address = '', method = 'POST', successStatus = 200 } = procedure['~orpc'].route;
  const parameters = Array.from(address.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const { inputSchema, outputSchema } = procedure['~orpc'] as unknown as {
    inputSchema: z.ZodType;
    outputSchema: z.ZodType;
  };
  const refuseUnknown = refusingUnknown(inputSchema, outputSchema);
  const isPolled = 'file_name' in ((inputSchema?.def as z.core.$ZodObjectDef | undefined)?.shape ?? {});
  const call = createProcedureClient(procedure, {
    path: [...path],
    context: ({ call }: { call: Call }) => call,
    interceptors: [
      async (options) => {
        const { context, input } = options;
        if (meta.access === 'public')
          return options.next().catch((error: unknown) => refusedStranger(context, route, error));
        const { platform: over, headers } = context;
        const known = await authenticate(over.database.everything, over.tokenKey, headers.authorization);
        try {
          const allowed: Call = { ...context, ...admit(known, meta, over) };
          if (meta.stepUp && !known?.is_proven && !(isPolled && goesOn(input)))
            refuse(401, ASK_AGAIN, { code: STEP_UP });
          refuseTwoMeanings(parameters, input, context.sent);
          refuseUnknown(input);
          const key = headers.idempotency_key;
          const written = known?.written_lsn ?? null;
          const answer =
            meta.idempotent && key
              ? await once(allowed, { key, route, input }, (tx) => options.next({ ...options, context: tx }))
              : await readThrough(over, { reads: meta.reads, written }, (through) =>
                  options.next({ ...options, context: { ...allowed, ...placeOf(allowed.actor, through) } }),
                );
          if (meta.idempotent || method !== 'GET') await noteWritten(over, allowed);
          return answer;
        } catch (error) {
          // By the primary, whichever has answered.
          recordDeniedCall({ ...context, platform }, known?.actor ?? NOBODY, route, error);
          throw error;
        }
      },
    ],
  });
  return async (request, reply) => {
    const context = callContext(platform, request, reply);
    try {
      const input = await inputOf(request, procedure);
      const output = await answerWhileAway(platform, kindOf(meta, method), (through) => {
        if (isOverReplica(through)) reply.header(...READS_REPLICA);
        const db = through.database.nobody;
        return call(input, { context: { call: { ...context, platform: through, db } } });
      });
      const waits = meta.waits !== undefined && (output as Record<string, unknown>)[meta.waits] === 1;
      return reply
        .code(waits ? 202 : successStatus)
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(output));
    } catch (error) {
      const { status, body } = errorAnswer(error, context);
      if (body.retry_after) reply.header('retry-after', body.retry_after);
      return reply.code(status).send(body);
    }
  };
}

/** Records a stranger who was held back; whom a sign-in refuses, it records itself. */
function refusedStranger(context: Call, route: string, error: unknown): never {
  if (error instanceof Refusal && error.status === 429) recordDeniedCall(context, NOBODY, route, error);
  throw error;
}

/** An export is asked for again and again until it is complete, and asks once who wants it. */
function goesOn(input: unknown): boolean {
  const file_name = (input as { file_name?: unknown } | undefined)?.file_name;
  // Blank is as good as none: the contract trims it.
  return typeof file_name === 'string' && file_name.trim() !== '';
}

function admit(
  known: Awaited<ReturnType<typeof authenticate>>,
  { access, beforeFactor }: RouteMeta,
  platform: Platform,
) {
  if (!known) refuseSignedOut();
  const { actor, session_id, needs_factor } = known;
  if (needs_factor && !beforeFactor)
    refuse(403, 'Set up a second factor on My account first', { code: SECOND_FACTOR_NEEDED });
  if (!mayAccess(actor, access)) refuse(403, 'You may not do this');
  return { actor, session_id, ...placeOf(actor, platform) };
}

function placeOf({ program_id, admin_id }: Actor, platform: Platform): Pick<Call, 'platform' | 'db'> {
  return { platform, db: platform.database.forProgram(program_id, admin_id) };
}

function kindOf({ whileAway }: RouteMeta, method: string): Parameters<typeof answerWhileAway>[1] {
  if (whileAway) return 'stand-in';
  return method === 'GET' ? 'read' : 'write';
}
