/** The loggable part of a request: only known words and numbers. */
import { contract } from '../app.ts';

/** Removes values from an address: `/api/wladmin/user/7?page&name`, and `/set-new-password/…` instead of a token. */
export function withoutValues(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const steps = path.split('/').map((step) => (WORDS.has(step) || /^\d{1,10}$/.test(step) ? step : '…'));
  const names = query.split('&').map((pair) => pair.split('=', 1)[0] ?? '');
  const known = names.filter((name) => name !== '').map((name) => (NAMES.has(name) ? name : '…'));
  return steps.join('/') + (known.length > 0 ? `?${known.join('&')}` : '');
}

/** A route reduced to the parts read here; its own type is too general. */
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

/** All fixed parts of our addresses: anything else came from the sender. */
const WORDS = new Set([...DECLARED.flatMap(({ route }) => route.path.split('/')), ...OTHERS]);
const NAMES = new Set(DECLARED.flatMap(({ inputSchema }) => Object.keys(inputSchema?.shape ?? {})));

export function requestOf({ method, url }: { method?: string; url?: string }) {
  return { method, url: withoutValues(url ?? '') };
}
