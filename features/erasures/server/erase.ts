/** The work of an erasure, table by table: it may be killed anywhere and goes on where it was. Specification: A person's data. */
import { sql } from 'kysely';
import { asSystem, transactWithoutTenantScope } from '../../../server/context.ts';
import type { Platform } from '../../../server/platform.ts';
import { eraseFrom } from './begin-erasure.ts';
import { eraseArchives } from './erase-archives.ts';
import { eraseImportFiles, FILE_STEPS, remakePaymentFiles } from './erase-files.ts';
import { keepList } from './erased-list.ts';
import type { Needles, Running } from './needles.ts';

/** The step of an erasure that has deleted the files of imports, and waits for others: imports need not wait with it. It sorts before every table. */
const IMPORTS_GO_ON = ' ';

const AUDIT_SLICE = 50_000;

/** An erasure that broke off, and by what, without a word of the person. */
export type BrokenOff = { user_id: number; words: string };

/** Does all that has begun; one that fails is logged by its number and tried again in the next pass. Returns those that failed. */
export async function eraseDue(platform: Platform, stopping?: AbortSignal): Promise<BrokenOff[]> {
  const brokenOff: BrokenOff[] = [];
  for (const running of await runningOnes(platform)) {
    if (stopping?.aborted) break;
    await eraseOne(platform, running, stopping).catch((err: unknown) => {
      platform.log.error({ err: wordless(err), erasure: running.id }, 'an erasure broke off');
      brokenOff.push({ user_id: running.user_id, words: wordless(err).message });
    });
  }
  return brokenOff;
}

async function runningOnes({ database }: Platform): Promise<Running[]> {
  const rows = await database.everything
    .selectFrom('erasures')
    .select(['id', 'user_id', 'decided_at', 'step', 'needles'])
    .where('state', '=', 'running')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, needles: row.needles as unknown as Needles }));
}

/** Names the kind of an error and, of the database, where it was: never the values, which may name the person. */
function wordless(error: unknown): Error {
  const { code, name, table, column, constraint } = error as Partial<Record<string, string>>;
  const where = [table, column, constraint].filter(Boolean).join(', ');
  const what = [name, code].filter(Boolean).join(' ');
  return Object.assign(new Error(where === '' ? what : `${what} at ${where}`), { code, name });
}

/** False where it has to wait for somebody who may have read the person before it began. */
async function eraseOne(platform: Platform, running: Running, stopping?: AbortSignal): Promise<boolean> {
  const isBeforeTables = running.step === '' || running.step === IMPORTS_GO_ON;
  if (running.step === '') {
    // Before anything else: whoever restores a backup of before reads it there.
    await keepList(platform);
    await eraseImportFiles(platform, running);
    await platform.database.everything
      .updateTable('erasures')
      .set({ step: IMPORTS_GO_ON })
      .where('id', '=', running.id)
      .execute();
  }
  if (!(await areOthersOver(platform, running))) return false;
  if (isBeforeTables) for (const step of FILE_STEPS) await step(platform, running);
  for (const table of await tablesAfter(platform, running.step)) {
    if (stopping?.aborted) return false;
    await eraseTable(platform, running, table);
  }
  await remakePaymentFiles(platform, running.user_id);
  await keepList(platform);
  await sql`select end_erasure(${running.id})`.execute(platform.database.everything);
  return true;
}

/** True once every transaction under way after the beginning is over: one that has read the person before may still write what it has read. */
async function areOthersOver({ database }: Platform, { id }: Running): Promise<boolean> {
  const db = database.everything;
  await sql`
    update erasures set waits_for = array(
      select l.virtualtransaction from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'virtualxid' and l.granted and l.pid <> pg_backend_pid() and a.datname = current_database())
    where id = ${id} and waits_for is null`.execute(db);
  const { rows } = await sql`
    select from erasures e where e.id = ${id} and exists (
      select from pg_locks l where l.locktype = 'virtualxid' and l.virtualtransaction = any (e.waits_for))`.execute(
    db,
  );
  return rows.length === 0;
}

async function tablesAfter({ database }: Platform, step: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct p.of_table collate "C" as name from personal_columns p
    where (p.rule in ('gone', 'theirs', 'named') or p.of_table = 'audit_entries') and p.of_table collate "C" > ${step}
    order by 1`.execute(database.everything);
  return rows.map(({ name }) => name);
}

async function eraseTable(platform: Platform, { id, user_id }: Running, table: string): Promise<void> {
  if (table === 'audit_entries') {
    await eraseAudit(platform, user_id);
    await eraseArchives(platform, user_id);
  }
  await transactWithoutTenantScope(asSystem(platform, 'erase-people'), async (tx) => {
    await eraseFrom(tx, user_id, table);
    await tx.db.updateTable('erasures').set({ step: table }).where('id', '=', id).execute();
  });
}

async function eraseAudit({ database }: Platform, person: number): Promise<void> {
  const db = database.everything;
  const { last } = await db
    .selectFrom('audit_entries')
    .select((eb) => eb.fn.coalesce(eb.fn.max<number>('id'), eb.val(0)).as('last'))
    .executeTakeFirstOrThrow();
  for (let from = 0; from <= Number(last); from += AUDIT_SLICE)
    await sql`select erase_from_audit(${person}, ${from}, ${from + AUDIT_SLICE - 1})`.execute(db);
}
