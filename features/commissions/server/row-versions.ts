/** Rows as they stood: none is ever changed, only replaced. Specification: Explain and history. */
import { sql } from 'kysely';
import type { Db } from '../../../server/db/client.ts';
import type { GroupChange, HistoricRow, MergedRow } from '../ledger-contract.ts';
import { type LevelName, levelName, levelNumber, mergeLevels } from '../rules.ts';

/** Later than any clock: selects the present rows. */
export const LATEST = '9999-12-31T23:59:59.999Z';

/** Owners of a sale's rows, most specific first; null where the sale has none. */
export type Seller = { class_id: number | null; instructor_id: number | null; program_id: number | null };

/** The rows of a group at a moment (ISO 8601), the instructor's among them. */
export function rowsAsOf(db: Db, level: LevelName, ownerId: number, at: string): Promise<HistoricRow[]> {
  return versions(db)
    .where('r.level', '=', levelNumber(level))
    .where('r.owner_id', '=', ownerId)
    .where(standsWithin(at, at))
    .execute();
}

/** Returns the rows that divided the seller's sales at a moment: the merged levels, codes included. */
export async function saleAsOf(db: Db, seller: Seller, at: string): Promise<MergedRow[]> {
  return (await salesAsOf(db, seller, [at]))(at);
}

/** Returns `saleAsOf` for several moments (ISO 8601) in one statement. */
export async function salesAsOf(db: Db, seller: Seller, moments: readonly string[]) {
  const owners = [0, seller.program_id, seller.instructor_id, seller.class_id];
  const first = moments.reduce((least, at) => (at < least ? at : least), LATEST);
  const last = moments.reduce((most, at) => (at > most ? at : most), '');
  const rows = await versions(db)
    .where((eb) =>
      eb.or(
        owners.flatMap((owner, level) =>
          owner === null ? [] : [eb.and([eb('r.level', '=', level), eb('r.owner_id', '=', owner)])],
        ),
      ),
    )
    .where(standsWithin(first, last))
    .execute();
  return (at: string): MergedRow[] => mergeLevels(rows.filter((row) => standsAt(row, at))).map(merged);
}

export async function rowsById(db: Db, ids: readonly number[]): Promise<Map<number, StoredVersion>> {
  const rows = await versions(db).where('r.id', '=', sql<number>`any (${ids}::integer[])`).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function changesOf(db: Db, level: LevelName, ownerId: number): Promise<GroupChange[]> {
  const rows = await versions(db)
    .where('r.level', '=', levelNumber(level))
    .where('r.owner_id', '=', ownerId)
    .execute();
  const authors = new Map<string, string | null>();
  for (const row of rows) {
    authors.set(row.set_at, row.set_by);
    if (row.replaced_at) authors.set(row.replaced_at, row.replaced_by);
  }
  const stoodBefore = (row: StoredVersion, at: string) =>
    row.set_at < at && (row.replaced_at === null || row.replaced_at >= at);
  return [...authors.keys()]
    .sort()
    .reverse()
    .map((at) => ({
      at,
      by: authors.get(at) ?? null,
      before: rows.filter((row) => stoodBefore(row, at)),
      after: rows.filter((row) => standsAt(row, at)),
    }));
}

export type StoredVersion = Awaited<ReturnType<ReturnType<typeof versions>['execute']>>[number];

export function merged(row: StoredVersion): MergedRow {
  return { ...row, level: levelName(row.level) };
}

function standsWithin(first: string, last: string) {
  return sql<boolean>`r.created_at <= ${last}::timestamptz and (r.replaced_at is null or r.replaced_at > ${first}::timestamptz)`;
}

function standsAt(row: StoredVersion, at: string): boolean {
  return row.set_at <= at && (row.replaced_at === null || row.replaced_at > at);
}

function versions(db: Db) {
  return db
    .selectFrom('commission_rows as r')
    .leftJoin('site_users as u', 'u.id', 'r.referrer_id')
    .select([
      'r.level',
      'r.owner_id',
      'r.id',
      'r.type',
      'r.commission',
      sql<number>`coalesce(r.program_id, 0)`.as('program_id'),
      'r.referrer_id',
      'u.first_name',
      'u.last_name',
      'u.email',
      'r.code',
      'r.discount',
      'r.discount_type',
      sql<string | null>`admin_email(r.created_by)`.as('set_by'),
      'r.created_at as set_at',
      sql<string | null>`admin_email(r.replaced_by)`.as('replaced_by'),
      'r.replaced_at',
    ])
    .orderBy('r.type')
    .orderBy('r.id')
    .$narrowType<{ type: HistoricRow['type']; discount_type: HistoricRow['discount_type'] }>();
}
