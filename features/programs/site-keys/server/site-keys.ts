import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { notFound, refuse, refuseField } from '../../../../core/errors.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import { lock } from '../../../../server/db/client.ts';
import { hashOfSecret } from '../../../../server/keys.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { changing } from '../../../../server/nouns/changing.ts';
import { PROGRAM } from '../../server/program-noun.ts';
import type { NewSiteKey, SiteKey } from '../contract.ts';

const MAX_LIVING_KEYS = 20;

/** Returns the keys of a program, the youngest first. 404 for an unknown program. */
export async function listSiteKeys(context: Context, program_id: number): Promise<{ keys: SiteKey[] }> {
  if (!(await PROGRAM.read(context, program_id))) notFound();
  return { keys: await keysOf(context, program_id) };
}

/**
 * Makes a key and returns it in the clear, for this once. What it replaces ends after the overlap, or earlier where
 * that was its end already. 404 for an unknown program; 400 on `replaces` for a key that has ended or is another
 * program's, and where the program has too many.
 */
export function createSiteKey(
  context: Context,
  { id: program_id, replaces, overlap_hours, ...key }: NewSiteKey & { id: number },
): Promise<{ key: SiteKey; site_key: string }> {
  return changingKeys(context, program_id, async (tx) => {
    const living = (await keysOf(tx, program_id)).filter(isLiving);
    if (living.length >= MAX_LIVING_KEYS) refuse(400, `A program has at most ${MAX_LIVING_KEYS} keys`);
    if (replaces !== undefined) {
      const replaced = living.find(({ id }) => id === replaces);
      if (!replaced) refuseField('replaces', 'This key has ended or belongs to another program');
      await endKeys(tx, program_id, [replaced], overlap_hours);
    }
    const { id, site_key } = await insertKey(tx, { program_id, ...key, replaces_itself: false });
    return { key: await readKey(tx, program_id, id), site_key };
  });
}

/** Ends a key now; one that has ended stays as it is. 404 for an unknown key, program or both. */
export function endSiteKey(
  context: Context,
  { id: program_id, key_id }: { id: number; key_id: number },
): Promise<{ key: SiteKey }> {
  return changingKeys(context, program_id, async (tx) => {
    const key = await readKey(tx, program_id, key_id);
    if (isLiving(key)) await endKeys(tx, program_id, [key], 0);
    return { key: await readKey(tx, program_id, key_id) };
  });
}

/** Makes the one key of a site with both rights, in place of the one this call made before. 404 and 409 as any save. */
export async function makeSiteKey(context: Context, save: { id: number; updated_at?: string | undefined }) {
  return transact(context, async (tx) => {
    await lockKeys(tx, save.id);
    let site_key = '';
    const saved = await changing(tx, PROGRAM, save, 'site-key', async () => {
      const before = await ownKeyOf(tx, save.id);
      if (before) await endKeys(tx, save.id, [before], 0);
      const made = await insertKey(tx, {
        program_id: save.id,
        name: 'Site key',
        rights: ['read', 'write'],
        replaces_itself: true,
      });
      site_key = made.site_key;
      return { before: { key: before?.id ?? null }, after: { key: made.id } };
    });
    const made = await ownKeyOf(tx, save.id);
    return { site_key, site_key_at: made?.created_at ?? notFound(), updated_at: saved.updated_at };
  });
}

/** Keeps a key with both rights that its holder can make again at each start. Earlier ones of its name end; one ended by staff stays so. */
export async function keepSiteKey(
  tx: TransactionContext,
  { program_id, name, site_key }: { program_id: number; name: string; site_key: string },
): Promise<void> {
  await lockKeys(tx, program_id);
  const key_hash = hashOfSecret(site_key);
  const known = await tx.db
    .selectFrom('site_keys')
    .select('id')
    .where('key_hash', '=', key_hash)
    .executeTakeFirst();
  if (known) return;
  const earlier = (await keysOf(tx, program_id)).filter((key) => key.name === name && isLiving(key));
  await endKeys(tx, program_id, earlier, 0);
  await insertKey(tx, { program_id, name, rights: ['read', 'write'], replaces_itself: false }, site_key);
}

function isLiving({ ends_at }: SiteKey): boolean {
  return ends_at === null || Date.parse(ends_at) > Date.now();
}

function changingKeys<Result>(
  context: Context,
  program_id: number,
  work: (tx: TransactionContext) => Promise<Result>,
): Promise<Result> {
  return transact(context, async (tx) => {
    if (!(await PROGRAM.read(tx, program_id))) notFound();
    await lockKeys(tx, program_id);
    return work(tx);
  });
}

/** One at a time counts the keys of a program and ends some. */
function lockKeys({ db }: TransactionContext, program_id: number): Promise<void> {
  return lock(db, `site keys of ${program_id}`);
}

async function insertKey(
  tx: TransactionContext,
  values: { program_id: number; name: string; rights: ('read' | 'write')[]; replaces_itself: boolean },
  site_key = randomBytes(32).toString('base64url'),
): Promise<{ id: number; site_key: string }> {
  const { id } = await tx.db
    .insertInto('site_keys')
    .values({ ...values, key_hash: hashOfSecret(site_key), created_by: tx.actor.admin_id || null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { program_id, name, rights } = values;
  await audit(tx, {
    entity: 'site_key',
    entity_id: id,
    action: 'create',
    program_id,
    after: { name, rights },
  });
  return { id, site_key };
}

async function endKeys(
  tx: TransactionContext,
  program_id: number,
  keys: readonly SiteKey[],
  hours: number,
): Promise<void> {
  for (const { id, ends_at: before } of keys) {
    const { ends_at } = await tx.db
      .updateTable('site_keys')
      .set({
        ends_at: sql<string>`least(ends_at, provost_now() + make_interval(hours => ${hours}))`,
      })
      .where('id', '=', id)
      .returning('ends_at')
      .executeTakeFirstOrThrow();
    const change = { before: { ends_at: before }, after: { ends_at } };
    await audit(tx, { entity: 'site_key', entity_id: id, action: 'end', program_id, ...change });
  }
}

async function readKey(context: Context, program_id: number, id: number): Promise<SiteKey> {
  return (await keysOf(context, program_id)).find((key) => key.id === id) ?? notFound();
}

async function ownKeyOf({ db }: TransactionContext, program_id: number): Promise<SiteKey | undefined> {
  return keysIn(db)
    .where('k.program_id', '=', program_id)
    .where('k.replaces_itself', '=', true)
    .where(sql<boolean>`(k.ends_at is null or k.ends_at > provost_now())`)
    .executeTakeFirst();
}

function keysOf({ db }: Context, program_id: number): Promise<SiteKey[]> {
  return keysIn(db).where('k.program_id', '=', program_id).orderBy('k.id', 'desc').execute();
}

function keysIn(db: Context['db']) {
  return db
    .selectFrom('site_keys as k')
    .leftJoin('admins as a', 'a.id', 'k.created_by')
    .select(['k.id', 'k.name', 'k.created_at', 'a.email as created_by', 'k.last_used_at', 'k.ends_at'])
    .select(sql<SiteKey['rights']>`k.rights`.as('rights'));
}
