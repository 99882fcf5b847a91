/** The log: events without personal data or input. */
import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import { type OutageLog, outageLog } from './outage-log.ts';
import { traceOfLine } from './trace/request-traces.ts';

const LONGEST_MESSAGE = 1000;

/** Keeps an error's message without quoted values, and a request's method; addresses are logged by the HTTP layer only. */
export function openLog(level: string, destination?: DestinationStream) {
  // At the level of errors to its end: whoever reads of the beginning does of the end.
  const outages = outageLog((fields, message) => log.error(fields, message));
  const options: LoggerOptions = {
    level,
    mixin: traceOfLine,
    hooks: {
      logMethod(args, method) {
        const write = () => method.apply(this, args);
        if (!outages.holds(this, args, write)) write();
      },
    },
    serializers: {
      req: ({ method }: { method?: string }) => ({ method }),
      res: answerOf,
      err: (error: unknown) => errorOf(error),
      busboyOptions: () => undefined,
    },
  };
  const log = destination ? pino(options, destination) : pino(options);
  outagesOf.set(log, outages);
  return log;
}

const outagesOf = new WeakMap<object, OutageLog>();

/** Shortens outages of the database in a log to few lines; returns the end of that. */
export function boundOutages(log: object, probe: () => Promise<unknown>): () => void {
  return outagesOf.get(log)?.watch(probe) ?? (() => {});
}

/** True while the database of that log is away. */
export function isAway(log: object): boolean {
  return outagesOf.get(log)?.isUnderWay() ?? false;
}

function answerOf({ statusCode }: { statusCode?: number }) {
  return { statusCode };
}

/** Drops all other properties of an error (rows, packets, recipients, input) from the log. */
function errorOf(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = '', cause } = error;
  return {
    type: name,
    message: withoutQuoted(message),
    ...Object.fromEntries(
      TELLING.flatMap((key) => {
        const value = (error as unknown as Record<string, unknown>)[key];
        return typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [];
      }),
    ),
    stack: stack.split('\n').filter((line) => line.startsWith('    at ')),
    ...(cause === undefined || depth > 3 ? {} : { cause: errorOf(cause, depth + 1) }),
  };
}

/** Properties of errors of ours, PostgreSQL, the mail server and the system that hold no personal data. */
const TELLING = [
  'code',
  'errno',
  'syscall',
  'statusCode',
  'responseCode',
  'command',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
];

/** Cuts from the first quote to the last, or to the end where it is alone: values may hold quotes themselves. */
function withoutQuoted(message: string): string {
  const from = message.indexOf('"');
  const to = message.lastIndexOf('"');
  const rest = to > from ? message.slice(to + 1) : '';
  const unquoted = from < 0 ? message : `${message.slice(0, from)}"…"${rest}`;
  return unquoted
    .slice(0, LONGEST_MESSAGE)
    .split(' ')
    .map((word) => (word.includes('@') ? '…' : word))
    .join(' ');
}
