/** A provider of OpenID Connect on this machine, whose people sign in by their name, and the browser that goes there. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider from 'oidc-provider';
import type { Oidc } from '../../server/oidc-settings.ts';

export type Person = { email?: unknown; email_verified?: unknown; groups?: unknown };

export type SignOnProvider = {
  issuer: string;
  /** Settings that lead to it. */
  settings(more?: Partial<Oidc>): Oidc;
  /** People by the name they type, which is their subject; read at each sign-in. */
  people: Map<string, Person>;
  /** Answers in its place where it returns true. */
  meanwhile: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  /** Paths that were asked for. */
  asked: string[];
  stop(): Promise<void>;
};

const CLIENT_ID = 'provost';
const CLIENT_SECRET = 'a secret of the provider';

/** Starts a provider that knows one client, who may come back to `redirectUri`; another `host` is another site to browsers. */
export async function startSignOnProvider(redirectUri: string, host = '127.0.0.1'): Promise<SignOnProvider> {
  const people: SignOnProvider['people'] = new Map();
  const server = createServer();
  const issuer = `http://${host}:${await listen(server)}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [await signingKey('of the provider')] },
    cookies: { keys: ['signs the cookies of the provider'] },
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, ...people.get(sub) }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, Grant: 3600, IdToken: 600, Interaction: 600, Session: 3600 },
    pkce: { required: () => true },
  });
  const known: SignOnProvider = {
    issuer,
    settings: (more) => ({
      issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      only: false,
      groupsClaim: 'groups',
      ...more,
    }),
    people,
    meanwhile: null,
    asked: [],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    known.asked.push(path);
    if (known.meanwhile?.(request, response)) return;
    const answered = path.startsWith('/interaction/')
      ? interact(provider, request, response)
      : answer(request, response);
    answered.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return known;
}

/** A key of a provider, with its private part. */
async function signingKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** A form that takes a name; consent is given by it. "Cancel" goes back without one. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === 'consent')
    return consent(provider, request, response, {
      accountId: session?.accountId,
      clientId: params.client_id,
    });
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(FORM);
    return;
  }
  const form = new URLSearchParams(await bodyOf(request));
  const accountId = form.get('name') ?? '';
  const refused = { error: 'access_denied', error_description: 'cancelled' };
  const result = form.has('cancel') ? refused : { login: { accountId } };
  await provider.interactionFinished(request, response, result);
}

async function consent(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  of: { accountId: string | undefined; clientId: unknown },
): Promise<void> {
  const grant = new provider.Grant(of);
  grant.addOIDCScope('openid email profile');
  await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

const FORM = `<!doctype html><html lang="en"><title>Provider</title><form method="post">
<label>Name <input name="name"></label><button>Sign in</button><button name="cancel" value="1">Cancel</button></form></html>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

function listen(server: Server): Promise<number> {
  return new Promise((listening) => {
    server.listen(0, '127.0.0.1', () => listening((server.address() as AddressInfo).port));
  });
}

/** A browser's cookies, for one host: of each name the last. */
export class CookieJar {
  readonly cookies = new Map<string, string>();

  take(setCookie: readonly string[]): void {
    for (const line of setCookie) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  get header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/**
 * Goes through the provider as a browser with these cookies of its: types the name where it is asked for one; null cancels.
 * Answers the address to which it sends back, which is not opened.
 */
export async function goThrough(address: string, name: string | null, jar = new CookieJar()): Promise<URL> {
  const { origin } = new URL(address);
  let next: { url: URL; body?: string } = { url: new URL(address) };
  for (let steps = 0; steps < 12; steps += 1) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: {
        cookie: jar.header,
        ...(next.body && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(next.body && { method: 'POST', body: next.body }),
    });
    jar.take(response.headers.getSetCookie());
    const location = response.headers.get('location');
    if (location) {
      const url = new URL(location, next.url);
      if (url.origin !== origin) return url;
      next = { url };
      continue;
    }
    const text = await response.text();
    if (!text.includes('name="name"'))
      throw new Error(`the provider answered ${response.status}: ${text.slice(0, 300)}`);
    next = {
      url: next.url,
      body: new URLSearchParams(name === null ? { cancel: '1' } : { name }).toString(),
    };
  }
  throw new Error('the provider goes round in circles');
}
