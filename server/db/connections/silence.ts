/** The end of connections to a host that vanished: it says nothing, and its queries would be waited for for minutes. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/** Milliseconds that a connection may be held before anybody asks whether the database is still there. */
const HELD_MS = 6_000;

/** Milliseconds between two such questions. */
const PAUSE_MS = 2_000;

/** Seconds for the answer, counted one by one: however long this process itself was busy, that is one of them. */
const ANSWER_SECONDS = 9;

/** A new connection under way: `answered` ends once the database has said anything, `end` lets go of it. */
type Reached = { answered: Promise<unknown>; end: (isThere: boolean) => void };

export type Watched = pg.Pool & { clients: Set<pg.PoolClient> };

/** Cuts held connections off where the database does not answer a new one in time; whoever merely works for long goes on. Returns the end. */
export function cutSilence(
  pools: readonly Watched[],
  { reach, cut }: { reach: () => Reached; cut: (client: pg.PoolClient) => void },
): () => void {
  const heldSince = new Map<pg.PoolClient, number>();
  for (const pool of pools) {
    pool.on('acquire', (client) => void heldSince.set(client, performance.now()));
    pool.on('release', (_error, client) => void heldSince.delete(client));
    pool.on('remove', (client) => void heldSince.delete(client));
  }
  let asking = false;
  const look = async () => {
    const now = performance.now();
    if (asking || ![...heldSince.values()].some((since) => now - since > HELD_MS)) return;
    asking = true;
    const { answered, end } = reach();
    const isThere = await Promise.race([answered.then(yes, yes), silence()]);
    end(isThere);
    asking = false;
    if (!isThere) for (const pool of pools) for (const client of pool.clients) cut(client);
  };
  const timer = setInterval(() => void look(), PAUSE_MS).unref();
  return () => clearInterval(timer);
}

/** A refusal is an answer: a host that refuses has ended its connections by itself. */
const yes = () => true;

async function silence(): Promise<false> {
  for (let second = 0; second < ANSWER_SECONDS; second++) await wait(1000, null, { ref: false });
  return false;
}
