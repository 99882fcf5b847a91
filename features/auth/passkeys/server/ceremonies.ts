/** Options that WebAuthn makes, and answers that it checks, by `@simplewebauthn/server`. Specification: Accounts. */
import type { NewPasskey, ShownPasskey } from '../../passkey-schemas.ts';
import { CHALLENGE_MS } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';

/** Loaded with the first passkey: it takes half a second. */
const library = () => import('@simplewebauthn/server');
const decoders = () => import('@simplewebauthn/server/helpers');

/** COSE numbers of the signatures that are taken: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

type Known = { credential_id: Buffer; transports: string[] };
type Account = { email: string; user_handle: Buffer };

/** Options that make a passkey which finds its account by itself, once per authenticator. */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  challenge: string,
  { email, user_handle }: Account,
  known: readonly Known[],
) {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Provost',
    rpID,
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(user_handle),
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
}

/** Options that ask for one of these passkeys; for any of this installation where none is named. */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  challenge: string,
  known: readonly Known[] = [],
) {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(known.length > 0 && { allowCredentials: known.map(descriptor) }),
  });
  return { ...options };
}

/** Returns the challenge that an answer claims to sign; null for what is none, and for one made within another site's page. */
export async function claimedChallenge(client_data: string): Promise<string | null> {
  const { decodeClientDataJSON } = await decoders();
  const claims = await known(async () => decodeClientDataJSON(client_data));
  if (claims?.crossOrigin === true || typeof claims?.challenge !== 'string') return null;
  return claims.challenge;
}

/** Returns what is kept of a new passkey; null for one that is not made for this challenge and installation. */
export async function verifiedPasskey(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { id, client_data, attestation, transports }: NewPasskey,
) {
  const { verifyRegistrationResponse } = await library();
  const info = await known(async () => {
    if (!(await isPlain(attestation))) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: client_data, attestationObject: attestation, transports },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo ?? null;
  });
  if (info?.credential.id !== id) return null;
  return {
    credential_id: Buffer.from(info.credential.id, 'base64url'),
    public_key: Buffer.from(info.credential.publicKey),
    counter: info.credential.counter,
    transports,
    multi_device: info.credentialDeviceType === 'multiDevice',
    backed_up: info.credentialBackedUp,
  };
}

export async function verifiedUse(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { id, client_data, authenticator_data, signature, user_handle }: ShownPasskey,
  { public_key, counter }: { public_key: Buffer; counter: number },
): Promise<{ counter: number; backed_up: boolean } | null> {
  const { verifyAuthenticationResponse } = await library();
  const used = await known(() =>
    verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client_data,
          authenticatorData: authenticator_data,
          signature,
          ...(user_handle !== undefined && { userHandle: user_handle }),
        },
        clientExtensionResults: {},
      },
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      credential: { id, publicKey: new Uint8Array(public_key), counter },
      requireUserVerification: true,
    }),
  );
  if (!used?.verified) return null;
  const { newCounter, credentialBackedUp } = used.authenticationInfo;
  return { counter: newCounter, backed_up: credentialBackedUp };
}

async function isPlain(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await decoders();
  const decoded = decodeAttestationObject(bytesOf(attestation));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** Null where `work` throws, as the library does for whatever it cannot read or does not believe. */
async function known<Value>(work: () => Promise<Value>): Promise<Value | null> {
  return work().catch(() => null);
}

function descriptor({ credential_id, transports }: Known) {
  return { id: credential_id.toString('base64url'), transports };
}

function bytesOf(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}
