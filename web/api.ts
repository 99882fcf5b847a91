import { createORPCClient } from '@orpc/client';
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query';
import { QueryClient } from '@tanstack/react-query';
import { SECOND_FACTOR_NEEDED, STEP_UP } from '../core/errors.ts';
import type { RouteMeta } from '../core/route.ts';
import {
  accessToken,
  failureFrom,
  isTokenHeld,
  refreshAccessToken,
  renewAccessToken,
  unreachable,
} from './access-token.ts';
import { noteReads } from './replica/reads-replica.ts';
import { askWhoItIs } from './step-up/ask.ts';
import { Failure } from './ui/failure.ts';

/**
 * Returns typed calls of some contracts, each with `queryOptions`, `mutationOptions`, `key` and `call`. Each screen
 * makes its own (`const api = apiOf({ commissions: commissionsContract })`), so that a feature's routes load with its
 * screens; the name begins its query keys and must be the same everywhere. In the browser contracts have no schemas
 * (docs/decisions/035-contracts-travel-as-tables.md): a form that validates by one imports it.
 */
export function apiOf<Contracts extends Record<string, AnyContractRouter>>(contracts: Contracts) {
  const link = new OpenAPILink(contracts, {
    url: window.location.origin,
    headers: (_options, path, input) => {
      const { access, idempotent, intent } = metaOf(contracts, path);
      // What is still on the screen after signing out must not go on asking.
      if (access !== 'public' && !isTokenHeld()) throw new Failure(401, { message: 'You are signed out' });
      return idempotent ? idempotencyHeader(path, intent ? only(intent, input) : input) : {};
    },
    fetch: (request) => send(request),
  });
  const client: JsonifiedClient<ContractRouterClient<Contracts>> = createORPCClient(link);
  return createTanstackQueryUtils(client);
}

/** Reads a path below the API that a noun declares, where no contract is at hand. */
export async function readPath(path: string, { signal }: { signal: AbortSignal }): Promise<object> {
  if (!isTokenHeld()) throw new Failure(401, { message: 'You are signed out' });
  const url = new URL(`/api/wladmin/${path}`, window.location.origin);
  return (await send(new Request(url, { signal }))).json() as Promise<object>;
}

/** Declares a feature's calls, once, in its `web/calls.ts`; `reload` refetches what shows its records. */
export function callsOf<Contract extends AnyContractRouter>(name: string, contract: Contract) {
  const all = apiOf({ [name]: contract }) as Record<string, unknown>;
  const calls = all[name] as RouterUtils<JsonifiedClient<ContractRouterClient<Contract>>>;
  return { calls, reload: () => reloadFeature(name) };
}

/** Refetches what shows a feature's records, by the name its calls were declared with, and the counts of Home. */
export async function reloadFeature(name: string): Promise<void> {
  await Promise.all([[[name]], COUNTS].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

const COUNTS = [['dashboard']];

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && error instanceof Failure && error.status === 0,
      refetchOnWindowFocus: false,
    },
  },
});

/** Sends with the token; after a 401 once more with a new one. */
async function send(request: Request): Promise<Response> {
  const token = await accessToken();
  // Taken out first, so that it can be sent twice and is whole in the browser's own network log.
  const body = request.method === 'GET' ? undefined : await request.arrayBuffer();
  let response = await sendWith(request, body, token);
  if (response.status === 401 && token && !(await asksAgain(response))) {
    const fresh = await refreshAccessToken(token);
    if (fresh) response = await sendWith(request, body, fresh);
  }
  if (response.status === 401 && (await asksAgain(response)) && (await askWhoItIs()))
    response = await sendWith(request, body, await accessToken());
  settleIdempotencyKey(request, response);
  noteReads(response);
  if (response.ok) return response;
  const failure = await failureFrom(response);
  // The settings demand one since this session began: the person is led to it.
  if (failure.code === SECOND_FACTOR_NEEDED) renewAccessToken().catch(() => {});
  throw failure;
}

async function asksAgain(response: Response): Promise<boolean> {
  return (await failureFrom(response.clone())).code === STEP_UP;
}

async function sendWith(
  { url, method, headers, signal }: Request,
  body: ArrayBuffer | undefined,
  token: string | null,
): Promise<Response> {
  if (token) headers.set('authorization', `Bearer ${token}`);
  return fetch(url, { method, headers, signal, body: body?.byteLength ? body : undefined }).catch(
    (error: unknown) => {
      // Query takes back its own requests when a newer one makes them useless.
      if (signal.aborted) throw error;
      throw unreachable();
    },
  );
}

const KEY_HEADER = 'idempotency-key';
const openKeys = new Map<string, string>();

function metaOf(contracts: AnyContractRouter, path: readonly string[]): Partial<RouteMeta> {
  const route = path.reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], contracts);
  return (route as { '~orpc': { meta: Partial<RouteMeta> } })['~orpc'].meta;
}

/** Repeats a call that got no answer under its old key, so that the work is not done twice. */
function idempotencyHeader(path: readonly string[], input: unknown): Record<string, string> {
  const call = JSON.stringify([path, input]);
  const key = openKeys.get(call) ?? randomKey();
  openKeys.set(call, key);
  return { [KEY_HEADER]: key };
}

function only(names: readonly string[], input: unknown): unknown[] {
  return names.map((name) => (input as Record<string, unknown>)[name]);
}

function settleIdempotencyKey(request: Request, response: Response): void {
  const settled = request.headers.get(KEY_HEADER);
  if (!settled || response.status >= 500) return;
  for (const [call, key] of openKeys) if (key === settled) openKeys.delete(call);
}

/** Replaces `crypto.randomUUID`, which is missing over plain HTTP from another machine. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
