/** The keys that follow from SECRET_KEY. Specification: Running it. */
import { createSecretKey, hkdfSync } from 'node:crypto';

/** 32 bytes for one purpose: a key that leaks from one use tells nothing of another's. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `provost:${purpose}`, 32));
}

/** What a server signs sessions by, and seals the secrets of draws and of payments with. */
export function keysOf(secret: Buffer) {
  return {
    // Made once: raw bytes become a key again at every use, and every call has a token.
    tokenKey: createSecretKey(deriveKey(secret, 'access tokens')),
    drawKey: deriveKey(secret, 'draw secrets'),
    paymentKey: deriveKey(secret, 'payment secrets'),
  };
}
