/** Whatever the owner of the database changes behind the server, the verification names the first of it. Specification: Sealed audit. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Trx } from '../../../server/db/client.ts';
import { inDepth } from '../../../test/deep.ts';
import { system } from '../../../test/system.ts';
import { useDatabase } from '../../../test/use-database.ts';
import { contentDigest, ENTRY_AS_TEXT, type EntryText, entryDigest, sealHash } from './audit-digests.ts';
import { sealAudit } from './audit-seals.ts';
import { verifyAudit } from './audit-verification.ts';

const database = useDatabase();

type Sealed = { entry_id: number; seal: number; place: number };
type World = { trx: Trx; sealed: Sealed[]; seals: number[] };
type Pick2 = { at: number; other: number };

const run = (trx: Trx, text: string) => sql.raw(text).execute(trx);
const one = <Item>(items: readonly Item[], at: number): Item => items[at % items.length] as Item;

/** Each tampers in its own way and answers what the verification has to say. */
const TAMPERINGS: Record<string, (world: World, pick: Pick2) => Promise<string>> = {
  'a changed column': async ({ trx, sealed }, { at, other }) => {
    const { entry_id } = one(sealed, at);
    const column = one(
      [
        `entity = entity || 'x'`,
        `entity_id = entity_id || 'x'`,
        `action = action || ' '`,
        `at = at + interval '1 ms'`,
        `program_id = program_id + 1`,
        `address = coalesce(address, '') || '1'`,
        `request_id = coalesce(request_id, '') || '1'`,
        `trace_id = case when trace_id is null then repeat('ab', 16) end`,
        `before = jsonb_build_object('was', before)`,
        `after = jsonb_build_object('is', after)`,
        `before = after, after = jsonb_build_array(before)`,
      ],
      other,
    );
    await run(trx, `update audit_entries set ${column} where id = ${entry_id}`);
    return `Entry ${entry_id} was changed`;
  },
  'a removed entry': async ({ trx, sealed }, { at }) => {
    const { entry_id } = one(sealed, at);
    await run(trx, `delete from audit_entries where id = ${entry_id}`);
    return `Entry ${entry_id} was removed`;
  },
  'a removed entry with its digests': async ({ trx, sealed }, { at }) => {
    const { entry_id, seal, place } = one(sealed, at);
    await run(trx, `delete from audit_entries where id = ${entry_id}`);
    await run(trx, `delete from sealed_audit_entries where entry_id = ${entry_id}`);
    return `Entry ${place} of seal ${seal} was removed`;
  },
  'an inserted entry': async ({ trx, sealed }, { at }) => {
    const copied = one(sealed, at).entry_id;
    const { rows } = await sql<{ id: number }>`
      insert into audit_entries (entity, entity_id, action, at)
      select entity, entity_id, action, at from audit_entries where id = ${copied} returning id`.execute(trx);
    return `Entry ${rows[0]?.id} was inserted`;
  },
  'an inserted entry with digests': async ({ trx, sealed, seals }, { at }) => {
    const { rows } = await sql<EntryText>`insert into audit_entries as e (entity, entity_id, action)
      values ('class', 'inserted', 'update') returning ${ENTRY_AS_TEXT}`.execute(trx);
    const [entry] = rows;
    if (!entry) throw new Error('nothing was inserted');
    const seal = one(seals, at);
    const place = Math.max(...sealed.filter((s) => s.seal === seal).map((s) => s.place)) + 1;
    const salt = Buffer.alloc(16, 9);
    const content = contentDigest(salt, entry);
    await trx
      .insertInto('sealed_audit_entries')
      .values({
        entry_id: Number(entry.id),
        seal,
        place,
        salt,
        content_digest: content,
        digest: entryDigest(entry, content),
      })
      .execute();
    return `Entry ${entry.id} was inserted`;
  },
  'two swapped entries': async ({ trx, sealed }, { at, other }) => {
    const [a, b] = [at % sealed.length, other % sealed.length].toSorted((x, y) => x - y) as [number, number];
    if (a === b) return '';
    const [first, second] = [one(sealed, a).entry_id, one(sealed, b).entry_id];
    await run(trx, 'alter table audit_entries alter column id drop identity');
    await run(trx, `update audit_entries set id = -1 where id = ${first}`);
    await run(trx, `update audit_entries set id = ${first} where id = ${second}`);
    await run(trx, `update audit_entries set id = ${second} where id = -1`);
    return `Entry ${first} was changed`;
  },
  'two swapped places': async ({ trx, sealed }, { at }) => {
    const { seal } = one(sealed, at);
    const [first, second] = sealed.filter((one) => one.seal === seal);
    if (!first || !second) return '';
    await run(
      trx,
      `update sealed_audit_entries set place = 1000000 where entry_id = ${first.entry_id};
       update sealed_audit_entries set place = ${first.place} where entry_id = ${second.entry_id};
       update sealed_audit_entries set place = ${second.place} where entry_id = ${first.entry_id}`,
    );
    return `Seal ${seal} was changed, or the digests of its entries`;
  },
  'a seal with another hash or time': async ({ trx, seals }, { at, other }) => {
    const seal = one(seals, at);
    const change = one([`hash = sha256(hash)`, `sealed_at = sealed_at - interval '1 hour'`], other);
    await run(trx, `update audit_seals set ${change} where number = ${seal}`);
    return `Seal ${seal} was changed, or the digests of its entries`;
  },
  'an entry with its digests made anew': async ({ trx, sealed }, { at }) => {
    const { entry_id, seal } = one(sealed, at);
    await run(trx, `update audit_entries set action = 'other' where id = ${entry_id}`);
    const { rows } = await sql<EntryText>`
      select ${ENTRY_AS_TEXT} from audit_entries e where e.id = ${entry_id}`.execute(trx);
    const salt = Buffer.alloc(16, 9);
    const content = contentDigest(salt, rows[0] as EntryText);
    await trx
      .updateTable('sealed_audit_entries')
      .set({ salt, content_digest: content, digest: entryDigest(rows[0] as EntryText, content) })
      .where('entry_id', '=', entry_id)
      .execute();
    return `Seal ${seal} was changed, or the digests of its entries`;
  },
  'a missing seal': async ({ trx, seals }, { at }) => {
    const seal = one(seals, at);
    await run(trx, `delete from audit_seals where number = ${seal}`);
    return `Seal ${seal} is missing`;
  },
  'a missing seal with its entries': async ({ trx, seals }, { at }) => {
    const seal = one(seals, at);
    if (seal === seals.at(-1)) return '';
    await run(
      trx,
      `delete from audit_entries where id in (select entry_id from sealed_audit_entries where seal = ${seal});
       delete from sealed_audit_entries where seal = ${seal}; delete from audit_seals where number = ${seal}`,
    );
    return `Seal ${seal} is missing`;
  },
  'an erasure that nobody has recorded': async ({ trx, sealed }, { at }) => {
    const { entry_id } = one(sealed, at);
    await run(trx, `update sealed_audit_entries set salt = null where entry_id = ${entry_id}`);
    return `Entry ${entry_id} was changed`;
  },
  'more than before and after of an erased entry': async ({ trx, sealed }, { at }) => {
    const { entry_id } = one(sealed, at);
    await run(trx, `select erase_audit_entry(${entry_id}, null, null)`);
    await run(trx, `update audit_entries set action = 'other' where id = ${entry_id}`);
    return `Entry ${entry_id} was changed`;
  },
  'an entry that was removed while it waited': async ({ trx }) => {
    await run(trx, `set local session_replication_role = origin`);
    const { rows } = await sql<{ id: number }>`
      insert into audit_entries (entity, entity_id, action) values ('class', 'x', 'update') returning id`.execute(
      trx,
    );
    await run(trx, `delete from audit_entries where id = ${rows[0]?.id}`);
    return `Entry ${rows[0]?.id} was removed before it was sealed`;
  },
};

beforeAll(async () => {
  await sealAudit(system(database().everything));
});

const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
);
const content = fc.option(
  fc.dictionary(text, fc.oneof(value, fc.array(value, { maxLength: 3 })), { maxKeys: 4 }),
);
const entries = fc.array(fc.record({ before: content, after: content, address: fc.option(text) }), {
  minLength: 1,
  maxLength: 4,
});
const picks = fc.record({ at: fc.nat(100), other: fc.nat(100) });

/** Seals these groups of entries in a transaction that is taken back, and hands it to `work`. */
async function inWorld(
  groups: { before: object | null; after: object | null; address: string | null }[][],
  work: (world: World) => Promise<void>,
) {
  const undone = new Error('undone');
  const trying = database()
    .owner.transaction()
    .execute(async (trx) => {
      for (const [group, rows] of groups.entries()) {
        for (const [n, { before, after, address }] of rows.entries())
          await sql`insert into audit_entries (entity, entity_id, action, before, after, address) values ('class',
            ${`${group}-${n}`}, 'update', ${before && JSON.stringify(before)}::jsonb, ${after && JSON.stringify(after)}::jsonb,
            ${address})`.execute(trx);
        await sealAudit(system(trx));
      }
      const sealed = await trx
        .selectFrom('sealed_audit_entries')
        .select(['entry_id', 'seal', 'place'])
        .orderBy('seal')
        .orderBy('place')
        .execute();
      const seals = await trx.selectFrom('audit_seals').select('number').orderBy('number').execute();
      await run(trx, `set local session_replication_role = replica`);
      await work({ trx, sealed, seals: seals.map(({ number }) => number) });
      throw undone;
    });
  await expect(trying).rejects.toBe(undone);
}

test('where nothing was changed it says so', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entries, { minLength: 1, maxLength: 4 }), (groups) =>
      inWorld(groups, async ({ trx, sealed, seals }) => {
        expect(await verifyAudit(system(trx))).toMatchObject({
          broken: null,
          seals: seals.length,
          entries: sealed.length,
          erased: 0,
          waiting: 0,
        });
      }),
    ),
    { numRuns: inDepth(15, 300) },
  );
});

test.each(Object.keys(TAMPERINGS))('names %s', async (name) => {
  await fc.assert(
    fc.asyncProperty(fc.array(entries, { minLength: 2, maxLength: 4 }), picks, (groups, pick) =>
      inWorld(groups, async (world) => {
        const expected = await TAMPERINGS[name]?.(world, pick);
        if (expected === '') return;
        const { broken } = await verifyAudit(system(world.trx));
        expect(broken).toBe(expected);
      }),
    ),
    { numRuns: inDepth(10, 300) },
  );
});

test('of several it names the first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entries, { minLength: 2, maxLength: 4 }),
      fc.array(fc.nat(100), { minLength: 2, maxLength: 4 }),
      (groups, places) =>
        inWorld(groups, async ({ trx, sealed }) => {
          const first = Math.min(...places.map((place) => place % sealed.length));
          for (const place of places)
            await run(
              trx,
              `update audit_entries set action = 'other' where id = ${one(sealed, place).entry_id}`,
            );
          expect((await verifyAudit(system(trx))).broken).toBe(
            `Entry ${one(sealed, first).entry_id} was changed`,
          );
        }),
    ),
    { numRuns: inDepth(10, 300) },
  );
});

test('a chain that was cut off or made anew is told by a seal of the log', async () => {
  const row = { before: null, after: { name: 'x' }, address: null };
  await inWorld([[row], [row], [row]], async ({ trx, seals }) => {
    const { newest } = await verifyAudit(system(trx));
    if (!newest) throw new Error('there is no seal');
    expect((await verifyAudit(system(trx), newest)).broken).toBeNull();
    const last = seals.at(-1);
    await run(
      trx,
      `delete from audit_entries where id in (select entry_id from sealed_audit_entries where seal = ${last});
       delete from sealed_audit_entries where seal = ${last}; delete from audit_seals where number = ${last}`,
    );
    expect((await verifyAudit(system(trx))).broken).toBeNull();
    expect((await verifyAudit(system(trx), newest)).broken).toBe(`Seal ${last} is missing`);
    await run(trx, `set local session_replication_role = origin`);
    await run(trx, `insert into audit_entries (entity, entity_id, action) values ('class', '1', 'forged')`);
    await sealAudit(system(trx));
    expect((await verifyAudit(system(trx))).broken).toBeNull();
    expect((await verifyAudit(system(trx), newest)).broken).toMatch(/^Seal \d+ differs from the log/);
  });
});

test('seals of versions whose entries had no trace hold beside those of now', async () => {
  const row = { before: null, after: { name: 'x' }, address: null };
  await inWorld([[row]], async ({ trx }) => {
    const before = await trx
      .selectFrom('audit_seals')
      .selectAll()
      .orderBy('number', 'desc')
      .executeTakeFirstOrThrow();
    const { rows } = await sql<EntryText>`insert into audit_entries as e (entity, entity_id, action)
      values ('class', 'old', 'update') returning ${ENTRY_AS_TEXT}`.execute(trx);
    const entry = rows[0] as EntryText;
    const salt = Buffer.alloc(16, 9);
    const content_digest = contentDigest(salt, entry);
    const digest = entryDigest(entry, content_digest, 1);
    const seal = { number: before.number + 1, sealed_at: '2026-11-27T00:00:00.000Z', entries: 1, format: 1 };
    // As a version of before writes it, which does not know of formats.
    const { format: _, ...written } = seal;
    const hash = sealHash(seal, before.hash).update(digest).digest();
    await trx
      .insertInto('audit_seals')
      .values({ ...written, hash })
      .execute();
    const entry_id = Number(entry.id);
    const place = { entry_id, seal: seal.number, place: 1 };
    await trx
      .insertInto('sealed_audit_entries')
      .values({ ...place, salt, content_digest, digest })
      .execute();
    await run(trx, `delete from unsealed_audit_entries`);
    await sealAudit(system(trx));
    expect((await verifyAudit(system(trx))).broken).toBeNull();
    await run(trx, `update audit_seals set format = 2 where number = ${seal.number}`);
    expect((await verifyAudit(system(trx))).broken).toBe(`Entry ${entry_id} was changed`);
  });
});
