/**
 * Digests of the sealed audit, all of them SHA-256. Specification: Sealed audit.
 *
 * Each is taken over UTF-8 text that depends on the stored values alone, never on a session's time zone, language or style of
 * printing. A list is a JSON array of strings and nulls without spaces:
 *
 * - content: `["audit content 1", salt in hex, before, after]`, both as canonical JSON: no spaces, keys in the order of their
 *   UTF-16 code units, strings as ECMAScript writes them, numbers with the digits that are stored;
 * - entry: `["audit entry 1", id, at, admin_id, address, request_id, program_id, entity, entity_id, action, parent_id,
 *   site_key_id, content digest in hex]`, numbers in decimals, `at` in milliseconds since 1970 UTC; in seals of format 2
 *   `"audit entry 2"`, and `trace_id` before the content digest;
 * - seal: `["audit seal 1" or, by its format, "audit seal 2", number, sealed_at, entries, hash of the seal before in hex]`, `sealed_at` as `at`, the hash before the
 *   first as null; and behind it the digests of its entries, 32 bytes each, by ascending id.
 *
 * The content stands in the entry by its digest alone, so that an entry whose person was erased still verifies.
 */
import { createHash, type Hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/** An entry with all columns as text, as {@link ENTRY_AS_TEXT} reads them. */
export type EntryText = {
  id: string;
  at: string;
  admin_id: string | null;
  address: string | null;
  request_id: string | null;
  program_id: string;
  entity: string;
  entity_id: string;
  action: string;
  parent_id: string | null;
  site_key_id: string | null;
  trace_id: string | null;
  before: string | null;
  after: string | null;
};

/** Columns of the audit entry `e`. */
export const ENTRY_AS_TEXT: RawBuilder<unknown> = sql`e.id::text as id,
  trunc(extract(epoch from e.at) * 1000)::text as at, e.admin_id::text as admin_id, e.address, e.request_id,
  e.program_id::text as program_id, e.entity, e.entity_id, e.action, e.parent_id::text as parent_id,
  e.site_key_id::text as site_key_id, e.trace_id, e.before::text as before, e.after::text as after`;

/** Returns the digest of an entry's before and after under its salt of 16 bytes. */
export function contentDigest(salt: Buffer, { before, after }: Pick<EntryText, 'before' | 'after'>): Buffer {
  return hashOf([
    'audit content 1',
    salt.toString('hex'),
    canonicalJson(before),
    canonicalJson(after),
  ]).digest();
}

/** Format of seals that are made now; those of format 1 are of versions whose entries had no trace. */
export const SEAL_FORMAT = 2;

/** Returns the digest of an entry in a seal of that format, its content by its own digest. */
export function entryDigest(
  entry: Omit<EntryText, 'before' | 'after'>,
  content: Buffer,
  format = SEAL_FORMAT,
): Buffer {
  const { id, at, admin_id, address, request_id, program_id } = entry;
  const { entity, entity_id, action, parent_id, site_key_id } = entry;
  const author = [id, at, admin_id, address, request_id, program_id];
  const change = [entity, entity_id, action, parent_id, site_key_id];
  const trace = format === 1 ? [] : [entry.trace_id];
  return hashOf([`audit entry ${format}`, ...author, ...change, ...trace, content.toString('hex')]).digest();
}

/** `sealed_at` as ISO 8601 in UTC. */
export type SealFacts = { number: number; sealed_at: string; entries: number; format: number };

/** Begins the hash of a seal; the digests of its entries follow with `update`. `before` is the hash of the seal before. */
export function sealHash({ number, sealed_at, entries, format }: SealFacts, before: Buffer | null): Hash {
  const facts = [String(number), String(Date.parse(sealed_at)), String(entries)];
  return hashOf([`audit seal ${format}`, ...facts, before?.toString('hex') ?? null]);
}

function hashOf(list: readonly (string | null)[]): Hash {
  return createHash('sha256').update(JSON.stringify(list));
}

/** Returns JSON text in the form that is hashed; null stays null. */
export function canonicalJson(text: string | null): string | null {
  return text === null ? null : written(parseWithDigits(text, keepDigits));
}

/** A number as it stands in the text: as a float it could be another. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown, source: { source?: string }) => unknown;
const parseWithDigits = JSON.parse as (text: string, reviver: Reviver) => unknown;
const keepDigits: Reviver = (_key, value, { source }) =>
  typeof value === 'number' ? new Digits(source ?? String(value)) : value;

function written(value: unknown): string {
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${written(field)}`).join(',')}}`;
}
