/** How long a client may take, and how connections end with the server. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CODES } from '../../core/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route bounds the arrival of a form by itself. */
    boundsForms?: boolean;
  }
}

/** Milliseconds in which the headers of a request must have arrived, counted from the connection for the first. */
const LONGEST_HEADERS = 10_000;

/** Milliseconds in which a body must have arrived, 1 MB at most. */
const LONGEST_BODY = 20_000;

/** Milliseconds that a connection may rest while something is sent on it or an answer is worked out. */
const LONGEST_SILENCE = 150_000;

/** Milliseconds that whoever was answered has to read it before the connection is cut. */
const LONGEST_FAREWELL = 3_000;

/** The server's settings. Bodies are timed by `boundArrivals`, since an upload may take longer than others. */
export const TIMEOUTS = {
  http: { headersTimeout: LONGEST_HEADERS, connectionsCheckingInterval: 1_000 },
  requestTimeout: 0,
  connectionTimeout: LONGEST_SILENCE,
  // Longer than the 60 s after which proxies commonly let a resting connection go: they close first.
  keepAliveTimeout: 72_000,
};

/** Answers a body that does not arrive in time with 408 and closes its connection. */
export function boundArrivals(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { boundsForms } = request.routeOptions.config;
    const hasBody = 'transfer-encoding' in raw.headers || Number(raw.headers['content-length'] ?? 0) > 0;
    const isForm = /^multipart\/form-data/i.test(raw.headers['content-type'] ?? '');
    if (hasBody && !(boundsForms && isForm)) {
      const late = setTimeout(() => cut(request, reply), LONGEST_BODY).unref();
      raw.once('close', () => clearTimeout(late));
    }
    done();
  });
}

function cut({ raw, id }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return;
  if (!reply.sent) {
    const body = { message: 'The body did not arrive in time', code: CODES[408], request_id: id };
    void reply.code(408).header('connection', 'close').send(body);
  }
  setTimeout(() => raw.destroy(), LONGEST_FAREWELL).unref();
}

/** Once the server closes, each answer is the last of its connection. */
export function endWithAnswers(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => void (closing = true));
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/**
 * Takes no more connections, answers what is being asked and ends each connection with its answer; whoever has not
 * been answered after so many milliseconds, or has not finished asking, is cut off.
 */
export async function closeWithin(app: FastifyInstance, milliseconds: number): Promise<void> {
  const resting = setInterval(() => app.server.closeIdleConnections(), 100);
  const last = setTimeout(() => app.server.closeAllConnections(), milliseconds);
  try {
    await app.close();
  } finally {
    clearInterval(resting);
    clearTimeout(last);
  }
}
