/** Input and context of a request, as its contract declares them. Specification: Wire conventions. */
import { StandardOpenAPICodec } from '@orpc/openapi/standard';
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import type { AnyProcedure } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseField } from '../../core/errors.ts';
import { type Call, NOBODY } from '../context.ts';
import type { Platform } from '../platform.ts';
import { cookieIn } from './cookies.ts';
import { DEVICE_COOKIE, REFRESH_COOKIE, SIGN_ON_COOKIE } from './session.ts';

const codec = new StandardOpenAPICodec(
  new StandardOpenAPISerializer(new StandardOpenAPIJsonSerializer(), new StandardBracketNotationSerializer()),
);

export function inputOf(request: FastifyRequest, procedure: AnyProcedure): Promise<unknown> {
  const { body } = request;
  // A list or a number would be taken for a body that names no field.
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body)))
    refuseField('body', 'The body must be a JSON object');
  const search = request.url.indexOf('?');
  return codec.decode(
    {
      method: isSaidByAddress(request) ? 'GET' : request.method,
      url: { searchParams: new URLSearchParams(search < 0 ? '' : request.url.slice(search)) } as URL,
      headers: request.headers,
      body: async () => request.body,
      signal: undefined,
    },
    request.params as Record<string, string>,
    procedure,
  );
}

/** A HEAD is answered as the read it stands for; a DELETE that has no body says by its address what is meant, as a read does. */
function isSaidByAddress({ method, body }: FastifyRequest): boolean {
  return method === 'HEAD' || (method === 'DELETE' && body === undefined);
}

/** Refuses a key that contradicts the path parameter of its name. */
export function refuseTwoMeanings(
  parameters: readonly string[],
  input: unknown,
  sent: readonly unknown[],
): void {
  for (const name of parameters) {
    const meant = String((input as Record<string, unknown> | undefined)?.[name]);
    for (const part of sent) {
      if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) continue;
      const said = (part as Record<string, unknown>)[name];
      if (String(said) !== meant) refuseField(name, `is ${meant} in the path and different in the body`);
    }
  }
}

/** Returns the context of a call before anybody is admitted: no rights, no rows. */
export function callContext(platform: Platform, request: FastifyRequest, reply: FastifyReply): Call {
  const cookies = isFromElsewhere(request) ? undefined : request.headers.cookie;
  const cookie = (name: string) => cookieIn(platform.config, cookies, name);
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
      refresh_cookie: cookie(REFRESH_COOKIE),
      device_cookie: cookie(DEVICE_COOKIE)?.slice(0, 100) ?? null,
      // The provider leads back from its own site; what was begun there is bound to this browser by a secret.
      sign_on_cookie:
        cookieIn(platform.config, request.headers.cookie, SIGN_ON_COOKIE)?.slice(0, 200) ?? null,
    },
    sent: [request.body, request.query],
    answer: (name, value) => void reply.raw.appendHeader(name, value),
  };
}

function header(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** True for what a page of another origin has sent, as browsers say: its cookies are not its own to use. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  return ['same-site', 'cross-site'].includes(header(headers['sec-fetch-site']) ?? '');
}
