import { setTimeout as wait } from 'node:timers/promises';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { must } from '../../core/must.ts';
import { limiterByKey } from '../work/limiter.ts';

/** Argon2id, the library's default; 19 MiB and two passes make guessing expensive. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One hash at a time, since hashing would fill Node's few threads; callers take turns, so that many for one delay nobody else. */
const hashing = limiterByKey<string>({ atOnce: 1, perKey: 1, waiting: 1000, waitingPerKey: 60 });

/** The hash of an account whose password is still to be chosen: no password matches it. */
export const NO_PASSWORD = '-';

/** The hash of an account that was invited and came by single sign-on instead: no password matches it either. */
export const NO_PASSWORD_NEEDED = '*';

/** `whose` is the key of the turns: an admin, or the network of an unknown caller. Throws a 429 for too many at once. */
export function hashPassword(password: string, whose: string): Promise<string> {
  return paced(whose, () => hash(password, COST));
}

/** Returns the hash by which a code that is shorter than a key is kept: the same for the same salt. */
export function hashOfCode(code: string, salt: Uint8Array): Promise<Buffer> {
  return hashRaw(code, { ...COST, salt });
}

/** Hashes many passwords, two at a time, for background work. */
export async function hashPasswords(passwords: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < passwords.length; at = next++)
      hashes[at] = await hash(must(passwords[at], 'password'), COST);
  };
  await Promise.all([work(), work()]);
  return hashes;
}

/** True where the password matches. Without a hash it returns false after the same work, so that timing reveals nothing. */
export async function passwordMatches(
  kept: string | undefined,
  password: string,
  whose: string,
): Promise<boolean> {
  const comparable = kept?.startsWith('$argon2id$') ?? false;
  const comparedWith = comparable && kept ? kept : await nobodysHash;
  const matches = await paced(whose, () => verify(comparedWith, password));
  return comparable && matches;
}

/** Hashes in turn, with a pause as long as each hash, so that a flood of guesses takes at most half a core. */
function paced<Result>(whose: string, work: () => Promise<Result>): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  hashing(whose, async () => {
    const begun = performance.now();
    const working = work();
    resolve(working);
    await working.catch(() => {});
    await wait(performance.now() - begun);
  }).catch(reject);
  return promise;
}

const nobodysHash = hashPassword(crypto.randomUUID(), 'nobody');
