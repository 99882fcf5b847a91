/** How passwords are kept and compared. Specification: Sign-in. */
import { setTimeout as wait } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { limiterByKey } from '../work/limiter.ts';

/** Argon2id, the library's own default kind; 19 MiB and two passes keep a guess expensive. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * One at a time: files, names and compression share the few threads that hashing would otherwise fill. Whoever asks
 * takes turns with the others, so that hundreds of hashes for one hold up nobody else.
 */
const hashing = limiterByKey<string>({ atOnce: 1, perKey: 1, waiting: 1000, waitingPerKey: 60 });

/** `whose` names who takes a turn: an admin, or the network that somebody unknown calls from. 429 for too many at once. */
export function hashPassword(password: string, whose: string): Promise<string> {
  return paced(whose, () => hash(password, COST));
}

/** Hashes of many, two at a time: for work that nobody waits for in front of a screen. */
export async function hashPasswords(passwords: readonly string[]): Promise<string[]> {
  const hashes: string[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < passwords.length; at = next++)
      hashes[at] = await hash(passwords[at] ?? '', COST);
  };
  await Promise.all([work(), work()]);
  return hashes;
}

/**
 * True where the password is the one that was hashed. Without a hash to compare with (an unknown account, or one
 * that was never given a password) it answers false after the same work, so that the time tells nothing.
 */
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

/** Hashes in turn, and rests after each for as long as it took, so that a flood of guesses leaves half a core alone. */
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
