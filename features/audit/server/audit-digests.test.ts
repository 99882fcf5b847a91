/** The texts that digests are taken over. Specification: Sealed audit. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { useDatabase } from '../../../test/use-database.ts';
import {
  canonicalJson,
  contentDigest,
  ENTRY_AS_TEXT,
  type EntryText,
  entryDigest,
  sealHash,
} from './audit-digests.ts';

const database = useDatabase();
const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const ENTRY: EntryText = {
  id: '17',
  at: '1764201600123',
  admin_id: '3',
  address: null,
  request_id: 'req-1',
  program_id: '0',
  entity: 'class',
  entity_id: '5',
  action: 'update',
  parent_id: null,
  site_key_id: null,
  trace_id: 'ab'.repeat(16),
  before: '{"name": "Ä", "price": 10.50}',
  after: null,
};

test('are what the documentation says, so that anybody can take them again', () => {
  const salt = Buffer.alloc(16, 1);
  const content = contentDigest(salt, ENTRY);
  expect(content.toString('hex')).toBe(
    sha256(`["audit content 1","${'01'.repeat(16)}","{\\"name\\":\\"Ä\\",\\"price\\":10.50}",null]`),
  );
  const fields = `"17","1764201600123","3",null,"req-1","0","class","5","update",null,null`;
  const digest = entryDigest(ENTRY, content);
  expect(digest.toString('hex')).toBe(
    sha256(`["audit entry 2",${fields},"${ENTRY.trace_id}","${content.toString('hex')}"]`),
  );
  expect(entryDigest(ENTRY, content, 1).toString('hex')).toBe(
    sha256(`["audit entry 1",${fields},"${content.toString('hex')}"]`),
  );
  const facts = { number: 2, sealed_at: '2026-11-27T00:00:00.005Z', entries: 1, format: 2 };
  expect(sealHash(facts, content).update(digest).digest('hex')).toBe(
    sha256(`["audit seal 2","2","${Date.parse(facts.sealed_at)}","1","${content.toString('hex')}"]`, digest),
  );
  expect(sealHash({ ...facts, number: 1, format: 1 }, null).digest('hex')).toBe(
    sha256(`["audit seal 1","1","${Date.parse(facts.sealed_at)}","1",null]`),
  );
});

test('do not depend on the order and the spaces of JSON, and keep each digit of a number', () => {
  expect(canonicalJson('{"b": [1, {"d": null, "c": true}], "a": "x"}')).toBe(
    '{"a":"x","b":[1,{"c":true,"d":null}]}',
  );
  expect(canonicalJson('{"__proto__": 9007199254740993, "2": 1.10, "10": 1e2}')).toBe(
    '{"10":1e2,"2":1.10,"__proto__":9007199254740993}',
  );
  expect(canonicalJson('9007199254740992')).not.toBe(canonicalJson('9007199254740993'));
  expect(canonicalJson(null)).toBeNull();
  expect(canonicalJson('null')).toBe('null');
});

test('are the same whatever a session prints times and JSON like', async () => {
  const owner = new pg.Client(database().urls.owner);
  await owner.connect();
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), async (after) => {
      const text = JSON.stringify(after);
      const { rows } = await owner.query<{ json: string; jsonb: string; twice: string }>(
        `select $1::json::text as json, $1::jsonb::text as jsonb, jsonb_pretty($1::jsonb) as twice`,
        [text],
      );
      expect(canonicalJson(rows[0]?.twice ?? '')).toBe(canonicalJson(rows[0]?.jsonb ?? ''));
    }),
    { numRuns: 100 },
  );
  const db = database().owner;
  const { id } = await db
    .insertInto('audit_entries')
    .values({ entity: 'class', entity_id: '1', action: 'create', at: '2026-03-29T00:30:00.123Z' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const read = async (settings: string) =>
    db.transaction().execute(async (trx) => {
      await sql.raw(settings).execute(trx);
      const { rows } = await sql<EntryText>`
        select ${ENTRY_AS_TEXT} from audit_entries e where e.id = ${id}`.execute(trx);
      return rows;
    });
  const plain = await read('select');
  expect(plain[0]?.at).toBe(String(Date.parse('2026-03-29T00:30:00.123Z')));
  expect(
    await read(
      `set local timezone = 'Asia/Kathmandu'; set local datestyle = 'German'; set local extra_float_digits = -15`,
    ),
  ).toEqual(plain);
  await owner.end();
});
