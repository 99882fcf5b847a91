import { setTimeout as wait } from 'node:timers/promises';
import { asSystem, type TransactionContext, transactWithoutTenantScope } from '../../../server/context.ts';
import type { Platform } from '../../../server/platform.ts';
import { isErased } from '../../users/rules.ts';
import { beginErasure } from './begin-erasure.ts';
import { blockersOf } from './blockers.ts';
import { type BrokenOff, eraseDue } from './erase.ts';
import { type ErasedPerson, listErased, readList } from './erased-list.ts';
import { askForErasure, inWords, lockPerson } from './erasures.ts';

export type Repeated = {
  erased: number[];
  known: number;
  /** People whose account is not here. */
  missing: number;
  /** People who cannot be erased before something is settled, in words. */
  blocked: { user_id: number; words: string }[];
  /** People whose erasure has begun and cannot go on, and what stopped it. */
  stopped: BrokenOff[];
};

/** Milliseconds between two looks at whether all is done. */
const CHECK_INTERVAL_MS = 200;

/** Passes in a row in which an erasure breaks off before it is given up. */
const MOST_PASSES = 3;

/** Erases whoever is listed here, in the store of files or in `more`, and waits until only what breaks off is left. Lists them as the database's owner. */
export async function repeatErasures(
  platform: Platform,
  ownerUrl: string,
  more: readonly ErasedPerson[] = [],
): Promise<Repeated> {
  const repeated: Repeated = { erased: [], known: 0, missing: 0, blocked: [], stopped: [] };
  const listed = await readList(asSystem(platform, 'repeat-erasures'), more);
  await listErased(ownerUrl, listed);
  for (const one of listed)
    await transactWithoutTenantScope(asSystem(platform, 'repeat-erasures'), (tx) =>
      repeat(tx, one, repeated),
    );
  const stopped = await eraseAll(platform);
  const ids = new Set(stopped.map(({ user_id }) => user_id));
  return { ...repeated, erased: repeated.erased.filter((id) => !ids.has(id)), stopped };
}

async function eraseAll(platform: Platform): Promise<BrokenOff[]> {
  for (let failures = 0; ; ) {
    const brokenOff = await eraseDue(platform);
    const open = await platform.database.everything
      .selectFrom('erasures')
      .select('user_id')
      .where('state', '=', 'running')
      .execute();
    if (open.length === 0) return [];
    failures = open.length === brokenOff.length ? failures + 1 : 0;
    if (failures === MOST_PASSES) return brokenOff;
    await wait(CHECK_INTERVAL_MS);
  }
}

async function repeat(tx: TransactionContext, one: ErasedPerson, repeated: Repeated): Promise<void> {
  const { db } = tx;
  const { user_id, made_at, erased_by } = one;
  await lockPerson(tx, user_id);
  const person = await db
    .selectFrom('site_users')
    .select('email')
    .where('id', '=', user_id)
    .where('dateadded', '=', made_at)
    .executeTakeFirst();
  if (!person) {
    repeated.missing += 1;
    return;
  }
  if (isErased(person)) {
    repeated.known += 1;
    return;
  }
  const blockers = await blockersOf(tx, user_id);
  if (blockers.length > 0) {
    repeated.blocked.push({ user_id, words: inWords(blockers) });
    return;
  }
  await beginErasure(tx, { id: await openErasure(tx, user_id, erased_by), user_id });
  repeated.erased.push(user_id);
}

async function openErasure(
  tx: TransactionContext,
  user_id: number,
  erased_by: number | null,
): Promise<number> {
  const { db } = tx;
  const waiting = await db
    .selectFrom('erasures')
    .select('id')
    .where('user_id', '=', user_id)
    .where('state', '=', 'proposed')
    .executeTakeFirst();
  if (waiting) return waiting.id;
  const admin = await db
    .selectFrom('admins')
    .select('id')
    .where('id', '=', erased_by ?? 0)
    .executeTakeFirst();
  return askForErasure(tx, { user_id, by_admin: admin?.id ?? null });
}
