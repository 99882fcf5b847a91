/** The API: every route's access, transaction and answer are decided here, by what its contract declares. */
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { ORPCError } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayAccess } from '../core/access.ts';
import { CODES, refuse } from '../core/errors.ts';
import type { RouteMeta } from '../core/route.ts';
import { routes } from './app.ts';
import { type Context, NOBODY } from './context.ts';
import { recordDeniedCall } from './denials.ts';
import { answeredBody, errorAnswer } from './error-answers.ts';
import { once } from './idempotency.ts';
import { mountMultipart } from './multipart.ts';
import type { Platform } from './platform.ts';
import { authenticate, REFRESH_COOKIE } from './session.ts';

/** Mounts the routes of every feature. */
export async function mountApi(app: FastifyInstance, platform: Platform): Promise<void> {
  const handler = new OpenAPIHandler<Context>(routes, {
    clientInterceptors: [
      async (options) => {
        const { context, path, input } = options;
        const meta = options.procedure['~orpc'].meta as RouteMeta;
        if (meta.access === 'public') return options.next();
        const route = path.join('.');
        const { platform, headers } = context;
        const known = await authenticate(
          platform.database.everything,
          platform.tokenKey,
          headers.authorization,
        );
        try {
          const allowed: Context = { ...context, ...admit(known, meta, platform) };
          const key = headers.idempotency_key;
          if (!meta.idempotent || !key) return await options.next({ ...options, context: allowed });
          return await once(allowed, { key, route, input }, (trx) =>
            options.next({ ...options, context: { ...allowed, db: trx } }),
          );
        } catch (error) {
          recordDeniedCall(context, known?.actor ?? NOBODY, route, error);
          throw error;
        }
      },
    ],
    interceptors: [
      async (options) => {
        try {
          return await options.next();
        } catch (error) {
          const { status, body } = errorAnswer(error, options.context);
          throw new ORPCError(body.code, { status, message: body.message, data: body });
        }
      },
    ],
    customErrorResponseBodyEncoder: answeredBody,
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { matched } = await handler.handle(request, reply, {
      context: callContext(platform, request, reply),
    });
    if (!matched)
      return reply.code(404).send({ message: 'Not found', code: CODES[404], request_id: request.id });
    return reply;
  };
  app.all('/api/*', answer);
  await mountMultipart(app, platform, answer);
}

function admit(
  known: Awaited<ReturnType<typeof authenticate>>,
  { access }: RouteMeta,
  { database }: Platform,
) {
  if (!known) refuse(401, 'Sign in to go on');
  if (!mayAccess(known.actor, access)) refuse(403, 'You may not do this');
  return { ...known, db: database.forProgram(known.actor.program_id) };
}

function callContext(platform: Platform, request: FastifyRequest, reply: FastifyReply): Context {
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
