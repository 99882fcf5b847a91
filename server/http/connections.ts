import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CODES } from '../../core/errors.ts';
import { timeLimit } from '../time-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that bound the arrival of a form themselves. */
    boundsForms?: boolean;
  }
}

/** Milliseconds for the headers of a request to arrive, counted from the connection for the first. */
const HEADERS_TIMEOUT_MS = 10_000;

/** Milliseconds for a body, at most 1 MB, to arrive on an ordinary machine. */
const BODY_TIMEOUT_MS = 20_000;

/** Milliseconds that a connection may be idle during a request or an answer. */
const IDLE_TIMEOUT_MS = 150_000;

/** Milliseconds to read an answer before the connection is cut. */
const ANSWER_READ_MS = 3_000;

export const TIMEOUTS = {
  http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: 1_000 },
  requestTimeout: 0,
  connectionTimeout: IDLE_TIMEOUT_MS,
  // Longer than the 60 s after which proxies commonly let a resting connection go: they close first.
  keepAliveTimeout: 72_000,
};

/** Answers a body that has not arrived after so many milliseconds with 408 and closes its connection. */
export function boundArrivals(app: FastifyInstance, milliseconds = timeLimit(BODY_TIMEOUT_MS)): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { boundsForms } = request.routeOptions.config;
    const hasBody = 'transfer-encoding' in raw.headers || Number(raw.headers['content-length'] ?? 0) > 0;
    const isForm = /^multipart\/form-data/i.test(raw.headers['content-type'] ?? '');
    if (hasBody && !(boundsForms && isForm)) {
      const late = setTimeout(() => cut(request, reply), milliseconds).unref();
      raw.once('close', () => clearTimeout(late));
    }
    done();
  });
}

function cut({ raw, id }: FastifyRequest, reply: FastifyReply): void {
  // A call that was injected is never `complete`, as only a parser of HTTP says so.
  if (raw.complete || raw.readableEnded) return;
  if (!reply.sent) {
    const body = { message: 'The body did not arrive in time', code: CODES[408], request_id: id };
    void reply.code(408).header('connection', 'close').send(body);
  }
  setTimeout(() => raw.destroy(), ANSWER_READ_MS).unref();
}

/** Closes every connection after its answer once the server shuts down. */
export function endWithAnswers(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => void (closing = true));
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** Shuts down: finishes running requests and closes their connections; cuts the rest after the given milliseconds. */
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
