/** Callers that are sites of programs: their keys, their limit, their rights. Specification: Sites, keys. */
import { type CompiledQuery, sql } from 'kysely';
import { refuse } from '../../core/errors.ts';
import type { Locale } from '../../core/locales.ts';
import type { SiteRight, SiteRouteMeta } from '../../core/route.ts';
import type { Db } from '../db/client.ts';
import { isOverReplica } from '../db/replica/reads.ts';
import { hashOfSecret } from '../keys.ts';
import type { Platform } from '../platform.ts';

/** The caller of a site's call: its program, the language of that, and the key it came with; none moves history in. */
export type Site = { program_id: number; default_locale: Locale; key_id: number | null };

/** Returns where what this caller books comes from. */
export function sourceOf({ key_id }: Pick<Site, 'key_id'>): 'site' | 'import' {
  return key_id === null ? 'import' : 'site';
}

/** Seconds that {@link Config.siteCallsPerMinute} is counted over, from a key's first call on. */
const WINDOW_SECONDS = 60;
const IS_OVER = sql`c.since <= provost_now() - make_interval(secs => ${sql.lit(WINDOW_SECONDS)})`;

/** Returns the hash of the key in `Authorization: Bearer`; 401 without one. */
export function keyHashIn(authorization: string | undefined): Buffer {
  return hashOfSecret(keyIn(authorization));
}

/**
 * Returns the site of a key by its hash, and counts the call. `holds` says whether nothing of the program has changed
 * since `snapshot`, and is false without one. Throws a 401 without a key that is known and has not ended, a 429 with the
 * seconds to wait above the limit, a 403 without the route's right, and for what is not a read while the program is
 * switched off. Calls that are refused by the limit do not count; `written` is where the log stood after the key's last write.
 */
export async function admitSite(
  platform: Pick<Platform, 'database' | 'config' | 'replica'>,
  { key_hash, snapshot = null }: { key_hash: Buffer; snapshot?: string | null | undefined },
  { right, reads }: SiteRouteMeta,
): Promise<{ site: Site; holds: boolean; written: string | null }> {
  const { everything } = platform.database;
  const limit = platform.config.siteCallsPerMinute;
  const known = isOverReplica(platform)
    ? await uncountedCall(everything, key_hash)
    : await countCall(everything, key_hash, limit, snapshot);
  if (!known) refuse(401, NO_KEY);
  if (known.calls > limit) {
    const retry_after = Math.max(1, known.wait);
    refuse(429, `This key may call ${limit} times a minute`, { retry_after });
  }
  if (!known.rights.includes(right)) refuse(403, withoutRight(right));
  if (!reads && known.status === 0) refuseProgramOff();
  const { id: key_id, program_id, default_locale, holds, written } = known;
  return { site: { program_id, default_locale, key_id }, holds, written };
}

/**
 * Returns the program of a site that proves itself within a call of its own kind: a key with the right to write. Throws
 * a 401 without one, a 403 while the program is switched off. Such calls are few, wait in a queue of theirs, and do not count.
 */
export async function programBySiteKey(db: Db, authorization: string | undefined): Promise<number> {
  const known = await db
    .selectFrom('site_keys as k')
    .innerJoin('programs as p', 'p.id', 'k.program_id')
    .select(['k.program_id', 'k.rights', 'p.status'])
    .where('k.key_hash', '=', keyHashIn(authorization))
    .where(sql<boolean>`(k.ends_at is null or k.ends_at > provost_now())`)
    .executeTakeFirst();
  if (!known) refuse(401, NO_KEY);
  if (!known.rights.includes('write')) refuse(403, withoutRight('write'));
  if (known.status === 0) refuseProgramOff();
  return known.program_id;
}

const NO_KEY = 'This site key is not valid or has ended';

function keyIn(authorization: string | undefined): string {
  return (
    /^Bearer (\S{1,200})$/i.exec(authorization ?? '')?.[1] ?? refuse(401, 'Send the site key of the program')
  );
}

function refuseProgramOff(): never {
  refuse(403, 'This program is inactive and can only be read', { code: 'PROGRAM_OFF' });
}

function withoutRight(right: SiteRight): string {
  return `This key does not have the right to ${right}`;
}

type KnownKey = {
  id: number;
  program_id: number;
  default_locale: Locale;
  rights: SiteRight[];
  status: number;
  calls: number;
  wait: number;
  holds: boolean;
  written: string | null;
};

type CountedCall = [key_hash: Buffer, limit: number, snapshot: string | null];

/**
 * One statement, as it is asked at every call: finds the key, counts within its minute, notes when it was used, and says
 * whether what was answered before still holds: no change of the program was committed since its snapshot, however long
 * ago the transaction of that began. Its parameters stand in their order.
 */
const countingCall = (...[key_hash, limit, snapshot]: CountedCall) => sql<KnownKey>`
  with given as (
    select ${key_hash}::bytea as key_hash, ${limit}::integer as most, ${snapshot}::pg_snapshot as snapshot
  ), known as (
    select k.id, k.program_id, p.default_locale, k.rights, p.status, k.last_used_at
    from given join site_keys k on k.key_hash = given.key_hash join programs p on p.id = k.program_id
    where k.ends_at is null or k.ends_at > provost_now()
  ), counted as (
    insert into site_key_calls as c (key_id, since, calls) select id, provost_now(), 1 from known
    on conflict (key_id) do update set
      since = case when ${IS_OVER} then excluded.since else c.since end,
      calls = case when ${IS_OVER} then 1 else least(c.calls, (select most from given)) + 1 end
    returning calls, since, written_lsn
  ), used as (
    update site_keys k set last_used_at = provost_now() from known
    where k.id = known.id and coalesce(known.last_used_at, '-infinity') < provost_now() - interval '1 minute'
  )
  select known.id, known.program_id, known.default_locale, known.rights, known.status, counted.calls,
    ceil(extract(epoch from counted.since - provost_now()) + ${sql.lit(WINDOW_SECONDS)})::integer as wait,
    given.snapshot is not null and not exists (select from site_changes c
      where c.program_id = known.program_id and c.xid >= pg_snapshot_xmin(given.snapshot)
        and not pg_visible_in_snapshot(c.xid, given.snapshot)) as holds,
    counted.written_lsn::text as written
  from given, known, counted`;

let compiled: CompiledQuery<KnownKey> | undefined;

/** Putting the text together anew would be a twentieth of what a 304 costs. */
async function countCall(db: Db, ...parameters: CountedCall): Promise<KnownKey | undefined> {
  compiled ??= countingCall(...parameters).compile(db);
  const { rows } = await db.executeQuery<KnownKey>({ ...compiled, parameters });
  return rows[0];
}

/** Finds the key where nothing can be counted: on the replica, while the primary is away. */
async function uncountedCall(db: Db, keyHash: Buffer): Promise<KnownKey | undefined> {
  const { rows } = await sql<KnownKey>`
    select k.id, k.program_id, p.default_locale, k.rights, p.status, 0 as calls, 0 as wait, false as holds,
      null as written
    from site_keys k join programs p on p.id = k.program_id
    where k.key_hash = ${keyHash} and (k.ends_at is null or k.ends_at > provost_now())`.execute(db);
  return rows[0];
}
