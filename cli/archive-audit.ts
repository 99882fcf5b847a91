/** Archives old entries of the audit: npm run audit:archive -- DAYS */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { archiveAudit, ErasureUnderWay, LEAST_DAYS } from '../features/audit/server/audit-archives.ts';
import { asSystem } from '../server/context.ts';
import type { DB } from '../server/db/types.ts';
import { fail, runCommand, UsageError } from './platform.ts';

const MOST_DAYS = 36_500;

try {
  const days = readDays(process.argv.slice(2));
  await runCommand(async (platform, ownerUrl) => {
    const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
    const owner = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
    try {
      const { archives, entries } = await archiveAudit(
        { ...asSystem(platform, 'audit:archive'), db: owner },
        days,
      );
      console.log(`${entries} entries archived, in ${archives} files.`);
    } catch (error) {
      if (error instanceof ErasureUnderWay) throw new UsageError(`${error.message}.`);
      throw error;
    } finally {
      await owner.destroy();
    }
  });
} catch (error) {
  fail(error);
}

function readDays([text, ...more]: string[]): number {
  const days = /^\d{1,5}$/.test(text ?? '') ? Number(text) : 0;
  if (days < LEAST_DAYS || days > MOST_DAYS || more.length > 0)
    throw new UsageError(
      `npm run audit:archive -- DAYS: how many days entries stay in the database, from ${LEAST_DAYS} on`,
    );
  return days;
}
