import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { formOf, goodFiles, greyPng, type Sent, svg } from '../../../test/hostile/hostile-files.ts';
import { UPLOADS, type UploadType } from '../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

async function send(file: Omit<Sent, 'what'>, class_id = 0) {
  const call = await app().as({ permissions: ['superadmin'] });
  return call('POST', '/api/upload', formOf(file, class_id));
}

async function stored(path: string) {
  const answer = await app().http.inject({ url: path });
  expect(answer.statusCode).toBe(200);
  return {
    headers: answer.headers,
    bytes: answer.rawPayload,
    image: await sharp(answer.rawPayload).metadata(),
  };
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });
const asPng = async (type: UploadType, width = 300, height = 200) =>
  send({ bytes: await picture(width, height).png().toBuffer(), name: 'a.png', media: 'image/png', type });

describe('POST /api/upload', () => {
  test.each([
    ['jpeg', 'jpeg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['gif', 'webp'],
    ['svg', 'png'],
  ] as const)('200: stores a %s as %s, encoded anew', async (kind, as) => {
    const file = (await goodFiles())[kind];
    const { status, body } = await send(file);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        id: expect.any(Number),
        path: expect.stringMatching(/^\/storage\/images\//),
        original_file: file.name,
      },
    });
    const { image, bytes, headers } = await stored(body.path);
    expect(image.format).toBe(as);
    expect(headers['content-type']).toBe(`image/${as}`);
    expect(bytes.equals(file.bytes)).toBe(false);
    const row = await db()
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      bytes: bytes.length,
      width: image.width,
      height: image.height,
      type: file.type,
    });
  });

  test('200: records who sent what, and answers one who sends the same again with another file', async () => {
    const [first, second] = [await asPng('event-image'), await asPng('event-image')];
    expect(first.body.path).not.toBe(second.body.path);
    const entry = await db()
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('entity', '=', 'upload')
      .where('entity_id', '=', String(first.body.id))
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      action: 'create',
      after: { path: first.body.path, original_file: 'a.png' },
    });
  });

  test.each([
    ['event-banner-image', 1920, 400],
    ['event-banner-mobile-image', 992, 400],
    ['event-banner-small', 370, 340],
    ['user-banner', 300, 200],
  ] as const)('200: %s comes out as %i x %i', async (type, width, height) => {
    const { image } = await stored((await asPng(type)).body.path);
    expect([image.width, image.height]).toEqual([width, height]);
  });

  test('200: turns upright and forgets what the camera told', async () => {
    const told = { IFD0: { Artist: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
    const bytes = await picture(300, 200).jpeg().withExif(told).withMetadata({ orientation: 6 }).toBuffer();
    const { body } = await send({ bytes, name: 'a.jpg', media: 'image/jpeg', type: 'user-photo' });
    const { image } = await stored(body.path);
    expect([image.width, image.height]).toEqual([200, 300]);
    expect([image.exif, image.xmp, image.icc, image.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('200: goes by what the file is, whatever it is called', async () => {
    const bytes = await picture(30, 20).webp().toBuffer();
    const { body } = await send({ bytes, name: 'photo.jpg', media: 'image/jpeg', type: 'event-image' });
    expect(body).toMatchObject({ path: expect.stringMatching(/\.webp$/), original_file: 'photo.jpg' });
  });

  test('200: keeps every frame of a GIF', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [50, 50, 50] })
      .toBuffer();
    const { body } = await send({ bytes, name: 'a.gif', media: 'image/gif', type: 'event-banner-small' });
    const { image } = await stored(body.path);
    expect([image.pages, image.width, image.pageHeight ?? image.height]).toEqual([3, 370, 340]);
  });

  test('200: takes exactly 40 megapixels', async () => {
    const { status } = await send({
      bytes: greyPng(8_000, 5_000),
      name: 'a.png',
      media: 'image/png',
      type: 'event-image',
    });
    expect(status).toBe(200);
  });

  test('200: draws an SVG large enough to be looked at', async () => {
    const bytes = Buffer.from(
      `<?xml version="1.0" encoding="utf-8"?>\n<!-- made by hand -->\n${svg('<circle r="4"/>')}`,
    );
    const { body } = await send({ bytes, name: 'a.svg', media: 'image/svg+xml', type: 'lilt-nft' });
    expect((await stored(body.path)).image).toMatchObject({ format: 'png', width: 2048, height: 1024 });
  });

  test('200: shows the name in its own letters and without those that turn it round', async () => {
    const { bytes } = (await goodFiles()).png;
    const { body } = await send({
      bytes,
      name: 'é\u202Egnp.ゞ.png',
      media: 'image/png',
      type: 'event-image',
    });
    expect(body.original_file).toBe('égnp.ゞ.png');
  });
});

describe('POST /api/upload refuses', () => {
  test('413: a file above 5 MB as a photo and above 10 MB as anything', async () => {
    const as = (length: number, type: UploadType) =>
      send({ bytes: Buffer.alloc(length), name: 'a.png', media: 'image/png', type });
    for (const answer of [
      await as(5 * 1024 ** 2 + 1, 'user-photo'),
      await as(10 * 1024 ** 2 + 1, 'event-image'),
    ]) {
      expect(answer).toMatchObject({
        status: 413,
        body: { code: 'PAYLOAD_TOO_LARGE', errors: [{ path: 'file' }] },
      });
    }
    expect((await as(5 * 1024 ** 2 + 1, 'event-image')).status).toBe(400);
  });

  test('415: a file that does not claim to be what the type takes; 400: one that does and is not', async () => {
    const { gif } = await goodFiles();
    expect(await send({ ...gif, type: 'event-image' })).toMatchObject({
      status: 415,
      body: { errors: [{ path: 'file' }] },
    });
    expect(await send({ ...gif, type: 'event-image', name: 'a.png', media: 'image/png' })).toMatchObject({
      status: 400,
    });
  });

  test('400: a form without a file, with two, with an unknown field, an unknown type; a body that is no form', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const { png } = await goodFiles();
    const changed = (change: (form: FormData) => void) => {
      const form = formOf(png);
      change(form);
      return call('POST', '/api/upload', form);
    };
    expect(await changed((form) => form.delete('file'))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'file' }] },
    });
    expect(await changed((form) => form.append('file', form.get('file') as File))).toMatchObject({
      status: 400,
    });
    expect(await changed((form) => form.set('file', 'text'))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'file' }] },
    });
    expect(await changed((form) => form.set('type', 'secret'))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'type' }] },
    });
    expect(await changed((form) => form.set('class_id', '-1'))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'class_id' }] },
    });
    expect(await changed((form) => form.set('path', '/etc/passwd'))).toMatchObject({ status: 400 });
    expect(await changed((form) => form.set('x', 'y'.repeat(100_000)))).toMatchObject({ status: 400 });
    expect(
      await changed((form) => {
        for (let n = 0; n < 50; n++) form.append(`f${n}`, 'x');
      }),
    ).toMatchObject({ status: 400 });
    expect(await call('POST', '/api/upload', {})).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'file' }, { path: 'type' }] },
    });
  });

  test.each([
    '',
    '--x',
    '--x\r\n',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
    '\0'.repeat(99),
  ])('400: the broken form %j', async (payload) => {
    const call = await app().as({ permissions: ['superadmin'] });
    const { authorization } = await authorized(call.admin_id);
    const headers = { authorization, 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await app().http.inject({ method: 'POST', url: '/api/upload', headers, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'BAD_REQUEST']);
  });

  test('401 before it reads a byte, 403 without the area of the type', async () => {
    const { png } = await goodFiles();
    expect((await app().call('POST', '/api/upload', formOf(png))).status).toBe(401);
    for (const type of Object.keys(UPLOADS) as UploadType[]) {
      const { area } = UPLOADS[type];
      const others = (['events', 'store', 'users', 'catalogue', 'content'] as const).filter(
        (other) => other !== area,
      );
      const [holder, stranger] = [
        await app().as({ permissions: [area] }),
        await app().as({ permissions: others }),
      ];
      expect((await stranger('POST', '/api/upload', formOf({ ...png, type }))).status).toBe(403);
      expect((await holder('POST', '/api/upload', formOf({ ...png, type }))).status).toBe(200);
    }
  });

  test('404: a class of another program; 400: a class for anything but its image', async () => {
    const [own, foreign] = [await makeProgram(db()), await makeProgram(db())];
    const instructor = await makeInstructor(db(), { program_id: foreign.id });
    const { id } = await makeClass(db(), { instructor_id: instructor.id, program_id: foreign.id });
    const { png } = await goodFiles();
    const form = (type: UploadType) => formOf({ ...png, type }, id);
    const [bound, global] = [
      await app().as({ permissions: ['programadmin'], program_id: own.id }),
      await app().as({ permissions: ['catalogue'] }),
    ];
    expect((await bound('POST', '/api/upload', form('class-image'))).status).toBe(404);
    expect((await global('POST', '/api/upload', form('class-image'))).status).toBe(200);
    expect(await bound('POST', '/api/upload', form('event-image'))).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'class_id' }] },
    });
  });
});

describe('POST /api/upload over a socket', () => {
  test('413: a body without an announced length, as soon as it is too long', async () => {
    const address = await app().http.listen({ port: 0, host: '127.0.0.1' });
    const { authorization } = await authorized((await app().as({ permissions: ['superadmin'] })).admin_id);
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
    let sent = 0;
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(head)),
      pull(stream) {
        sent += 64 * 1024;
        if (sent > 64 * 1024 ** 2) stream.close();
        else stream.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const before = process.memoryUsage().rss;
    const answer = await fetch(`${address}/api/upload`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(150);
    const declared = await fetch(`${address}/api/upload`, {
      method: 'POST',
      headers: { authorization },
      body: formOf({
        bytes: Buffer.alloc(11 * 1024 ** 2),
        name: 'a.png',
        media: 'image/png',
        type: 'event-image',
      }),
    });
    expect(declared.status).toBe(413);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
  });
});

describe('GET /storage/images', () => {
  test('200: for anybody, to be kept for good, and harmless if read as a document', async () => {
    const { headers } = await stored((await asPng('event-image')).body.path);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  test('200: tells the same about itself without its bytes', async () => {
    const { path } = (await asPng('event-image')).body;
    const { statusCode, headers, payload } = await app().http.inject({ method: 'HEAD', url: path });
    expect([statusCode, headers['content-type'], payload]).toEqual([200, 'image/png', '']);
  });

  test.each([
    'images/none.png',
    'images/',
    'images/..%2f..%2fsecret-key',
    'images/..%5c..%5csecret-key',
    'images//etc/passwd',
    'images/%00.png',
    `images/${'a'.repeat(1500)}.png`,
    '.drafts/x.png',
    'reports/none.csv',
  ])('404: %s, as JSON', async (path) => {
    const answer = await app().http.inject({ url: `/storage/${path}` });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NOT_FOUND']);
  });
});

test('stands in the OpenAPI document as a form', async () => {
  const document = (await app().http.inject({ url: '/api/openapi.json' })).json();
  const { content } = document.paths['/api/upload'].post.requestBody;
  expect(Object.keys(content)).toContain('multipart/form-data');
});

async function authorized(adminId: number) {
  const { signAccessToken } = await import('../../../server/http/session.ts');
  const { id } = await db()
    .insertInto('sessions')
    .values({ admin_id: adminId, address: '127.0.0.1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { authorization: `Bearer ${signAccessToken(app().platform.tokenKey, id)}` };
}
