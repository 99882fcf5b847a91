import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { useTestApp } from '../../test/harness.ts';
import { isoMoment } from './moments.ts';

const app = useTestApp();

test('reads every moment as PostgreSQL writes it, whatever zone the session is in', async () => {
  const moment = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  });
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/New_York');
  await app()
    .platform.database.everything.connection()
    .execute(async (db) => {
      const readBack = async (value: Date, name: string) => {
        await sql`select set_config('timezone', ${name}, false)`.execute(db);
        const at = sql`${value.toISOString()}::timestamptz(3)`;
        const { rows } = await sql<{
          text: string;
          at: string;
        }>`select ${at}::text as text, ${at} as at`.execute(db);
        expect(isoMoment(rows[0]?.text ?? '')).toBe(value.toISOString());
        expect(rows[0]?.at).toBe(value.toISOString());
      };
      await fc.assert(
        fc.asyncProperty(moment, zone, async (value, name) => {
          // Before there were zones, places had seconds of their own, which ISO 8601 cannot say.
          fc.pre(name === 'UTC' || value.getUTCFullYear() > 1970);
          await readBack(value, name);
        }),
        { numRuns: 300 },
      );
      await sql`reset timezone`.execute(db);
    });
});
