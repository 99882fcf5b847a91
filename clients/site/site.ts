/** Client of Provost for the site of a program: plain `fetch`, and no dependency. Specification: Sites, the client. */
import type { Calls } from './calls.js';
import { type ItemError, SiteError } from './site-error.js';

export type * from './calls.js';
export { verify, WebhookError, type WebhookHeaders, type WebhookMessage } from './verify.js';
export { type ItemError, SiteError };

/** Settings of a client; the address is that of the office, as in `https://office.example.com`. */
export type SiteOptions = {
  address: string;
  /** A key of the program's site. It belongs on your server, never in a browser. */
  key: string;
  /** Further attempts of a call that may be repeated; 4 unless told. */
  retries?: number;
  /** Milliseconds that one attempt may take; 30,000 unless told. */
  timeout?: number;
  fetch?: typeof fetch;
};

/** Settings of one call; `signal` ends it, its pauses too. */
export type CallOptions = { retries?: number; signal?: AbortSignal };

/** One object of a call that tells one or many, as `ItemOf<'POST charges'>`. */
export type ItemOf<Call extends keyof Calls> = Exclude<Calls[Call]['input'], { items: unknown[] }>;

type Method = 'GET' | 'POST' | 'PATCH';
type PathOf<Known, Verb extends Method> = keyof Known extends infer Call
  ? Call extends `${Verb} ${infer Path}`
    ? Path
    : never
  : never;
type InputOf<Known, Call> = Call extends keyof Known
  ? Known[Call] extends { input: infer Input }
    ? Input
    : never
  : never;
type OutputOf<Known, Call> = Call extends keyof Known
  ? Known[Call] extends { output: infer Output }
    ? Output
    : never
  : never;
type Arguments<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : [input: Input, options?: CallOptions];

/** Paths whose answer is a part of a list and says where the `next` one begins. */
type ListPathOf<Known> = {
  [Path in PathOf<Known, 'GET'>]: OutputOf<Known, `GET ${Path}`> extends { next: string | null }
    ? Path
    : never;
}[PathOf<Known, 'GET'>];
type RowOf<Output> = {
  [Key in keyof Output]: Output[Key] extends readonly (infer Row)[] ? Row : never;
}[keyof Output];

/** Calls of the site contract, by their paths below `/api/site/`. Each throws a {@link SiteError} where it is refused. */
export type Site<Known = Calls> = {
  get<Path extends PathOf<Known, 'GET'>>(
    path: Path,
    ...args: Arguments<InputOf<Known, `GET ${Path}`>>
  ): Promise<OutputOf<Known, `GET ${Path}`>>;
  post<Path extends PathOf<Known, 'POST'>>(
    path: Path,
    ...args: Arguments<InputOf<Known, `POST ${Path}`>>
  ): Promise<OutputOf<Known, `POST ${Path}`>>;
  patch<Path extends PathOf<Known, 'PATCH'>>(
    path: Path,
    ...args: Arguments<InputOf<Known, `PATCH ${Path}`>>
  ): Promise<OutputOf<Known, `PATCH ${Path}`>>;
  /** Iterates over the rows of a list, which are read a part at a time as they are wanted. */
  each<Path extends ListPathOf<Known>>(
    path: Path,
    ...args: Arguments<InputOf<Known, `GET ${Path}`>>
  ): AsyncGenerator<RowOf<OutputOf<Known, `GET ${Path}`>>, void, undefined>;
  /** Iterates over the answers themselves: for a caller who keeps their `next`. */
  parts<Path extends ListPathOf<Known>>(
    path: Path,
    ...args: Arguments<InputOf<Known, `GET ${Path}`>>
  ): AsyncGenerator<OutputOf<Known, `GET ${Path}`>, void, undefined>;
};

/**
 * Returns the calls of a program's site. A call without an answer, with a 503 of ours or a 502 or 504 on the way, is
 * repeated with the same body where that does no harm: what reads, and what carries a `reference`. A 429 is waited
 * for, a minute at most, unless the call carries a password. Throws a TypeError where address or key
 * is missing, or the address does not begin with `http://` or `https://`.
 */
export function createSite<Known = Calls>(options: SiteOptions): Site<Known> {
  const { address, key, retries: usual = 4, timeout = 30_000, fetch = globalThis.fetch } = options;
  if (!address) throw new TypeError('createSite: address is missing');
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new TypeError(`createSite: ${address} is no address that begins with https:// or http://`);
  if (!key) throw new TypeError('createSite: key is missing');
  const base = `${address.replace(/\/$/, '')}/api/site/`;

  const call = async (method: Method, path: string, input: Input = {}, options: CallOptions = {}) => {
    const { url, ...request } = requestOf(method, base, path, input);
    const { retries = usual, signal } = options;
    for (let attempt = 0; ; attempt++) {
      const { answer, failure } = await attemptOnce();
      if (!failure) return answer;
      const wait = waitBefore(attempt, failure, isRepeatable(method, path, input), input);
      if (attempt >= retries || wait === null) throw failure;
      await pause(wait, signal);
    }

    async function attemptOnce(): Promise<{ answer?: unknown; failure?: SiteError }> {
      const limit = AbortSignal.timeout(timeout);
      try {
        const response = await fetch(url, {
          method,
          headers: { authorization: `Bearer ${key}`, accept: 'application/json, */*', ...request.headers },
          body: request.body,
          // A redirect would be followed without the key, or without the body.
          redirect: 'manual',
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        });
        const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '');
        if (!response.ok) return { failure: SiteError.of(response, isJson ? await response.json() : {}) };
        return { answer: isJson ? await response.json() : await response.blob() };
      } catch (error) {
        if (signal?.aborted) throw error;
        return { failure: SiteError.withoutAnswer(error) };
      }
    }
  };

  async function* parts(path: string, input: Input = {}, options: CallOptions = {}) {
    for (let place = {}; ; ) {
      const answer = (await call('GET', path, { ...input, ...place }, options)) as Part;
      yield answer;
      if (typeof answer.next !== 'string' || answer.more === false) return;
      place = 'more' in answer ? { after: answer.next } : { cursor: answer.next };
    }
  }

  async function* each(path: string, input?: Input, options?: CallOptions) {
    for await (const part of parts(path, input, options))
      yield* Object.values(part).find(Array.isArray) ?? [];
  }

  const verb =
    (method: Method) =>
    (...args: [string, Input?, CallOptions?]) =>
      call(method, ...args);
  return { get: verb('GET'), post: verb('POST'), patch: verb('PATCH'), parts, each } as Site<Known>;
}

type Input = Record<string, unknown>;
type Part = { next?: unknown; more?: unknown };

/** Milliseconds of the first pause; each further one is twice as long. */
const FIRST_PAUSE_MS = 300;
const LONGEST_WAIT_SECONDS = 60;
const NO_ANSWER = [0, 502, 503, 504];

/** Puts the input where it belongs: into the path, behind a `?`, or into the body. */
function requestOf(method: Method, base: string, path: string, input: Input) {
  const left = { ...input };
  const placed = path.replace(/\{(\+?)(\w+)\}/g, (_, plus: string, name: string) => {
    const value = textOf(left[name]).replace(plus ? /^\/+/ : '', '');
    delete left[name];
    const steps = plus ? value.split('/') : [value];
    // A step of dots would lead to another call.
    if ((!plus && value === '') || steps.some((step) => /^\.\.?$/.test(step)))
      throw new TypeError(`${path}: ${name} is missing or no part of a path`);
    return steps.map(encodeURIComponent).join('/');
  });
  const told = Object.entries(left).filter(([, value]) => value !== undefined);
  if (method === 'GET') {
    const query = new URLSearchParams();
    for (const [name, value] of told) query.set(name, textOf(value));
    return { url: base + placed + (query.size > 0 ? `?${query}` : ''), headers: {}, body: undefined };
  }
  if (!told.some(([, value]) => value instanceof Blob)) {
    const headers = { 'content-type': 'application/json' };
    return { url: base + placed, headers, body: JSON.stringify(left) };
  }
  const form = new FormData();
  for (const [name, value] of told) form.append(name, value instanceof Blob ? value : textOf(value));
  return { url: base + placed, headers: {}, body: form };
}

/** A path, a query or a form holds words, numbers and flags alone. */
function textOf(value: unknown): string {
  return String((value ?? '') as string | number | boolean);
}

/** True for what can be told twice: reads, who is there, and facts that are known by their references. */
function isRepeatable(method: Method, path: string, input: Input): boolean {
  if (method === 'GET' || path === 'seen' || path.endsWith('/check')) return true;
  const items = Array.isArray(input.items) ? (input.items as Input[]) : [input];
  return (
    items.length > 0 && items.every(({ reference }) => typeof reference === 'string' && reference !== '')
  );
}

/** Milliseconds until the call may be repeated; null where it may not. */
function waitBefore(
  attempt: number,
  { status, retry_after }: SiteError,
  repeatable: boolean,
  input: Input,
): number | null {
  const isPassword = 'password' in input || 'current_password' in input;
  const isBusy = status === 429 && !isPassword;
  if (!isBusy && !(repeatable && NO_ANSWER.includes(status))) return null;
  if (retry_after !== undefined) return retry_after > LONGEST_WAIT_SECONDS ? null : retry_after * 1000;
  // Spread, so that clients which were turned away together do not come back together.
  return FIRST_PAUSE_MS * 2 ** attempt * (0.5 + Math.random() / 2);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
  });
}
