/** Photos that sites send. Specification: Sites, people. */
import { beforeEach, expect, test } from 'vitest';
import { makeProgram, makeSiteKey, makeSiteUser } from '../../../../test/factories.ts';
import { useTestApp } from '../../../../test/harness.ts';
import { UPLOADS } from '../../rules.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

let program: number;
let key: string;
beforeEach(async () => {
  program = (await makeProgram(db())).id;
  key = (await makeSiteKey(db(), program)).site_key;
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
);
const send = (bytes: Buffer = PIXEL, as = key, more: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  form.append('file', new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' }));
  return app().call('POST', '/api/site/uploads', form, { authorization: `Bearer ${as}` });
};
const show = (id: number, photo_id: number, as = key) =>
  app().call('PATCH', `/api/site/users/${id}`, { photo_id }, { authorization: `Bearer ${as}` });

test('a photo is shown by people of the site, and taken away', async () => {
  const { status, body } = await send();
  expect([status, Object.keys(body)]).toEqual([200, ['id', 'path']]);
  const { id } = await makeSiteUser(db(), { program_id: program });
  const { user } = (await show(id, body.id)).body;
  expect([user.photo_id, user.photo]).toEqual([body.id, { ...body, original_name: 'photo.png' }]);
  expect((await show(id, 0)).body.user).toMatchObject({ photo_id: null, photo: null });
});

test('a photo of another site is a 400, and shown by nobody', async () => {
  const other = (await makeProgram(db())).id;
  const { site_key } = await makeSiteKey(db(), other);
  const { body } = await send(PIXEL, site_key);
  const { id } = await makeSiteUser(db(), { program_id: program });
  const answer = await show(id, body.id);
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    [{ path: 'photo_id', message: 'There is no such image' }],
  ]);
});

test('401 and 403 come before anything of the form is read, and nothing is kept', async () => {
  const { site_key } = await makeSiteKey(db(), program, { rights: ['read'] });
  const huge = Buffer.alloc(UPLOADS['user-photo'].bytes + 100_000);
  expect((await send(huge, 'unknown')).status).toBe(401);
  expect((await send(huge, site_key)).status).toBe(403);
  const staff = await app().as({ permissions: ['superadmin'] });
  const form = new FormData();
  form.append('file', new File([new Uint8Array(PIXEL)], 'photo.png', { type: 'image/png' }));
  expect((await staff('POST', '/api/site/uploads', form)).status).toBe(401);
  const kept = db().selectFrom('uploads').select('id').where('program_id', '=', program);
  expect(await kept.execute()).toEqual([]);
});

test('413 for one that is too large, 415 or 400 for what is no picture, 400 for more than a file', async () => {
  const large = await send(Buffer.concat([PIXEL, Buffer.alloc(UPLOADS['user-photo'].bytes)]));
  expect([large.status, large.body.errors[0].path]).toEqual([413, 'file']);
  expect([400, 415]).toContain((await send(Buffer.from('no picture'))).status);
  expect((await send(PIXEL, key, { type: 'event-image' })).status).toBe(400);
  const json = await app().call('POST', '/api/site/uploads', {}, { authorization: `Bearer ${key}` });
  expect([json.status, json.body.errors[0].path]).toEqual([400, 'file']);
});
