/** Tags of answers for everybody that still hold, so that a 304 needs no look at what it is about. Specification: Sites, reads. */
import { sql } from 'kysely';
import { must } from '../../core/must.ts';
import type { Db } from '../db/client.ts';

/** Tag of an answer, and what the database showed before that was made. */
export type TaggedAnswer = { etag: string; snapshot: string };

/** Milliseconds; what a read says of the clock, as whether an event is live, is as old as caches may make it. */
const LONGEST_AGE_MS = 60_000;
const MOST_ANSWERS = 5000;

/** Answer of one key at one address; the hash alone says whose it is. */
type Place = { key_hash: Buffer; url: string };

export type KnownTags = {
  /** Returns the last answer here, where it is young enough; whether it still holds is the database's to say. */
  find: (place: Place) => TaggedAnswer | null;
  keep: (place: Place, answer: TaggedAnswer) => void;
};

/** Returns the tags that this server knows; `now` is in milliseconds. */
export function knownTags(now: () => number = Date.now): KnownTags {
  const answers = new Map<string, TaggedAnswer & { made_at: number }>();
  const keyOf = ({ key_hash, url }: Place) => `${key_hash.toString('base64')} ${url}`;

  return {
    find(place) {
      const key = keyOf(place);
      const known = answers.get(key);
      if (!known || now() - known.made_at < LONGEST_AGE_MS) return known ?? null;
      answers.delete(key);
      return null;
    },
    keep(place, answer) {
      answers.set(keyOf(place), { ...answer, made_at: now() });
      const [oldest] = answers.keys();
      if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
    },
  };
}

/** Reads what the database shows, before an answer is made. On a replica every transaction from the oldest on counts as under way. */
export async function snapshotOf(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`
    select case when pg_is_in_recovery() then format('%s:%1$s:', pg_snapshot_xmin(shown)) else shown::text end as snapshot
    from pg_current_snapshot() as shown`.execute(db);
  return must(rows[0], 'snapshot').snapshot;
}
