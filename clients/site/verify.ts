/** Messages of webhooks, believed by their signature alone. Specification: Sites, webhooks. */

export type WebhookMessage = {
  /** Kind and event, as `user.changed`; `webhook.test` tells of nothing. */
  type: string;
  /** ISO 8601, of the change. */
  timestamp: string;
  data: {
    /** The id by which the object is read; of a page its path. */
    id: number | string;
    /** The site's own name for it, where it has one. */
    reference: string | null;
    program_id: number;
    change: 'saved' | 'deleted';
  };
};

/** Headers of a request, as `fetch`, Node or a framework has them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A message that was not signed with one of the secrets, or not just now. */
export class WebhookError extends Error {
  override name = 'WebhookError';
}

/** Seconds by which the clocks of both ends may differ, and a message may be late. */
const TOLERANCE_SECONDS = 300;

/** Returns the message of a webhook. `body` as it came, unparsed; `secrets` that count now, two in an overlap, with or without `whsec_`. Throws a {@link WebhookError}. */
export async function verify(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secrets: string | readonly string[],
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  const late = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || late > TOLERANCE_SECONDS)
    throw new WebhookError('The message is too old or too new');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = bytesOf(`${id}.${timestamp}.`, body);
  const tried = signatures
    .split(' ')
    .flatMap((signature) => (signature.startsWith('v1,') ? [signature.slice(3)] : []));
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    const key = await keyOf(secret);
    // What compares is the runtime's, in a time that tells nothing.
    for (const signature of tried) {
      const bytes = fromBase64(signature);
      if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed)))
        return JSON.parse(text) as WebhookMessage;
    }
  }
  throw new WebhookError('The message bears no signature that is known');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value =
    typeof headers.get === 'function' ? headers.get(name) : namedIn(headers as Record<string, unknown>, name);
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first !== 'string' || first === '') throw new WebhookError(`The message has no header ${name}`);
  return first;
}

function namedIn(headers: Readonly<Record<string, unknown>>, name: string): unknown {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return found === undefined ? undefined : headers[found];
}

function keyOf(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) throw new TypeError('A secret of a webhook is whsec_ and Base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(beginning: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const [head, rest] = [
    new TextEncoder().encode(beginning),
    typeof body === 'string' ? new TextEncoder().encode(body) : body,
  ];
  const bytes = new Uint8Array(head.length + rest.length);
  bytes.set(head);
  bytes.set(rest, head.length);
  return bytes;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
