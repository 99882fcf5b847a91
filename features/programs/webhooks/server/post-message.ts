import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { timeLimit } from '../../../../server/time-limits.ts';
import { isPrivateHost, leadsToPrivate, PrivateAddress, publicLookup } from './public-addresses.ts';

/** Milliseconds that a receiver has to connect and to answer, on an ordinary machine. */
const ANSWER_TIMEOUT_MS = 10_000;

/** Below the lease of a message. */
const MOST_TIMEOUT_MS = 25_000;

const KEPT_BYTES = 2048;

export type Message = { url: string; message_id: string; payload: string };

/** Answer to a message: it was taken where `error` is null. */
export type Answer = { status: number | null; error: string | null; answer: string | null };

/** Connections to public addresses over TLS alone, and to any. */
const PUBLIC_LOOKUP = publicLookup();
const PUBLIC = new Agent({
  connect: { lookup: PUBLIC_LOOKUP, timeout: timeLimit(ANSWER_TIMEOUT_MS, MOST_TIMEOUT_MS) },
});
const ANY = new Agent({ connect: { timeout: timeLimit(ANSWER_TIMEOUT_MS, MOST_TIMEOUT_MS) } });

/** Sends a message, signed with each secret. Never throws, but where `ending` has been aborted. */
export async function postMessage(
  { url, message_id, payload }: Message,
  secrets: readonly string[],
  { ending, isPrivateAllowed, lookup = PUBLIC_LOOKUP, dispatcher = isPrivateAllowed ? ANY : PUBLIC }: Sending,
): Promise<Answer> {
  const { protocol, hostname } = new URL(url);
  // A host that is written as an address is looked up by nobody.
  if (!isPrivateAllowed && (protocol !== 'https:' || isPrivateHost(hostname)))
    return failed('private_address');
  const now = new Date();
  const signal = AbortSignal.any([
    ending,
    AbortSignal.timeout(timeLimit(ANSWER_TIMEOUT_MS, MOST_TIMEOUT_MS)),
  ]);
  try {
    const { statusCode, headers, body } = await request(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Provost',
        'webhook-id': message_id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': secrets
          .map((secret) => new Webhook(secret).sign(message_id, now, payload))
          .join(' '),
      },
      body: payload,
      signal,
      dispatcher,
    });
    const answer = await beginningOf(body);
    const error = errorOf(statusCode);
    // Nobody goes there; staff are told where the receiver would have had us go.
    const isPrivateGoal =
      error === 'redirect' && !isPrivateAllowed && (await leadsToPrivate(headers.location, url, lookup));
    return { status: statusCode, error: isPrivateGoal ? 'private_address' : error, answer };
  } catch (error) {
    ending.throwIfAborted();
    if (isPrivate(error)) return failed('private_address');
    return failed(signal.aborted || isTimeout(error) ? 'timeout' : 'no_answer');
  }
}

type Sending = {
  ending: AbortSignal;
  isPrivateAllowed: boolean;
  lookup?: LookupFunction;
  dispatcher?: Agent;
};

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'refused';
}

function failed(error: string): Answer {
  return { status: null, error, answer: null };
}

function isPrivate(error: unknown): boolean {
  return error instanceof PrivateAddress || (error instanceof Error && error.cause instanceof PrivateAddress);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && /TIMEOUT/.test(String(Reflect.get(error, 'code')));
}

async function beginningOf(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= KEPT_BYTES) break;
  }
  body.destroy();
  // The database takes no zero byte, and a character that was cut is none.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, KEPT_BYTES)).replaceAll('\0', '');
}
