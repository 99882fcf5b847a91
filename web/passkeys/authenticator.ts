/** Passkeys of this browser, by `@simplewebauthn/browser`, which is loaded with the first one. Specification: Accounts. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { NewPasskey, ShownPasskey } from '../../features/auth/passkey-schemas.ts';
import { Failure } from '../ui/failure.ts';

/** True where this browser knows passkeys, at an address that can have them. */
export function knowsPasskeys(): boolean {
  return 'PublicKeyCredential' in window && window.isSecureContext && !IS_IP.test(location.hostname);
}

const IS_IP = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/;

/** Makes a passkey; throws a Failure in words where the person or the device would not. */
export async function makePasskey(options: object): Promise<NewPasskey> {
  const { startRegistration } = await library();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON }).catch(inWords);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, client_data: clientDataJSON, attestation: attestationObject, transports: [...transports] };
}

/** Asks for a passkey; throws as {@link makePasskey}. */
export async function showPasskey(options: object): Promise<ShownPasskey> {
  const { startAuthentication } = await library();
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await startAuthentication({ optionsJSON }).catch(inWords);
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { user_handle: response.userHandle }),
  };
}

const library = () => import('@simplewebauthn/browser');

function inWords(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  throw new Failure(0, { message: WORDS[name] ?? "Your browser couldn't use a passkey. Try again." });
}

const WORDS: Record<string, string> = {
  NotAllowedError: 'No passkey was used: the request was canceled or took too long.',
  AbortError: 'No passkey was used: the request was canceled or took too long.',
  InvalidStateError: 'This device already has a passkey of your account.',
  SecurityError: "Passkeys don't work at this address.",
  NotSupportedError: "This device can't keep passkeys.",
};
