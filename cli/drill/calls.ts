import { setTimeout as wait } from 'node:timers/promises';
import { PORTS } from './configs.ts';

const ATTEMPT_TIMEOUT_MS = 5_000;

const PAUSE_MS = 200;

export type Kind = 'sale' | 'refund' | 'payout' | 'read';

/** One attempt; moments as `performance.now` counts, `status` 0 where there was no answer. */
export type Attempt = { kind: Kind; began: number; ended: number; status: number; said: string };

/** An answer that is neither a success nor one that a repetition can mend. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Call = { method?: 'GET' | 'POST'; path: string; body?: unknown; key?: string };

export type Caller = {
  attempts: Attempt[];
  /** Calls as a site until there is an answer; throws a Refused. */
  site<Answer>(kind: Kind, call: Call): Promise<Answer>;
  admin<Answer>(kind: Kind, call: Call): Promise<Answer>;
};

const SITE_KEY = 'demo-site-key';
export const ADMIN = { email: 'superadmin@example.com', password: 'demo-password' };

export function openCaller(): Caller {
  const attempts: Attempt[] = [];
  let token = '';

  const attempt = async (kind: Kind | null, area: string, call: Call, authorization: string) => {
    const { method = 'GET', path, body, key } = call;
    const began = performance.now();
    const { status, said } = await answerOf(`http://127.0.0.1:${PORTS.web}/api/${area}/${path}`, {
      method,
      headers: {
        ...(authorization && { authorization }),
        ...(key && { 'idempotency-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (kind && status !== 401)
      attempts.push({ kind, began, ended: performance.now(), status, said: status < 400 ? '' : said });
    return { status, said };
  };

  const untilAnswered = async <Answer>(ask: () => Promise<{ status: number; said: string }>) => {
    for (;;) {
      const { status, said } = await ask();
      if (status >= 200 && status < 300) return JSON.parse(said) as Answer;
      if (status >= 400 && status < 500 && status !== 429) throw new Refused(status, said);
      await wait(PAUSE_MS);
    }
  };

  const signIn = async () => {
    const call = { method: 'POST', path: 'auth', body: ADMIN } as const;
    ({ token } = await untilAnswered<{ token: string }>(() => attempt(null, 'wladmin', call, '')));
  };

  return {
    attempts,
    site: (kind, call) => untilAnswered(() => attempt(kind, 'site', call, `Bearer ${SITE_KEY}`)),
    admin: async <Answer>(kind: Kind, call: Call) => {
      for (let signIns = 0; ; signIns++) {
        try {
          return await untilAnswered<Answer>(() => attempt(kind, 'wladmin', call, `Bearer ${token}`));
        } catch (error) {
          if (!(error instanceof Refused && error.status === 401) || signIns > 2) throw error;
          await signIn();
        }
      }
    },
  };
}

/** Asks as a site, once; status 0 where there is no answer. */
export function askSite(path: string): Promise<{ status: number; said: string }> {
  const headers = { authorization: `Bearer ${SITE_KEY}` };
  return answerOf(`http://127.0.0.1:${PORTS.web}/api/site/${path}`, { headers });
}

async function answerOf(url: string, request: RequestInit): Promise<{ status: number; said: string }> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS) });
    return { status: response.status, said: await response.text() };
  } catch (error) {
    const { message, cause } = error as Error;
    return { status: 0, said: String((cause as Error | undefined)?.message ?? message) };
  }
}
