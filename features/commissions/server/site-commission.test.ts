/** The site's number before anybody has set one: what is read goes back as it was. */
import { expect, test } from 'vitest';
import { useTestApp } from '../../../test/harness.ts';

const app = useTestApp();

test('nobody’s number is read as null, goes back as null, and takes no number away', async () => {
  const superadmin = await app().as({ permissions: ['superadmin'] });
  const read = (await superadmin('GET', 'site-commission')).body;
  expect(read).toMatchObject({ commission: null, recalculation: null });
  const sent = await superadmin('POST', 'site-commission', read);
  expect([sent.status, sent.body]).toEqual([200, read]);
  expect((await superadmin('GET', 'audit?entity=site_commission')).body.count).toBe(0);

  await superadmin('POST', 'site-commission', { commission: 20 });
  const late = await superadmin('POST', 'site-commission', { commission: null });
  expect([late.status, late.body.errors]).toEqual([
    400,
    [{ path: 'commission', message: 'Enter a percentage, or 0 for no commission' }],
  ]);
  expect((await superadmin('POST', 'site-commission', read)).status).toBe(400);
  expect((await superadmin('GET', 'site-commission')).body.commission).toBe(20);
});
