/** Keys derived from SECRET_KEY. Specification: Running it. */
import { createHash, createSecretKey, hkdfSync } from 'node:crypto';

/** Derives 32 bytes for one purpose: a leaked key reveals no other. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `provost:${purpose}`, 32));
}

/** Returns the keys that sign sessions, encrypt the secrets of draws, payments and second factors, and make those of example sites. */
export function keysOf(secret: Buffer) {
  return {
    // Made once: raw bytes become a key again at every use, and every call has a token.
    tokenKey: createSecretKey(deriveKey(secret, 'access tokens')),
    drawKey: deriveKey(secret, 'draw secrets'),
    paymentKey: deriveKey(secret, 'payment secrets'),
    factorKey: deriveKey(secret, 'second factors'),
    exampleSiteKey: deriveKey(secret, 'keys of example sites'),
  };
}

/** Returns the SHA-256 by which a secret of many random bits is kept: a site key, a login token. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
