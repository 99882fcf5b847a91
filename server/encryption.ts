import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

/** Returns nonce, tag and ciphertext, in this order. Decrypts only with the same `of`. */
export function encrypt(key: Uint8Array, of: string, secret: Buffer): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(of));
  const hidden = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

/** Throws for another key or name. */
export function decrypt(key: Uint8Array, of: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(Buffer.from(of))
    .setAuthTag(sealed.subarray(NONCE, NONCE + TAG));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]);
}

/** Returns the name that binds the secret of an event's draw to it, as those below do for other secrets. */
export function drawSecretOf(eventId: number): string {
  return `draw secret of event ${eventId}`;
}

export function paymentSecretOf(userId: number, field: string): string {
  return `payment ${field} of user ${userId}`;
}

export function payoutDetailsOf(payoutId: number): string {
  return `details of payout ${payoutId}`;
}

export function payoutFileOf(batchId: number): string {
  return `file of payout batch ${batchId}`;
}

export function oneTimeCodesOf(adminId: number): string {
  return `one-time codes of admin ${adminId}`;
}

export function webhookSecretOf(webhookId: number): string {
  return `secret of webhook ${webhookId}`;
}
