/** The API: every route's access, transaction and answer are decided here, by what its contract declares. */
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { ORPCError } from '@orpc/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayAccess } from '../core/access.ts';
import { CODES, refuse, refuseField } from '../core/errors.ts';
import type { RouteMeta } from '../core/route.ts';
import { routes } from './app.ts';
import { type Context, NOBODY } from './context.ts';
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
        const allowed: Context = { ...context, ...(await admit(context, meta)) };
        refuseTwoMeanings(options.procedure['~orpc'].route.path ?? '', input, context.sent);
        const key = context.headers.idempotency_key;
        if (!meta.idempotent || !key) return options.next({ ...options, context: allowed });
        return once(allowed, { key, route: path.join('.'), input }, (trx) =>
          options.next({ ...options, context: { ...allowed, db: trx } }),
        );
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

async function admit(call: Context, { access }: RouteMeta) {
  const { platform, headers } = call;
  const known = await authenticate(platform.database.everything, platform.tokenKey, headers.authorization);
  if (!known) refuse(401, 'Sign in to go on');
  if (!mayAccess(known.actor, access)) refuse(403, 'You may not do this');
  return { ...known, db: platform.database.forProgram(known.actor.program_id) };
}

/**
 * A parameter of the path stands over a key of the same name in the body or the query. One that says something else
 * there is refused: the caller means another thing by it, and would never learn that nobody looked.
 */
function refuseTwoMeanings(path: string, input: unknown, sent: readonly unknown[]): void {
  for (const [, name = ''] of path.matchAll(/\{(\w{1,40})\}/g)) {
    const meant = String((input as Record<string, unknown> | undefined)?.[name]);
    for (const part of sent) {
      if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) continue;
      const said = (part as Record<string, unknown>)[name];
      if (String(said) !== meant) refuseField(name, `is ${meant} in the path and something else beside it`);
    }
  }
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
