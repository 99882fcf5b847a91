/** Passkeys of staff: kept on My account, and shown to sign in, as a second factor, and to step up. Specification: Accounts. */
import { z } from 'zod';
import { moment, oneLine, pathId, text } from '../../../core/fields.ts';
import { route } from '../../../core/route.ts';
import { session } from '../contract.ts';
import { newPasskey, shownPasskey } from '../passkey-schemas.ts';
import { withCodes } from '../second-factor/contract.ts';

export const MOST_PASSKEYS = 20;
export const LONGEST_PASSKEY_NAME = 100;

const passkey = z.object({
  id: z.int(),
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
  /** 1: kept by a password manager or an account of the device's maker, and so on other devices as well. */
  synced: z.literal([0, 1]),
});
export type Passkey = z.infer<typeof passkey>;

/** The only origin at which passkeys work here; null where the installation's public address allows none. */
const origin = z.string().nullable();
const name = oneLine(LONGEST_PASSKEY_NAME).min(1, 'Enter a name');
const none = z.strictObject({}).optional();
/** Options that `navigator.credentials` takes, as JSON (WebAuthn, level 3). */
const options = z.object({ options: z.looseObject({ challenge: z.string() }) });

export const passkeysContract = {
  passkeys: route('signed_in', {
    method: 'GET',
    path: 'account/passkeys',
    beforeFactor: true,
    summary: 'Your passkeys, the oldest first',
    input: none,
    output: z.object({ passkeys: z.array(passkey), origin }),
  }),
  beginPasskey: route('signed_in', {
    method: 'POST',
    path: 'account/passkeys/options',
    beforeFactor: true,
    stepUp: true,
    summary: 'What the browser makes a new passkey with, within five minutes',
    input: none,
    output: options,
  }),
  addPasskey: route('signed_in', {
    method: 'POST',
    path: 'account/passkeys',
    beforeFactor: true,
    summary: 'Add a passkey; with your first factor come recovery codes',
    input: z.strictObject({ passkey: newPasskey, name: name.optional() }),
    output: withCodes.extend({ passkey }),
  }),
  renamePasskey: route('signed_in', {
    method: 'PATCH',
    path: 'account/passkeys/{id}',
    beforeFactor: true,
    summary: 'Rename one of your passkeys',
    input: z.strictObject({ id: pathId, name }),
    output: z.object({ passkey }),
  }),
  removePasskey: route('signed_in', {
    method: 'DELETE',
    path: 'account/passkeys/{id}',
    beforeFactor: true,
    stepUp: true,
    summary: 'Remove one of your passkeys, and with your last factor the recovery codes',
    input: z.strictObject({ id: pathId }),
    output: z.object({ id: z.int() }),
  }),
  passkeyOrigin: route('public', {
    method: 'GET',
    path: 'auth/passkey',
    summary: 'Where passkeys work, if they do',
    input: none,
    output: z.object({ origin }),
  }),
  beginPasskeySignIn: route('public', {
    method: 'POST',
    path: 'auth/passkey/options',
    summary: 'What the browser asks for a passkey with, to sign in within five minutes',
    input: none,
    output: options,
  }),
  signInByPasskey: route('public', {
    method: 'POST',
    path: 'auth/passkey',
    summary: 'Sign in with a passkey alone',
    input: z.strictObject({ passkey: shownPasskey, time_zone: text(64).optional() }),
    output: session,
  }),
  beginPasskeyStepUp: route('signed_in', {
    method: 'POST',
    path: 'auth/step-up/passkey/options',
    beforeFactor: true,
    summary: 'What the browser asks for one of your passkeys with, for what asks again',
    input: none,
    output: options,
  }),
  stepUpByPasskey: route('signed_in', {
    method: 'POST',
    path: 'auth/step-up/passkey',
    beforeFactor: true,
    summary: 'Prove with a passkey who you are, for what asks again',
    input: z.strictObject({ passkey: shownPasskey }),
    output: z.object({ message: z.string() }),
  }),
};
