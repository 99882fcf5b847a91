import { randomBytes } from 'node:crypto';
import type { Db } from '../../../../server/db/client.ts';
import { decrypt, drawSecretOf, encrypt } from '../../../../server/encryption.ts';

export function newSecret(): Buffer {
  return randomBytes(32);
}

/** Keeps the secret of an event, encrypted with AES-256-GCM and bound to the event's id: moved to another, it does not open. */
export async function keepSecret(db: Db, key: Uint8Array, eventId: number, secret: Buffer): Promise<void> {
  await db
    .insertInto('draw_secrets')
    .values({ event_id: eventId, sealed: encrypt(key, drawSecretOf(eventId), secret) })
    .execute();
}

/** The secret of an event. Throws where SECRET_KEY is not the one that it was kept under. */
export async function readSecret(db: Db, key: Uint8Array, eventId: number): Promise<Buffer> {
  const { sealed } = await db
    .selectFrom('draw_secrets')
    .select('sealed')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return decrypt(key, drawSecretOf(eventId), sealed);
}
