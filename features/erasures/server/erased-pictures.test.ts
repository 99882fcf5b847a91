/** The pictures of a person go with the erasure, not with the sweep of a day later. Specification: A person's data. */
import { expect, test } from 'vitest';
import { STORAGE } from '../../../server/http/storage.ts';
import { makeSiteUser, makeUpload } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { until } from '../../../test/until.ts';
import { eraseDue } from './erase.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

test('a picture, what it was cut out of and the banner are gone; what somebody else shows stays', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const { files } = app().platform;
  const original = await makeUpload(db());
  const photo = await makeUpload(db(), { original_id: original.id });
  const banner = await makeUpload(db());
  const shared = await makeUpload(db(), { original_id: banner.id });
  const all = [original, photo, banner, shared];
  for (const { path } of all) await files.put(path.slice(STORAGE.length), Buffer.from('a picture'));
  const { id, email } = await makeSiteUser(db(), { photo_id: photo.id, banner_id: banner.id });
  await makeSiteUser(db(), { photo_id: shared.id });
  expect((await call('POST', `user/${id}/erasure`, { email })).status).toBe(200);
  await until(async () => {
    expect(await eraseDue(app().platform)).toEqual([]);
    const open = db().selectFrom('erasures').select('id').where('state', '=', 'running');
    expect(await open.execute()).toEqual([]);
  });
  const kept = await Promise.all(
    all.map(async ({ path }) => (await files.get(path.slice(STORAGE.length))) !== null),
  );
  const rows = db()
    .selectFrom('uploads')
    .select('id')
    .where(
      'id',
      'in',
      all.map((one) => one.id),
    );
  const ids = (await rows.execute()).map((row) => row.id);
  expect(all.map((one) => ids.includes(one.id))).toEqual(kept);
  // What is shown goes on naming the image that it was cut out of.
  expect(kept).toEqual([false, false, true, true]);
});
