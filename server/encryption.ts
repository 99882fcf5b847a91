/** Secrets at rest: AES-256-GCM under a key of 32 bytes, bound to what they are the secret of. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** Nonce, tag and ciphertext, in this order. Beside another name than `of` it does not open. */
export function encrypt(key: Uint8Array, of: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(of));
  const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

/** Throws under another key, and for another name. */
export function decrypt(key: Uint8Array, of: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(of))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
}

/** What the secret of an event's draw is bound to. */
export function drawSecretOf(eventId: number): string {
  return `draw secret of event ${eventId}`;
}

/** What a number by which somebody is paid is bound to. */
export function paymentSecretOf(userId: number, field: string): string {
  return `payment ${field} of user ${userId}`;
}

/** What the fields by which a payout goes out are bound to. */
export function payoutDetailsOf(payoutId: number): string {
  return `details of payout ${payoutId}`;
}

/** What the file of a batch of payouts is bound to. */
export function payoutFileOf(batchId: number): string {
  return `file of payout batch ${batchId}`;
}
