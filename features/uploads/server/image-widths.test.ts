/** Images in the widths of sites: made once, kept, and gone with what they were made from. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { useTestApp } from '../../../test/harness.ts';
import { formOf } from '../../../test/hostile/hostile-files.ts';
import { sweepUploads } from './sweep.ts';

const app = useTestApp();

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

async function send(width: number, height: number, kind: 'jpeg' | 'png' | 'webp' = 'jpeg') {
  const call = await app().as({ permissions: ['superadmin'] });
  const bytes = await picture(width, height).toFormat(kind).toBuffer();
  const file = { bytes, name: `a.${kind}`, media: `image/${kind}`, type: 'class-image' as const };
  const { status, body } = await call('POST', '/api/upload', formOf(file));
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body.path);
}

const inWidth = (path: string, width: number | string) => path.replace('images/', `images/${width}/`);
const stored = (path: string) => path.replace('/storage/', '');
const got = (path: string) => app().http.inject({ url: path });

test.each(['jpeg', 'png', 'webp'] as const)('200: a %s scaled down in proportion, and kept', async (kind) => {
  const path = await send(1300, 650, kind);
  for (const width of [320, 640, 1280]) {
    const narrow = inWidth(path, width);
    expect(await app().platform.files.exists(stored(narrow))).toBe(false);
    const answer = await got(narrow);
    expect(answer.statusCode).toBe(200);
    const { format, ...size } = await sharp(answer.rawPayload).metadata();
    expect([format, size.width, size.height]).toEqual([kind, width, width / 2]);
    expect(answer.headers).toMatchObject({
      'content-type': `image/${kind}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(await app().platform.files.exists(stored(narrow))).toBe(true);
  }
});

test('is made once for all who ask at once, and served from the store afterwards', async () => {
  const narrow = inWidth(await send(1000, 10), 640);
  const answers = await Promise.all(Array.from({ length: 30 }, () => got(narrow)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(1);
  const other = await picture(640, 5).jpeg().toBuffer();
  await app().platform.files.put(stored(narrow), other);
  expect((await got(narrow)).rawPayload.equals(other)).toBe(true);
});

test('an animation stays one', async () => {
  const frames = await Promise.all(
    ['#f00', '#0f0'].map((background) =>
      sharp({ create: { width: 400, height: 200, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const bytes = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  const call = await app().as({ permissions: ['superadmin'] });
  const file = { bytes, name: 'a.webp', media: 'image/webp', type: 'class-image' as const };
  const { path } = (await call('POST', '/api/upload', formOf(file))).body;
  const { pages, width, height } = await sharp((await got(inWidth(path, 320))).rawPayload).metadata();
  expect([pages, width, height]).toEqual([2, 320, 160]);
});

test('404 for another width, for an image that is no wider, and for what was never sent', async () => {
  const path = await send(640, 100);
  const nobodys = path.replace(/[0-9a-f]{40}/, '0'.repeat(40));
  const refused = [
    inWidth(path, 640),
    inWidth(path, 1280),
    inWidth(path, 321),
    inWidth(path, '0320'),
    inWidth(nobodys, 320),
    inWidth(path, 320).replace('.jpg', '.json'),
    inWidth(path, 320).replace('.jpg', '.exe'),
  ];
  for (const address of refused) {
    const { statusCode, headers } = await got(address);
    expect([address, statusCode, headers['cache-control']]).toEqual([address, 404, 'no-store']);
  }
  expect((await got(inWidth(path, 320))).statusCode).toBe(200);
});

test('404 where the file is gone from the store, and nothing is kept', async () => {
  const path = await send(900, 900);
  await app().platform.files.delete(stored(path));
  expect((await got(inWidth(path, 320))).statusCode).toBe(404);
  expect(await app().platform.files.exists(stored(inWidth(path, 320)))).toBe(false);
});

test('goes with the image that it was made from', async () => {
  const path = await send(700, 70);
  await got(inWidth(path, 320));
  await sweepUploads(app().platform, 0);
  await sweepUploads(app().platform, 0);
  const left = [path, inWidth(path, 320)].map((one) => app().platform.files.exists(stored(one)));
  expect(await Promise.all(left)).toEqual([false, false]);
  expect((await got(inWidth(path, 320))).statusCode).toBe(404);
});
