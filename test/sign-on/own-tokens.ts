/** Tokens that a test writes in the provider's place. */
import { SignJWT } from 'jose';
import type { Oidc } from '../../server/oidc-settings.ts';
import { goThrough } from './sign-on-provider.ts';
import type { useSignOn } from './sign-on-world.ts';

type Claims = Record<string, unknown>;
type Written = {
  /** Changes the claims of a good token. */
  change?: (claims: Claims) => void;
  /** False: the provider does not say that the key is its own. */
  known?: boolean;
  /** Signs in the place of our key. */
  sign?: (claims: Claims) => string;
  settings?: Partial<Oidc>;
  /** Answer of the provider to whoever asks what it knows of the person. */
  userinfo?: (person: { name: string; email: string }) => Claims;
};

/** Signs people on with tokens of our own, which a key of ours signs. */
export function useOwnTokens({ provider, settle, someone, browser }: ReturnType<typeof useSignOn>) {
  const key = crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: 2048,
      publicExponent: new Uint8Array([1, 0, 1]),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  );

  /** Goes through the provider whose token endpoint answers with such a token; answers who went, by which browser and where it was led. */
  return async ({ change, known = true, sign, settings, userinfo }: Written = {}) => {
    const person = await someone();
    const own = browser();
    const address = await own.begin();
    const url = await goThrough(address, person.name);
    const now = Math.floor(Date.now() / 1000);
    const claims: Claims = {
      iss: provider().issuer,
      aud: 'provost',
      sub: person.name,
      iat: now,
      exp: now + 300,
      nonce: new URL(address).searchParams.get('nonce'),
      email: person.email,
      email_verified: true,
    };
    change?.(claims);
    const { privateKey, publicKey } = await key;
    const id_token =
      sign?.(claims) ??
      (await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'ours' }).sign(privateKey));
    const jwk = {
      ...(await crypto.subtle.exportKey('jwk', publicKey)),
      kid: 'ours',
      alg: 'RS256',
      use: 'sig',
    };
    const token = { access_token: 'x', token_type: 'Bearer', id_token };
    settle(settings);
    provider().meanwhile = (request, response) => {
      const { pathname } = new URL(request.url ?? '/', provider().issuer);
      const answer = (body: unknown) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        return true;
      };
      if (pathname === '/jwks' && known) return answer({ keys: [jwk] });
      if (pathname === '/token') return answer(token);
      if (pathname === '/me' && userinfo) return answer({ sub: person.name, ...userinfo(person) });
      return false;
    };
    return { ...person, own, location: await own.comeBack(url) };
  };
}
