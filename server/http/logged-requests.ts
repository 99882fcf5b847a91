/** What is written down of a request: nothing that came from its sender but known words and numbers. */
import { contract } from '../app.ts';

/** An address without its values: `/api/wladmin/user/7?page&name`, and `/set-new-password/…` where a token stood. */
export function withoutValues(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const steps = path.split('/').map((step) => (WORDS.has(step) || /^\d{1,10}$/.test(step) ? step : '…'));
  const names = query.split('&').map((pair) => pair.split('=', 1)[0] ?? '');
  const known = names.filter((name) => name !== '').map((name) => (NAMES.has(name) ? name : '…'));
  return steps.join('/') + (known.length > 0 ? `?${known.join('&')}` : '');
}

/** Of each route the little that is read here; its own type says no more of a route than that it is one of hundreds. */
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

/** What the log keeps of a request. */
export function requestOf({ method, url }: { method?: string; url?: string }) {
  return { method, url: withoutValues(url ?? '') };
}
