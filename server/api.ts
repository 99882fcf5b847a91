/** The API: every route's access, transaction and answer are decided here, by what its contract declares. */
import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { ORPCError } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CODES, type ErrorBody, refuse } from '../core/errors.ts';
import { mayAccess } from '../core/access.ts';
import type { RouteMeta } from '../core/route.ts';
import { contract, routes } from './app.ts';
import { type Context, NOBODY, type Platform } from './context.ts';
import { errorAnswer } from './error-answers.ts';
import { once } from './idempotency.ts';
import { REFRESH_COOKIE } from '../features/auth/server/refresh-cookie.ts';
import { authenticate } from './session.ts';

type CallContext = Context & { request: FastifyRequest };

/** Mounts the routes of every feature, the OpenAPI document and its reader. */
export async function mountApi(app: FastifyInstance, platform: Platform): Promise<void> {
  const handler = new OpenAPIHandler(routes, {
    clientInterceptors: [
      async ({ next, context, procedure, path, input }) => {
        const call = context as CallContext;
        const meta = procedure['~orpc'].meta as RouteMeta;
        if (meta.access === 'public') return next();
        const allowed: CallContext = { ...call, ...(await admit(call, meta)) };
        const key = call.request.headers['idempotency-key'];
        if (!meta.idempotent || typeof key !== 'string' || key === '') {
          return next({ context: allowed, input, path, procedure } as never);
        }
        return once(allowed, { key, route: path.join('.'), input }, (trx) =>
          next({ context: { ...allowed, db: trx }, input, path, procedure } as never),
        );
      },
    ],
    interceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          const { status, body } = errorAnswer(error, context as CallContext);
          throw new ORPCError(body.code, { status, message: body.message, data: body });
        }
      },
    ],
    customErrorResponseBodyEncoder: (error): ErrorBody =>
      (error.data as ErrorBody | undefined) ?? { message: error.message, code: error.code },
  });
  const openapi = await openapiDocument();

  app.get('/api/openapi.json', async () => openapi);
  app.all('/api/*', async (request, reply) => {
    const { matched } = await handler.handle(request, reply, { context: callContext(platform, request, reply) as never });
    if (!matched) return reply.code(404).send({ message: 'Not found', code: CODES[404], request_id: request.id });
    return reply;
  });
}

/** The OpenAPI document of the whole contract. */
export function openapiDocument() {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  return generator.generate(contract, {
    info: { title: 'Provost', version: '1', description: 'The back office of the marketplace.' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    security: [{ bearer: [] }],
  });
}

async function admit(call: CallContext, { access }: RouteMeta) {
  const { platform, request } = call;
  const known = await authenticate(platform.database.everything, platform.tokenKey, request.headers.authorization);
  if (!known) refuse(401, 'Sign in to go on');
  if (!mayAccess(known.actor, access)) refuse(403, 'You may not do this');
  return { ...known, db: platform.database.forProgram(known.actor.program_id) };
}

function callContext(platform: Platform, request: FastifyRequest, reply: FastifyReply): CallContext {
  return {
    platform,
    request,
    actor: NOBODY,
    session_id: null,
    db: platform.database.nobody,
    address: request.ip,
    request_id: request.id,
    headers: {
      user_agent: request.headers['user-agent']?.slice(0, 300) ?? '',
      refresh_cookie: cookie(request.headers.cookie, REFRESH_COOKIE),
    },
    answer: (name, value) => void reply.raw.setHeader(name, value),
  };
}

function cookie(header: string | undefined, name: string): string | null {
  const pair = header?.split(/;\s*/).find((entry) => entry.startsWith(`${name}=`));
  return pair ? pair.slice(name.length + 1) : null;
}
