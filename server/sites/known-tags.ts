/** Tags of answers for everybody that still hold, so that a 304 needs no second look at what it is about. Specification: Sites, reads. */
import { sql } from 'kysely';
import { must } from '../../core/must.ts';
import type { SiteCall } from './site-context.ts';

/** Tag of an answer, and what the database showed when that was made. */
type TaggedAnswer = { etag: string; snapshot: string; made_at: number };

/** Milliseconds; what a read says of the clock, as whether an event is live, is as old as caches may make it. */
const AGE = 60_000;
const MOST_ANSWERS = 5000;

export type KnownTags = {
  /** Returns the tag of the answer at this address while nothing of the program has changed since; null otherwise. */
  current: (call: SiteCall, address: string) => Promise<string | null>;
  /** Reads what the database shows now, before an answer is made. */
  snapshot: (call: SiteCall) => Promise<string>;
  keep: (call: SiteCall, address: string, answer: { etag: string; snapshot: string }) => void;
};

/** Returns the tags that this server knows; `now` is in milliseconds. */
export function knownTags(now: () => number = Date.now): KnownTags {
  const answers = new Map<string, TaggedAnswer>();
  const keyOf = ({ site }: SiteCall, address: string) => `${site.program_id} ${address}`;

  return {
    async current(call, address) {
      const key = keyOf(call, address);
      const known = answers.get(key);
      if (!known) return null;
      if (now() - known.made_at < AGE && !(await hasChanged(call, known.snapshot))) return known.etag;
      answers.delete(key);
      return null;
    },
    async snapshot({ db }) {
      const { rows } = await sql<{ snapshot: string }>`
        select pg_current_snapshot()::text as snapshot`.execute(db);
      return must(rows[0], 'snapshot').snapshot;
    },
    keep(call, address, { etag, snapshot }) {
      answers.set(keyOf(call, address), { etag, snapshot, made_at: now() });
      const [oldest] = answers.keys();
      if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
    },
  };
}

/** True once a change of the program has been committed since, however long ago its transaction began. */
async function hasChanged({ db, site }: SiteCall, snapshot: string): Promise<boolean> {
  const { rows } = await sql<{ changed: boolean }>`
    select exists (select from site_changes c
      where c.program_id = ${site.program_id} and c.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
        and not pg_visible_in_snapshot(c.xid, ${snapshot}::pg_snapshot)) as changed`.execute(db);
  return must(rows[0], 'answer about changes').changed;
}
