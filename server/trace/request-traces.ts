import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { LoggerOptions } from 'pino';
import { runTraced, type Trace, traceNow, traceOf, traceparent } from './trace.ts';

const traces = new WeakMap<IncomingMessage, Trace>();

export function traceOfRequest(request: IncomingMessage): Trace {
  const known = traces.get(request) ?? traceOf(request.headers['traceparent']);
  traces.set(request, known);
  return known;
}

/** Runs what answers a request within its trace, statements bounded by these seconds, and names the trace in the answer. */
export function carryTraces(app: FastifyInstance, statement_seconds: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const trace = traceOfRequest(request.raw);
    reply.raw.setHeader('traceparent', traceparent(trace));
    runTraced(trace, done, statement_seconds);
  });
  // Once more: what follows a body runs where its bytes came in.
  app.addHook('preValidation', (request, _reply, done) =>
    runTraced(traceOfRequest(request.raw), done, statement_seconds),
  );
}

/** Logs of requests, by themselves: their lines name the trace wherever they are written. */
const named = Symbol('names its trace');

type Named = { [named]?: true };

export function logOfRequest(
  log: FastifyBaseLogger,
  bindings: object,
  options: object,
  request: IncomingMessage,
): FastifyBaseLogger {
  const { trace_id } = traceOfRequest(request);
  const child: FastifyBaseLogger & Named = log.child({ ...bindings, trace_id }, options);
  child[named] = true;
  return child;
}

/** Adds the trace of what is running to each line of a log that does not name it already. */
export const traceOfLine: NonNullable<LoggerOptions['mixin']> = (_line, _level, log) => {
  const trace_id = (log as Named)[named] ? undefined : traceNow();
  return trace_id === undefined ? {} : { trace_id };
};
