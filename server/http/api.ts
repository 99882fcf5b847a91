/** The API: applies the access, transaction and answer that each route's contract declares. */

import { StandardOpenAPICodec } from '@orpc/openapi/standard';
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import {
  type AnyProcedure,
  createProcedureClient,
  getRouter,
  isProcedure,
  traverseContractProcedures,
  unlazy,
} from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import { mayAccess } from '../../core/access.ts';
import { CODES, refuse, refuseField } from '../../core/errors.ts';
import type { RouteMeta } from '../../core/route.ts';
import { routes } from '../app.ts';
import { type Call, NOBODY } from '../context.ts';
import { recordDeniedCall } from '../nouns/denials.ts';
import type { Platform } from '../platform.ts';
import { errorAnswer } from './error-answers.ts';
import { once } from './idempotency.ts';
import { FORM_CALLS, mountMultipart } from './multipart.ts';
import { authenticate, REFRESH_COOKIE, refuseSignedOut } from './session.ts';
import { refusingUnknown } from './unknown-fields.ts';

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Mounts every route by itself, so that no second lookup is needed. */
export async function mountApi(app: FastifyInstance, platform: Platform): Promise<void> {
  const declared: (readonly string[])[] = [];
  traverseContractProcedures({ router: routes, path: [] }, ({ path }) => void declared.push(path));
  const forms = new Map<string, Answer>();
  for (const path of declared) {
    const { default: procedure } = await unlazy(getRouter(routes, path));
    if (!isProcedure(procedure)) throw new Error(`${path.join('.')} has no handler`);
    const { method, path: address = '' } = procedure['~orpc'].route;
    const answer = answering(platform, procedure, path);
    const url = address.replaceAll('{', ':').replaceAll('}', '');
    if (FORM_CALLS.has(address)) forms.set(address, answer);
    // No HEAD beside a GET: the GET that proposes a winner is no read.
    else app.route({ method: method as HTTPMethods, url, exposeHeadRoute: false, handler: answer });
  }
  await mountMultipart(app, platform, forms);
  app.all('/api/*', async (request, reply) =>
    reply.code(404).send({ message: 'Not found', code: CODES[404], request_id: request.id }),
  );
}

const codec = new StandardOpenAPICodec(
  new StandardOpenAPISerializer(new StandardOpenAPIJsonSerializer(), new StandardBracketNotationSerializer()),
);

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

function inputOf(request: FastifyRequest, procedure: AnyProcedure): Promise<unknown> {
  const { body } = request;
  // A list or a number would be taken for a body that names no field.
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body)))
    refuseField('body', 'The body must be a JSON object');
  const search = request.url.indexOf('?');
  return codec.decode(
    {
      // A DELETE that has no body says by its address what is meant, as a read does.
      method: request.method === 'DELETE' && request.body === undefined ? 'GET' : request.method,
      url: { searchParams: new URLSearchParams(search < 0 ? '' : request.url.slice(search)) } as URL,
      headers: request.headers,
      body: async () => request.body,
      signal: undefined,
    },
    request.params as Record<string, string>,
    procedure,
  );
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

/** Refuses a key that contradicts the path parameter of its name. */
function refuseTwoMeanings(parameters: readonly string[], input: unknown, sent: readonly unknown[]): void {
  for (const name of parameters) {
    const meant = String((input as Record<string, unknown> | undefined)?.[name]);
    for (const part of sent) {
      if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) continue;
      const said = (part as Record<string, unknown>)[name];
      if (String(said) !== meant) refuseField(name, `is ${meant} in the path and something else beside it`);
    }
  }
}

function callContext(platform: Platform, request: FastifyRequest, reply: FastifyReply): Call {
  return {
    platform,
    actor: NOBODY,
    session_id: null,
    db: platform.database.nobody,
    address: request.ip,
    request_id: request.id,
    headers: {
      authorization: request.headers.authorization,
      idempotency_key: header(request.headers['idempotency-key']),
      user_agent: request.headers['user-agent']?.slice(0, 300) ?? '',
      refresh_cookie: cookie(request.headers.cookie, REFRESH_COOKIE),
    },
    sent: [request.body, request.query],
    answer: (name, value) => void reply.raw.setHeader(name, value),
  };
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function cookie(header: string | undefined, name: string): string | null {
  const pair = header?.split(/;\s*/).find((entry) => entry.startsWith(`${name}=`));
  return pair ? pair.slice(name.length + 1) : null;
}
