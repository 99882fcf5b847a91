/** The log: what happened, never to whom, nor what anybody typed. */
import { type DestinationStream, pino } from 'pino';
import { contract } from './app.ts';

/** Characters of an error's words that are kept. */
const LONGEST_MESSAGE = 1000;

/** Keeps known words and numbers of an address, names of a query, words of an error outside of quotes. */
export function openLog(level: string, destination?: DestinationStream) {
  const options = {
    level,
    serializers: {
      req: requestOf,
      res: answerOf,
      err: (error: unknown) => errorOf(error),
      busboyOptions: () => undefined,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** An address without its values: `/api/wladmin/user/7?page&name`, and `/set-new-password/…` where a token stood. */
export function withoutValues(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const steps = path.split('/').map((step) => (WORDS.has(step) || /^\d{1,10}$/.test(step) ? step : '…'));
  const names = query.split('&').map((pair) => pair.split('=', 1)[0] ?? '');
  const known = names.filter((name) => name !== '').map((name) => (NAMES.has(name) ? name : '…'));
  return steps.join('/') + (known.length > 0 ? `?${known.join('&')}` : '');
}

type Declared = { '~orpc': { route: { path: string }; inputSchema?: { shape?: object } } };
const DECLARED = Object.values(contract as unknown as Record<string, Record<string, Declared>>).flatMap(
  (feature) => Object.values(feature).map((procedure) => procedure['~orpc']),
);
const OTHERS = [
  '',
  'storage',
  'images',
  'draws',
  'assets',
  'docs',
  'openapi.json',
  'healthz',
  'readyz',
  'index.html',
];

/** The words that addresses are made of: anything else in an address came from somebody. */
const WORDS = new Set([...DECLARED.flatMap(({ route }) => route.path.split('/')), ...OTHERS]);
const NAMES = new Set(DECLARED.flatMap(({ inputSchema }) => Object.keys(inputSchema?.shape ?? {})));

function requestOf({ method, url }: { method?: string; url?: string }) {
  return { method, url: withoutValues(url ?? '') };
}

function answerOf({ statusCode }: { statusCode?: number }) {
  return { statusCode };
}

/** Whatever else an error carries (rows, packets, recipients, what was to be parsed) stays out of the log. */
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

/** What an error of ours, of PostgreSQL, of the mail server or of the system says about itself and nobody else. */
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

/** Values stand in quotes, and may hold quotes themselves: from the first to the last, or to the end where it is alone. */
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
