/** Answer of an authenticator, as it travels: bytes as base64url. Apart from the contract, as `sign-in-schemas.ts`. */
import { z } from 'zod';
import { text } from '../../core/fields.ts';

const bytes = (most: number) => text(most).regex(/^[\w-]+$/, 'must be base64url');

/** Characters of a credential's id, which has at most 1,023 bytes. */
const credentialId = bytes(1_364);
const clientData = bytes(4_000);

export const newPasskey = z.strictObject({
  id: credentialId,
  client_data: clientData,
  attestation: bytes(20_000),
  /** Ways to its authenticator, such as `internal` and `usb`. */
  transports: z.array(text(40).regex(/^[\w-]+$/)).max(10),
});
export type NewPasskey = z.output<typeof newPasskey>;

export const shownPasskey = z.strictObject({
  id: credentialId,
  client_data: clientData,
  authenticator_data: bytes(4_000),
  signature: bytes(8_000),
  user_handle: bytes(200).optional(),
});
export type ShownPasskey = z.output<typeof shownPasskey>;
