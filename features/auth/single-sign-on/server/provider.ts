import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import { must } from '../../../../core/must.ts';
import type { Oidc } from '../../../../server/oidc-settings.ts';
import type { Platform } from '../../../../server/platform.ts';
import { timeLimit } from '../../../../server/time-limits.ts';
import type { SignOnRefusal } from '../rules.ts';
import type { Proofs } from './attempts.ts';

export const CALLBACK = '/api/wladmin/auth/sso/callback';

/** Milliseconds for which what the provider says of itself is believed. */
const DISCOVERY_MS = 60 * 60 * 1000;

/** Seconds for an answer of the provider, and by which its clock may differ. */
const TIMEOUT_SECONDS = 10;
const TOLERANCE_SECONDS = 30;

export class ProviderFailure extends Error {
  readonly reason: SignOnRefusal;

  constructor(reason: SignOnRefusal, cause?: unknown) {
    super(`single sign-on: ${reason}`, { cause });
    this.reason = reason;
  }
}

export type Claims = {
  issuer: string;
  subject: string;
  email: unknown;
  email_verified: unknown;
  groups: unknown;
  /** Ways in which the provider knows who it was, as its token says: `acr` and each of `amr`. */
  strength: unknown[];
  /** Seconds since 1970 at which the person showed the provider who they are. */
  auth_time: unknown;
};

/** Age of a sign-in at the provider that still opens a session here. */
const LONGEST_AGE_SECONDS = 30 * 24 * 60 * 60;

/** Returns the address at the provider; `again` asks whoever is signed in there to prove it anew. Throws a ProviderFailure. */
export async function addressOf(
  platform: Platform,
  { state, nonce, verifier }: Proofs,
  again: boolean,
): Promise<string> {
  const provider = await discovered(platform);
  const { strength } = settingsOf(platform);
  return buildAuthorizationUrl(provider, {
    redirect_uri: `${platform.config.publicUrl}${CALLBACK}`,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(strength && { acr_values: strength.join(' ') }),
    // The provider says when the person has shown who they are where an age is named.
    ...(again ? { prompt: 'login', max_age: '0' } : { max_age: String(LONGEST_AGE_SECONDS) }),
  }).href;
}

/** Exchanges the code of the callback and checks all that was promised: signature, issuer, audience, times, nonce, state. Throws a ProviderFailure. */
export async function claimsOf(
  platform: Platform,
  query: URLSearchParams,
  { state, nonce, verifier }: Proofs,
  again: boolean,
): Promise<Claims> {
  const provider = await discovered(platform);
  const { groups: rights, groupsClaim } = settingsOf(platform);
  const url = new URL(`${platform.config.publicUrl}${CALLBACK}`);
  url.search = query.toString();
  try {
    const tokens = await authorizationCodeGrant(provider, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      // Demands the claim; how old it may be is decided by when the question was asked.
      ...(again && { maxAge: DISCOVERY_MS }),
    });
    const id = must(tokens.claims(), 'claims');
    const isWhole =
      id.email !== undefined && id.email_verified !== undefined && (!rights || id[groupsClaim] !== undefined);
    const told: Record<string, unknown> =
      isWhole || !provider.serverMetadata().userinfo_endpoint
        ? id
        : await fetchUserInfo(provider, tokens.access_token, id.sub);
    const said = { ...told, ...id };
    // Both from one source: what verifies another address verifies nothing.
    const { email, email_verified } = id.email !== undefined && id.email_verified !== undefined ? id : told;
    return {
      issuer: id.iss,
      subject: id.sub,
      email,
      email_verified,
      groups: said[groupsClaim],
      // Of the signed token alone.
      strength: [id.acr, id.amr].flat(),
      auth_time: id.auth_time,
    };
  } catch (error) {
    throw new ProviderFailure(reasonOf(error), error);
  }
}

export function settingsOf({ config }: Platform): Oidc {
  return must(config.oidc, 'settings of single sign-on');
}

function reasonOf(error: unknown): SignOnRefusal {
  if (error instanceof AuthorizationResponseError)
    return error.error === 'access_denied' ? 'cancelled' : 'provider_refused';
  return isAway(error) ? 'provider_away' : 'not_trusted';
}

function isAway(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === 'fetch failed';
  if (!(error instanceof ClientError)) return false;
  const { code, cause } = error;
  return code === 'OAUTH_TIMEOUT' || (cause instanceof Response && cause.status >= 500);
}

type Kept = { asked_at: number; provider: Promise<Configuration> };
const KEPT = new WeakMap<Oidc, Kept>();

/** Asks the provider once an hour what it says of itself, and again after it could not. */
async function discovered(platform: Platform): Promise<Configuration> {
  const settings = settingsOf(platform);
  const kept = KEPT.get(settings);
  if (kept && Date.now() - kept.asked_at < DISCOVERY_MS) return kept.provider;
  // What fails is told to all who wait for it, and asked again by the next.
  const provider = ask(settings).catch((error: unknown) => {
    KEPT.delete(settings);
    throw new ProviderFailure(isAway(error) ? 'provider_away' : 'not_trusted', error);
  });
  KEPT.set(settings, { asked_at: Date.now(), provider });
  return provider;
}

async function ask({ issuer, clientId, clientSecret }: Oidc): Promise<Configuration> {
  const isPlain = issuer.startsWith('http:');
  const provider = await discovery(
    new URL(issuer),
    clientId,
    { client_secret: clientSecret, [clockTolerance]: TOLERANCE_SECONDS },
    (as, ...given) => {
      const takesBasic = as.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true;
      return (takesBasic ? ClientSecretBasic : ClientSecretPost)(clientSecret)(as, ...given);
    },
    // The settings take plain HTTP on this machine alone.
    { timeout: timeLimit(TIMEOUT_SECONDS), execute: isPlain ? [allowInsecureRequests] : [] },
  );
  // Without it the signature of the token would be left to TLS.
  enableNonRepudiationChecks(provider);
  return provider;
}
