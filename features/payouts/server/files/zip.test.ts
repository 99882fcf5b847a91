/** The same batch, the same bytes: wherever the server stands. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { BATCH, fileRow } from '../../../../test/rows/payment-rows.ts';
import { readZip } from '../../../../test/zip-reader.ts';
import { PAYOUT_METHODS } from '../../rules.ts';
import { filesOf } from './batch-files.ts';
import { zipOf } from './zip.ts';

const CHILD = path.join(import.meta.dirname, '../../../../test/killed/zipped-batch.ts');

const inZone = (TZ: string) =>
  execFileSync(process.execPath, [CHILD], { env: { PATH: process.env.PATH, TZ }, maxBuffer: 1e8 });

test('a batch has the same bytes in every time zone', () => {
  const zones = ['UTC', 'America/New_York', 'Asia/Tokyo', 'Pacific/Apia'];
  const [here, ...elsewhere] = zones.map((zone) => inZone(zone).toString('base64'));
  expect(here?.length).toBeGreaterThan(1000);
  for (const there of elsewhere) expect(there).toBe(here);
});

test('the archive holds the files as they are, in their order', async () => {
  const rows = PAYOUT_METHODS.map((method, n) => fileRow(n + 1, { method, currency: 'EUR' }));
  const files = filesOf(rows, [], BATCH);
  const read = readZip(await zipOf(files));
  expect([...read].map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }))).toEqual(files);
});
