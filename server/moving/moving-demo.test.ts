/** The demo moves out and in: every file by its hash, every balance to the cent. Specification: Moving out. */
import { expect, test } from 'vitest';
import { inDepth } from '../../test/deep.ts';
import { ask, emptyOffice, moveIn, out, useMovingFolder } from '../../test/models/moving.ts';
import { useDemo } from '../../test/use-database.ts';

const isDeep = inDepth(false, true);
const demo = isDeep ? useDemo() : null;
if (isDeep) useMovingFolder();

test.runIf(isDeep)('the whole of it, and each of its programs', async () => {
  const { owner = '' } = demo?.().urls ?? {};
  const programs = await ask<{ id: number }>(owner, 'select id from programs order by id');
  for (const program_id of [null, ...programs.map(({ id }) => id)]) {
    const { path, manifest } = await out(owner, program_id);
    const elsewhere = await emptyOffice();
    await moveIn(path, elsewhere);
    const again = await out(elsewhere, null);
    expect(again.manifest.files).toEqual(manifest.files);
    expect(again.manifest.sums).toEqual(manifest.sums);
    for (const { earned, refunded, paid, open } of manifest.sums) expect(earned).toBe(refunded + paid + open);
  }
});
