/** Two hundred uploads that nobody means well with: refused, without a trace, a crash or memory that stays. */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { useTestApp } from '../../../test/harness.ts';
import { formOf, goodFiles, hostileFiles } from '../../../test/hostile/hostile-files.ts';
import { useShortLimits } from '../../../test/short-limits.ts';

useShortLimits();
const app = useTestApp();
describe('hostile files', () => {
  test('end in 400s that name the field, leave nothing behind, and give the memory back', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const files = await hostileFiles();
    // What decoders keep for good they keep from their first use on.
    for (const file of Object.values(await goodFiles())) {
      expect((await call('POST', '/api/upload', formOf(file))).status).toBe(200);
    }
    expect(files.length).toBeGreaterThanOrEqual(200);
    const before = await traces();
    const memory = await settledMemory();
    const wrong: unknown[] = [];
    for (const batch of Array.from({ length: Math.ceil(files.length / 8) }, (_, index) => index * 8)) {
      await Promise.all(
        files.slice(batch, batch + 8).map(async (file) => {
          const { status, body } = await call('POST', '/api/upload', formOf(file));
          if (![400, 413, 415].includes(status) || body.errors?.[0]?.path !== 'file')
            wrong.push({ what: file.what, status, body });
        }),
      );
    }
    expect(wrong).toEqual([]);
    expect(await traces()).toEqual(before);
    expect((await app().http.inject({ url: '/healthz' })).statusCode).toBe(200);
    expect(((await settledMemory()) - memory) / 1024 / 1024).toBeLessThan(256);
  });
});

/** Rows, entries of the record and files, all of which a refused upload must leave as they are. */
async function traces() {
  const db = app().platform.database.everything;
  const count = async (table: 'uploads' | 'stray_files' | 'audit_entries') =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const stored = await readdir(path.join(app().platform.config.dataDir, 'storage'), { recursive: true });
  return [
    await count('uploads'),
    await count('stray_files'),
    await count('audit_entries'),
    stored.toSorted(),
  ];
}

async function settledMemory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 5; round++) {
    collect();
    await wait(200);
  }
  return process.memoryUsage.rss();
}
