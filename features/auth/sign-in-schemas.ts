/** Apart from the contract, which every visit loads (docs/decisions/035-contracts-travel-as-tables.md). */
import { z } from 'zod';
import { email, text } from '../../core/fields.ts';
import { shownPasskey } from './passkey-schemas.ts';

/** The shortest password the forms accept; the server may demand more (`PASSWORD_MIN_LENGTH`). */
const PASSWORD_FORM_MINIMUM = 3;
const password = text(200).min(PASSWORD_FORM_MINIMUM);

export const code = text(40).trim().min(1, 'Enter a code');

export const credentials = z.strictObject({
  email,
  password,
  /** Code of the second factor, where the account has one: without it, the answer asks for it. */
  code: code.optional(),
  passkey: shownPasskey.optional(),
  /** IANA time zone of the device, which tells sessions apart. */
  time_zone: text(64).optional(),
});
/** Left out by whoever signs in at the provider alone, who proves it there. */
export const ownPassword = z.strictObject({ password: text(200).optional() });
export const ownPasswordChange = z.strictObject({
  /** Left out by whoever signs in at the provider alone, who proves it there. */
  current_password: text(200).optional(),
  password,
});
export const recovery = z.strictObject({ email });
export const newPassword = z.strictObject({ token: text(200).min(1), password });
