import type { FastifyInstance, FastifyReply } from 'fastify';
import { CODES } from '../../../../core/errors.ts';
import type { Platform } from '../../../../server/platform.ts';
import { TYPE_WORDS } from '../../rules.ts';
import { readToken, type Unsubscriber } from './unsubscribe-links.ts';
import { endedBy, type Scope, unsubscribe } from './unsubscribes.ts';

const ADDRESS = '/unsubscribe/:token';

/** Bytes of a form with one field, or of the one click of a mail program. */
const BODY_LIMIT = 4096;

/** `GET /unsubscribe/{token}` asks and changes nothing, as scanners follow links; `POST` ends the mail's type, or `scope=all`. 404 for no link. */
export function mountUnsubscribe(app: FastifyInstance, platform: Platform): void {
  void app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    );
    own.get<{ Params: { token: string } }>(ADDRESS, async (request, reply) => {
      const who = readToken(platform, request.params.token);
      const ended = who && (await endedBy(platform, who.user_id));
      if (!ended) return notThere(reply, request.id);
      return page(reply, ended.includes('all') ? done('all') : asking(who, ended));
    });
    own.post<{ Params: { token: string } }>(ADDRESS, async (request, reply) => {
      const who = readToken(platform, request.params.token);
      if (!who) return notThere(reply, request.id);
      const scope = scopeOf(request.body) === 'all' ? 'all' : who.type;
      const known = await unsubscribe(platform, who, scope, request.ip);
      return known ? page(reply, done(scope)) : notThere(reply, request.id);
    });
  });
}

function scopeOf(body: unknown): string | null {
  return typeof body === 'string' ? new URLSearchParams(body).get('scope') : null;
}

function asking({ type }: Unsubscriber, ended: readonly Scope[]): string {
  const all = `<form method="post"><input type="hidden" name="scope" value="all"><button class="second">Unsubscribe from all</button></form>`;
  if (ended.includes(type)) return `<p>You no longer get emails about ${TYPE_WORDS[type]}.</p>${all}`;
  return `<p>Unsubscribe from emails about ${TYPE_WORDS[type]}?</p>
    <form method="post"><input type="hidden" name="scope" value="type"><button>Unsubscribe</button></form>
    ${all}`;
}

function done(scope: Scope): string {
  const what = scope === 'all' ? 'any of these emails' : `emails about ${TYPE_WORDS[scope]}`;
  return `<p role="status">Done. You no longer get ${what}.</p>
    <p class="small">You still get emails about your account, for example to reset your password.</p>`;
}

function page(reply: FastifyReply, body: string): FastifyReply {
  return reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Email settings</title><style>${STYLE}</style></head>
<body><main><h1>Email settings</h1>${body}</main></body></html>`);
}

const STYLE = `:root{color-scheme:light dark}body{font:17px/1.6 system-ui,sans-serif;margin:0;background:Canvas;color:CanvasText}
main{max-width:32rem;margin:12vh auto;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.3}
button{font:inherit;width:100%;min-height:48px;padding:.5rem 1rem;margin:.5rem 0;border-radius:8px;border:2px solid #1c5d99;background:#1c5d99;color:#fff;cursor:pointer}
button.second{background:transparent;color:inherit}button:focus-visible{outline:3px solid #f9a826;outline-offset:2px}.small{font-size:.9rem}`;

function notThere(reply: FastifyReply, request_id: string): FastifyReply {
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .send({ message: 'Not found', code: CODES[404], request_id });
}
