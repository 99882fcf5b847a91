/** One admin keeps every place busy that one admin can: others are served all the same. */
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { type Answer, useTestApp } from '../../../test/harness.ts';
import { formOf, goodFiles, octaves, svg } from '../../../test/hostile/hostile-files.ts';
import { useShortLimits } from '../../../test/short-limits.ts';
import { until } from '../../../test/until.ts';

useShortLimits();
const app = useTestApp();
const drawing = (content: string) =>
  formOf({
    bytes: Buffer.from(svg(content)),
    name: 'a.svg',
    media: 'image/svg+xml',
    type: 'lilt-nft',
  });

/** A drawing that is let through, and keeps the renderer busy for minutes. */
const endless = () =>
  drawing(
    `<filter id="f">${'<feTurbulence numOctaves="10"/>'.repeat(20)}</filter>${'<rect width="20" height="10" filter="url(#f)"/>'.repeat(50)}`,
  );

describe('an admin who draws without an end', () => {
  test('is refused at once where it shows beforehand', async () => {
    const call = await app().as({ permissions: ['superadmin'] });
    const { status, body } = await call('POST', '/api/upload', drawing(octaves(1_000_000)));
    expect([status, body.errors[0].path]).toEqual([400, 'file']);
    expect((await call('POST', '/api/upload', drawing(octaves(1)))).status).toBe(200);
  });

  // Again where a busy machine needs the three seconds of a drawing for a picture that waits for none.
  test('is refused after its time; a drawing of another one waits for one of it, a picture for none', {
    retry: 3,
  }, async () => {
    const [one, other] = [
      await app().as({ permissions: ['superadmin'] }),
      await app().as({ permissions: ['superadmin'] }),
    ];
    const ended: string[] = [];
    const note = (what: string) => (answer: Answer) => {
      ended.push(what);
      return answer;
    };
    const drawn = [1, 2].map(() => one('POST', '/api/upload', endless()).then(note('drawing')));
    await wait(500);
    const good = await goodFiles();
    const drawnByOther = other('POST', '/api/upload', formOf(good.svg)).then(note('drawing of the other'));
    const picture = other('POST', '/api/upload', formOf(good.png)).then(note('picture of the other'));
    expect((await picture).status).toBe(200);
    for (const { status, body } of await Promise.all(drawn)) {
      expect([status, body.errors]).toEqual([400, [{ path: 'file', message: TOO_LONG }]]);
    }
    expect((await drawnByOther).status).toBe(200);
    expect(ended).toEqual(['picture of the other', 'drawing', 'drawing of the other', 'drawing']);
    expect((await one('POST', '/api/upload', formOf(good.png))).status).toBe(200);
  });
});

describe('an admin who sends slowly', () => {
  test('holds two places, waits with some more and is refused beyond; another one is served', async () => {
    const address = await listening();
    const [one, other] = [
      await app().as({ permissions: ['superadmin'] }),
      await app().as({ permissions: ['superadmin'] }),
    ];
    const authorization = await tokenOf(one.admin_id);
    const sockets = await Promise.all(Array.from({ length: 40 }, () => begun(address, authorization)));
    try {
      const { png } = await goodFiles();
      expect((await other('POST', '/api/upload', formOf(png))).status).toBe(200);
      const refused = await one('POST', '/api/upload', formOf(png));
      expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    // Whoever left has left its place.
    await until(async () =>
      expect((await one('POST', '/api/upload', formOf((await goodFiles()).png))).status).toBe(200),
    );
  });

  test.each(inDepth(['silent'], ['silent', 'dripping']))(
    'gives its place up to who waits: four who are %s',
    async (manner) => {
      const address = await listening();
      const senders = await Promise.all(
        [1, 2, 3, 4].map(async () => tokenOf((await app().as({ permissions: ['superadmin'] })).admin_id)),
      );
      const sockets = await Promise.all(
        [...senders, ...senders].map((authorization) => begun(address, authorization)),
      );
      const drip = setInterval(() => {
        if (manner === 'dripping') for (const socket of sockets) socket.write('x');
      }, 500);
      const answers = sockets.map(wordsOf);
      try {
        await wait(1_000);
        const other = await app().as({ permissions: ['superadmin'] });
        const { png } = await goodFiles();
        expect((await other('POST', '/api/upload', formOf(png))).status).toBe(200);
        // Their two minutes over, they would be told something else.
        expect(await Promise.race(answers)).toContain('429 Too Many Requests');
      } finally {
        clearInterval(drip);
        for (const socket of sockets) socket.destroy();
      }
    },
  );

  test.runIf(inDepth(false, true))('takes its time where nobody waits', async () => {
    const { admin_id } = await app().as({ permissions: ['superadmin'] });
    const socket = await begun(await listening(), await tokenOf(admin_id));
    const words = wordsOf(socket);
    await wait(12_000);
    socket.write(Buffer.alloc(100_000, 'x'));
    // All of it has arrived, and is no form.
    expect(await words).toContain('400 Bad Request');
  });
});

const TOO_LONG = 'The image takes too long to process';

async function listening(): Promise<string> {
  const { server } = app().http;
  if (!server.listening) return app().http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The first of what is answered on a connection, or what was until it ended. */
function wordsOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    socket.once('close', () => resolve('closed'));
  });
}

/** A form of which the head and some bytes are sent, and then nothing. */
async function begun(address: string, authorization: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).on('error', () => {});
  socket.resume();
  socket.write(
    `POST /api/upload HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: ${authorization}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 100000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc`,
  );
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

async function tokenOf(adminId: number): Promise<string> {
  const { signAccessToken } = await import('../../../server/http/session.ts');
  const { id } = await app()
    .platform.database.everything.insertInto('sessions')
    .values({ admin_id: adminId, address: '127.0.0.1' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `Bearer ${signAccessToken(app().platform.tokenKey, id)}`;
}
