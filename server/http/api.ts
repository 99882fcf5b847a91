/** The API: applies the access, transaction and answer that each route's contract declares. */

import { type AnyProcedure, createProcedureClient } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import { mayAccess } from '../../core/access.ts';
import { CODES, refuse } from '../../core/errors.ts';
import type { RouteMeta } from '../../core/route.ts';
import { routes } from '../app.ts';
import { type Call, NOBODY } from '../context.ts';
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
  const { path: address = '', successStatus = 200 } = procedure['~orpc'].route;
  const parameters = Array.from(address.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const { inputSchema, outputSchema } = procedure['~orpc'] as unknown as {
    inputSchema: z.ZodType;
    outputSchema: z.ZodType;
  };
  const refuseUnknown = refusingUnknown(inputSchema, outputSchema);
  const call = createProcedureClient(procedure, {
    path: [...path],
    context: ({ call }: { call: Call }) => call,
    interceptors: [
      async (options) => {
        const { context, input } = options;
        if (meta.access === 'public') return options.next();
        const { platform, headers } = context;
        const known = await authenticate(
          platform.database.everything,
          platform.tokenKey,
          headers.authorization,
        );
        try {
          const allowed: Call = { ...context, ...admit(known, meta, platform) };
          refuseTwoMeanings(parameters, input, context.sent);
          refuseUnknown(input);
          const key = headers.idempotency_key;
          if (!meta.idempotent || !key) return await options.next({ ...options, context: allowed });
          return await once(allowed, { key, route, input }, (tx) =>
            options.next({ ...options, context: tx }),
          );
        } catch (error) {
          recordDeniedCall(context, known?.actor ?? NOBODY, route, error);
          throw error;
        }
      },
    ],
  });
  return async (request, reply) => {
    const context = callContext(platform, request, reply);
    try {
      const output = await call(await inputOf(request, procedure), { context: { call: context } });
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

function admit(
  known: Awaited<ReturnType<typeof authenticate>>,
  { access }: RouteMeta,
  { database }: Platform,
) {
  if (!known) refuseSignedOut();
  if (!mayAccess(known.actor, access)) refuse(403, 'You may not do this');
  const { program_id, admin_id } = known.actor;
  return { ...known, db: database.forProgram(program_id, admin_id) };
}
