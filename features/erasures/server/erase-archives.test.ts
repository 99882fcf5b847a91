/** Archives of the audit forget whom the database forgets, wherever it is killed, and still verify. */
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { asSystem } from '../../../server/context.ts';
import { type Database, openDatabase } from '../../../server/db/client.ts';
import type { Platform } from '../../../server/platform.ts';
import { useTestApp } from '../../../test/harness.ts';
import { makePersonEverywhere, placesOf } from '../../../test/rows/person-everywhere.ts';
import { until } from '../../../test/until.ts';
import { archiveAudit, archivedEntries } from '../../audit/server/audit-archives.ts';
import { sealAudit } from '../../audit/server/audit-seals.ts';
import { verifyAudit } from '../../audit/server/audit-verification.ts';
import { eraseDue } from './erase.ts';

const app = useTestApp();
let owners: Database | undefined;
afterAll(() => owners?.close());

/** As the command that archives. */
function owner() {
  const { ownerUrl } = app();
  owners ??= openDatabase({ global: ownerUrl, scoped: ownerUrl, site: ownerUrl }, 4);
  return owners.everything;
}

const context = () => asSystem(app().platform, 'test');

/** Somebody whom old entries of the audit name, which lie in an archive. */
async function archived() {
  const call = await app().as({ permissions: ['superadmin'] });
  const person = await makePersonEverywhere(app(), call);
  const named = `${person.first_name} ${person.last_name}`;
  await sql`
    insert into audit_entries (at, entity, entity_id, action, before, after)
    select now() - interval '2 years', d.entity, '1', 'update', d.document, d.document || '{"price": 12.50}'
    from (values ('class', jsonb_build_object('class_name', ${`Taught by ${named}`}::text)),
      ('coupon', jsonb_build_object('note', ${`for ${person.email}, ${person.phone}`}::text)),
      ('refund_request', jsonb_build_object('user_id', ${person.id}::integer, 'reason', ${`As ${person.first_name} said`}::text)),
      ('event', '{"name": "Of nobody"}')) d (entity, document)`.execute(owner());
  await sealAudit(context());
  expect((await archiveAudit({ ...context(), db: owner() }, 365)).entries).toBeGreaterThanOrEqual(4);
  expect(await saying(person.wanted)).not.toEqual([]);
  return { call, person };
}

/** Archived entries that say one of the texts. */
async function saying(texts: readonly string[]): Promise<string[]> {
  const { database, files } = app().platform;
  const always = { from: '1970-01-01T00:00:00Z', until: '2100-01-01T00:00:00Z' };
  const lines: string[] = [];
  for await (const line of archivedEntries(database.everything, files, always)) lines.push(line);
  return lines.filter((line) => texts.some((text) => line.includes(text)));
}

async function finish(platform: Platform = app().platform): Promise<void> {
  await until(async () => {
    await eraseDue(platform);
    const open = app()
      .platform.database.everything.selectFrom('erasures')
      .select('id')
      .where('state', '=', 'running');
    expect(await open.execute()).toEqual([]);
  });
}

test('an erasure rewrites the archives that name the person, which verify as erased', async () => {
  const { call, person } = await archived();
  const lines = await saying(['']);
  expect((await call('POST', `user/${person.id}/erasure`, { email: person.email })).status).toBe(200);
  await finish();
  expect(await saying(person.wanted)).toEqual([]);
  expect(await placesOf(app(), person.wanted)).toEqual([]);
  const after = await saying(['']);
  expect(after.length).toBeGreaterThanOrEqual(lines.length);
  await sealAudit(context());
  const verified = await verifyAudit(context());
  expect(verified.broken).toBeNull();
  expect(verified.erased).toBeGreaterThan(0);
  const untouched = after.filter((line) => !line.includes('"erased": true'));
  expect(lines).toEqual(expect.arrayContaining(untouched));
});

test('killed once the file is written, it notes in the next pass what the file says', async () => {
  const { call, person } = await archived();
  expect((await call('POST', `user/${person.id}/erasure`, { email: person.email })).status).toBe(200);
  const { platform } = app();
  const { files } = platform;
  let written = 0;
  const killed: Platform = {
    ...platform,
    files: {
      ...files,
      put: async (to, bytes) => {
        await files.put(to, bytes);
        if (!to.startsWith('audit/')) return;
        written += 1;
        throw new Error('killed');
      },
    },
  };
  await until(async () => {
    expect(await eraseDue(killed)).toHaveLength(1);
    expect(written).toBeGreaterThan(0);
  });
  expect((await verifyAudit(context())).broken).toMatch(/^Entry \d+ was changed$/);
  await finish();
  expect(await saying(person.wanted)).toEqual([]);
  expect((await verifyAudit(context())).broken).toBeNull();
});

test('a missing file stops the erasure by its kind, and not the next person’s', async () => {
  const { call, person } = await archived();
  const { files } = app().platform;
  const { file_path } = await app()
    .platform.database.everything.selectFrom('audit_archives')
    .select('file_path')
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow();
  const stored = await files.get(file_path);
  if (!stored) throw new Error('there is no file');
  const kept = await buffer(stored);
  await files.delete(file_path);
  expect((await call('POST', `user/${person.id}/erasure`, { email: person.email })).status).toBe(200);
  await until(async () =>
    expect(await eraseDue(app().platform)).toMatchObject([{ words: 'MissingArchive' }]),
  );
  await files.put(file_path, kept);
  await finish();
  expect(await saying(person.wanted)).toEqual([]);
});
