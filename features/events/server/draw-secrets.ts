/** The secrets of draws, which nobody reads before the winner is confirmed. Specification: domain.md, "Events and draws". */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Db } from '../../../server/db/client.ts';

const NONCE = 12;
const TAG = 16;

/** 32 random bytes. */
export function newSecret(): Buffer {
  return randomBytes(32);
}

/** Keeps the secret of an event, encrypted with AES-256-GCM and bound to the event's id: moved to another, it does not open. */
export async function keepSecret(db: Db, key: Uint8Array, eventId: number, secret: Buffer): Promise<void> {
  await db
    .insertInto('draw_secrets')
    .values({ event_id: eventId, sealed: seal(key, eventId, secret) })
    .execute();
}

/** The secret of an event. Throws where SECRET_KEY is not the one that it was kept under. */
export async function readSecret(db: Db, key: Uint8Array, eventId: number): Promise<Buffer> {
  const { sealed } = await db
    .selectFrom('draw_secrets')
    .select('sealed')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return unseal(key, eventId, sealed);
}

/** Whether a kept secret opens under this key. */
export function opensSecret(key: Uint8Array, eventId: number, sealed: Buffer): boolean {
  try {
    unseal(key, eventId, sealed);
    return true;
  } catch {
    return false;
  }
}

/** The same secret, kept under another key. Throws where the first does not open it. */
export function resealSecret(
  keys: { from: Uint8Array; to: Uint8Array },
  eventId: number,
  sealed: Buffer,
): Buffer {
  return seal(keys.to, eventId, unseal(keys.from, eventId, sealed));
}

/** Nonce, tag and ciphertext, in this order. */
function seal(key: Uint8Array, eventId: number, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG }).setAAD(boundTo(eventId));
  const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

function unseal(key: Uint8Array, eventId: number, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(boundTo(eventId))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
}

function boundTo(eventId: number): Buffer {
  return Buffer.from(`draw secret of event ${eventId}`);
}
