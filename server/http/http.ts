/** The HTTP server: limits, security headers, the API, the web application, health. */
import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fastifyCompress from '@fastify/compress';
import fastifyStatic from '@fastify/static';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import helmet from 'helmet';
import { sql } from 'kysely';
import { CODES } from '../../core/errors.ts';
import manifest from '../../package.json' with { type: 'json' };
import { mounts } from '../app.ts';
import { isOutage, isTimeout } from '../db/outages.ts';
import { answerWhileAway, isOverReplica } from '../db/replica/reads.ts';
import type { Platform } from '../platform.ts';
import { carryTraces, logOfRequest, traceOfRequest } from '../trace/request-traces.ts';
import { traceparent } from '../trace/trace.ts';
import { mountApi } from './api.ts';
import { mountApiDocs } from './api-docs.ts';
import { extentOf } from './bodies/json-depth.ts';
import { boundArrivals, endWithAnswers, TIMEOUTS } from './connections.ts';
import { AWAY, TOO_LONG } from './error-answers.ts';
import { requestOf } from './logged-requests.ts';
import { mountStorage } from './storage.ts';

const WEB = path.join(import.meta.dirname, '../../dist/web');

/** Bytes of the largest JSON body. */
const BODY_LIMIT = 1024 * 1024;

/** Deeper than any payload of the contract; more could exhaust the stack. */
const DEEPEST_JSON = 40;

/** More fields than any payload of the contract has; unknown ones are named in answers. */
const MOST_FIELDS = 10_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a route whose body may have more fields than {@link MOST_FIELDS}, beside its `bodyLimit`. */
    most_fields?: number;
  }
}

type State = {
  isMakingDemo?: () => boolean;
  /** True from the moment at which the process was told to end: a proxy takes it out, and it goes on answering. */
  isDraining?: () => boolean;
};

/** Builds the server without listening. While demo data is made it serves signed-out screens and health, and refuses API calls with a 503. */
export async function buildHttp(
  platform: Platform,
  { isMakingDemo = () => false, isDraining = () => false }: State = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: platform.log.child({}, { serializers: { req: requestOf } }),
    childLoggerFactory: logOfRequest,
    bodyLimit: BODY_LIMIT,
    trustProxy: proxies(platform.config.trustProxy),
    requestIdHeader: false,
    genReqId: () => crypto.randomUUID(),
    forceCloseConnections: 'idle',
    // Who asks on a connection that is still open while the server closes is answered, and it closes with that.
    return503OnClosing: false,
    ...TIMEOUTS,
    routerOptions: { maxParamLength: 2000 },
    // An address that cannot be decoded reaches neither hooks nor the error handler.
    frameworkErrors: answerError,
  }) as unknown as FastifyInstance;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parseJson);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Unless a route says otherwise, what it answers is nobody's to keep.
    reply.raw.setHeader('cache-control', 'no-store');
  });
  carryTraces(app, platform.config.statementTimeout);
  platform.metrics?.watch(app);
  boundArrivals(app);
  endWithAnswers(app);
  app.setErrorHandler<FastifyError>(answerError);
  const protect = securityHeaders(platform);
  app.addHook('onRequest', (request, reply, done) =>
    protect(request.raw, reply.raw, (error) => done(error as Error | undefined)),
  );
  await app.register(fastifyCompress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
  // A worker answers how it is, and nothing else; what ends with the server ends with it as well.
  if (!platform.config.roles.includes('web'))
    app.addHook('onRequest', async (request, reply) => {
      if (HEALTH.has(request.routeOptions.url ?? '')) return;
      await reply.code(404).send({ message: 'Not found', code: CODES[404], request_id: request.id });
    });
  app.addHook('onRequest', async (request, reply) => {
    if (!isMakingDemo() || !/^\/(?:api|storage)\//.test(request.url)) return;
    await reply.code(503).send({ message: MAKING_DEMO, code: CODES[503], request_id: request.id });
  });
  // Whoever calls again does so by it, with the same Idempotency-Key, and not at once.
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after'))
      reply.header('retry-after', isMakingDemo() ? DEMO_TAKES : OUTAGE_TAKES);
  });
  mountHealth(app, platform, { isMakingDemo, isDraining });
  await mountApi(app, platform);
  await mountApiDocs(app);
  mountStorage(app, platform);
  for (const mount of mounts) mount(app, platform);
  await mountWeb(app);
  return app;
}

/** Computed once: the headers are the same for every answer. */
function securityHeaders({ config }: Platform) {
  return helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets styles on elements; no script can be set that way.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pictures of mails, in previews that ask before they load any (docs/decisions/076).
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        connectSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
  });
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = error.statusCode && error.statusCode < 500 ? error.statusCode : 500;
  const slow = isTimeout(error);
  const status = slow || isOutage(error) ? 503 : known;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  const message = slow
    ? TOO_LONG
    : status === 503
      ? AWAY
      : status === 500
        ? 'Something went wrong on our side'
        : error.message;
  const code = CODES[status as keyof typeof CODES] ?? CODES[400];
  void reply
    .code(status)
    .header('x-request-id', request.id)
    .header('traceparent', traceparent(traceOfRequest(request.raw)))
    .header('cache-control', 'no-store')
    .send({ message, code, request_id: request.id });
}

/** Returns Fastify's trust function: the address behind that many proxies. */
function proxies(trusted: Platform['config']['trustProxy']) {
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted;
}

function parseJson(
  request: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, value?: unknown) => void,
): void {
  // Decoded as it is, a letter that is none would become a mark that nobody has sent.
  if (typeof body !== 'string' && !isUtf8(body)) return done(badRequest('The body is not valid UTF-8'));
  const text = String(body);
  if (text === '') return done(null, undefined);
  const { depth, fields } = extentOf(text);
  if (depth > DEEPEST_JSON) return done(badRequest('The body is nested too deeply'));
  const { most_fields = MOST_FIELDS } = request.routeOptions.config;
  if (fields > most_fields) return done(badRequest('The body has too many fields'));
  try {
    done(null, JSON.parse(text));
  } catch {
    done(badRequest('The body is not valid JSON'));
  }
}

function badRequest(message: string): Error {
  return Object.assign(new Error(message), { statusCode: 400 });
}

const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Milliseconds for the database to answer a readiness check. */
const PROBE_TIMEOUT_MS = 2_000;

/** Seconds in `Retry-After` when no connection was free or the demo is unfinished. */
const OUTAGE_TAKES = 5;
const DEMO_TAKES = 30;

/** Message of calls while the demo is being made. */
const MAKING_DEMO = `Demo data is being created. Try again in about ${DEMO_TAKES} seconds.`;

function mountHealth(
  app: FastifyInstance,
  platform: Platform,
  { isMakingDemo, isDraining }: Required<State>,
): void {
  app.get('/healthz', async () => ({
    status: 'ok',
    version: manifest.version,
    making_demo: isMakingDemo(),
  }));
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.code(503).send({ message: 'Shutting down', code: CODES[503] });
    if (isMakingDemo()) return reply.code(503).send({ message: MAKING_DEMO, code: CODES[503] });
    // The pools that requests use: one whose connections are all held answers nobody, and is not ready.
    const probe = async (through: Platform) => {
      const { everything, nobody } = through.database;
      await Promise.all([everything, nobody].map((db) => sql`select from programs limit 1`.execute(db)));
      return isOverReplica(through) ? { status: 'ready', reads: 'replica' } : { status: 'ready' };
    };
    const answered = answerWhileAway(platform, 'read', probe).catch(() => null);
    const ready = await Promise.race([answered, wait(PROBE_TIMEOUT_MS, null, { ref: false })]);
    if (ready) return ready;
    return reply.code(503).send({ message: AWAY, code: CODES[503] });
  });
}

async function mountWeb(app: FastifyInstance): Promise<void> {
  const built = existsSync(path.join(WEB, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: WEB,
      wildcard: false,
      index: false,
      preCompressed: true,
      setHeaders: (response, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  // Every address that is not a file is a screen of the web application.
  app.setNotFoundHandler(async (request, reply) => {
    const isScreen = built && request.method === 'GET' && !/^\/(api|storage|assets)\//.test(request.url);
    if (isScreen) return reply.header('cache-control', 'no-cache').sendFile('index.html', WEB);
    return reply.code(404).send({ message: 'Not found', code: CODES[404], request_id: request.id });
  });
}
