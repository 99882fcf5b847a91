/** An erasure whose process is killed at any statement goes on in the next one. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { useTestApp } from '../../../test/harness.ts';
import { ledgerSums, makePersonEverywhere, placesOf } from '../../../test/rows/person-everywhere.ts';
import { until } from '../../../test/until.ts';
import { eraseDue } from './erase.ts';

const CHILD = path.join(import.meta.dirname, '../../../test/killed/killed-erasure.ts');
const app = useTestApp();
const db = () => app().platform.database.everything;

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [
    CHILD,
    app().urls.global,
    app().urls.scoped,
    app().platform.config.dataDir,
    ...args,
  ]);

async function begun() {
  const call = await app().as({ permissions: ['superadmin'] });
  const person = await makePersonEverywhere(app(), call);
  const sums = await ledgerSums(app());
  expect((await call('POST', `user/${person.id}/erasure`, { email: person.email })).status).toBe(200);
  return { person, sums };
}

test('killed at any statement, nothing is left of the person in the end, and all sums stay', async () => {
  await begun();
  const statements = Number(/^\d+/.exec((await run('0', '')).stdout)?.[0]);
  expect(statements).toBeGreaterThan(50);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: statements }),
      fc.constantFrom('before', 'after'),
      async (at, moment) => {
        const { person, sums } = await begun();
        await expect(run(String(at), moment)).rejects.toMatchObject({ signal: 'SIGKILL' });
        await until(async () => {
          await eraseDue(app().platform);
          const open = db().selectFrom('erasures').select('id').where('state', '=', 'running');
          expect(await open.execute()).toEqual([]);
        });
        expect(await placesOf(app(), person.wanted)).toEqual([]);
        expect(await ledgerSums(app())).toEqual(sums);
      },
    ),
    { numRuns: inDepth(4, 40) },
  );
});
