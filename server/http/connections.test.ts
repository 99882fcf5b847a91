/** A real process under clients that never finish: half requests end in bounded time, and so does the server. */
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { Agent, request as ask } from 'node:http';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { inDepth } from '../../test/deep.ts';
import {
  endServer,
  endServers,
  newDataDir,
  type ServerProcess,
  signInAt,
  startServer,
} from '../../test/server-process.ts';
import { copyTemplate } from '../../test/test-database.ts';
import { until } from '../../test/until.ts';

let dataDir: string;
let databaseUrl: string;
beforeAll(async () => {
  dataDir = await newDataDir();
  databaseUrl = (await copyTemplate(inject('testDatabase'))).owner;
});
afterAll(endServers);
afterAll(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));

let server: ServerProcess;
const start = () => startServer({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TIME_LIMITS: '1' });

/** A connection that sends this much of a request and no more; `said` is all it has got, `ended` when it was closed. */
async function half(text: string) {
  const socket: Socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  let said = '';
  socket.on('data', (chunk) => (said += chunk.toString()));
  socket.on('error', () => {});
  const ended = once(socket, 'close');
  socket.write(text);
  return { socket, said: () => said, ended };
}

const HEADERS = 'GET /healthz HTTP/1.1\r\nhost: x\r\nx-half: ';
const BODY = [
  'POST /api/wladmin/auth HTTP/1.1',
  'host: x',
  'content-type: application/json',
  'content-length: 100',
  '',
  '{"email": "',
].join('\r\n');
const CHUNKED = BODY.replace('content-length: 100', 'transfer-encoding: chunked').replace('{', 'b\r\n{');

/** The beginning of an upload of a file of one MB. */
function upload(token: string): string {
  const form = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n';
  return [
    'POST /api/upload HTTP/1.1',
    'host: x',
    `authorization: Bearer ${token}`,
    'content-type: multipart/form-data; boundary=x',
    'content-length: 1000000',
    '',
    form,
  ].join('\r\n');
}

describe('while it runs', () => {
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => endServer(server));

  test('it refuses a body whose end is told in two ways, and listens to no more of that connection', async () => {
    const lines = [
      'POST /api/wladmin/auth/logout HTTP/1.1',
      'host: x',
      'content-type: application/json',
      'content-length: 0',
      'transfer-encoding: chunked',
    ];
    const { said, ended } = await half(`${lines.join('\r\n')}\r\n\r\n0\r\n\r\n${HEADERS}\r\n\r\n`);
    await ended;
    expect(said()).toMatch(/^HTTP\/1\.1 400 /);
    expect(said().match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  // Its short form is among what the hostile client does.
  test.runIf(inDepth(false, true))(
    'half a request is answered 408 and closed: headers, bodies, chunked ones, and one whose answer is there',
    async () => {
      const unknown = BODY.replace('application/json', 'multipart/form-data');
      const sent = await Promise.all(['', HEADERS, BODY, CHUNKED, unknown].map(half));
      await Promise.all(sent.map(({ ended }) => ended));
      expect(sent.map(({ said }) => /^HTTP\/1\.1 (\d+)/.exec(said())?.[1])).toEqual([
        '408',
        '408',
        '408',
        '408',
        '415',
      ]);
      expect(sent[2]?.said()).toContain('"code":"REQUEST_TIMEOUT"');
    },
  );

  test.runIf(inDepth(false, true))('a slow upload has more time than other bodies', async () => {
    const { token } = await signInAt(server.address);
    const slow = await half(upload(token));
    const outcome = await Promise.race([slow.ended, wait(30_000, 'still open')]);
    expect([outcome, slow.said()]).toEqual(['still open', '']);
    slow.socket.destroy();
  });
});

describe('told to end', () => {
  beforeEach(async () => {
    server = await start();
  });

  test('it ends under the load of connections that stay open, and answers whoever it heard', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const outcomes: (number | string)[] = [];
    let ending = false;
    let isTold = false;
    const load = Array.from({ length: 20 }, async () => {
      while (!ending)
        outcomes.push(await status(agent, `${server.address}/api/wladmin/auth/me`, () => isTold));
    });
    await until(() => expect(outcomes.length).toBeGreaterThan(20));
    isTold = true;
    const { code } = await endServer(server);
    ending = true;
    await Promise.all(load);
    agent.destroy();
    expect(code).toBe(0);
    const after = new Set(outcomes);
    after.delete('ECONNREFUSED');
    expect([...after]).toEqual([401]);
  });

  test('it waits for half requests no longer than its grace', async () => {
    const { token } = await signInAt(server.address);
    const sent = await Promise.all([HEADERS, BODY, upload(token)].map(half));
    await wait(500);
    expect((await endServer(server)).code).toBe(0);
    await Promise.all(sent.map(({ ended }) => ended));
    // Closed by the end of the grace, and not by the time that a request has, which would be said.
    expect(sent.map(({ said }) => said())).toEqual(['', '', '']);
  });

  test('it still answers a request whose end comes in time, and says that this was the last', async () => {
    const slow = await half(BODY);
    const resting = await half(`${HEADERS}\r\n\r\n`);
    await once(resting.socket, 'data');
    await wait(300);
    const ended = endServer(server);
    // A connection that rests is closed at once, before the request under way has its answer.
    await resting.ended;
    expect(slow.said()).toBe('');
    slow.socket.write('x'.repeat(99 - '{"email": "'.length) + '"');
    await slow.ended;
    expect(slow.said()).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close/i);
    expect((await ended).code).toBe(0);
  });
});

describe('told to end twice', () => {
  test('it ends at once, and so does its PostgreSQL', async () => {
    const own = await newDataDir();
    server = await startServer({ DATA_DIR: own });
    const pid = Number(
      (await readFile(path.join(own, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0],
    );
    const { token } = await signInAt(server.address);
    const slow = await half(upload(token));
    await wait(300);
    const exited = once(server.child, 'exit');
    server.child.kill('SIGTERM');
    await wait(1_000);
    server.child.kill('SIGTERM');
    // Not 0, as it would be once the grace is over.
    expect((await exited)[0]).toBe(1);
    await slow.ended;
    await until(async () => expect(await runs(pid)).toBe(false));
    await rm(own, { recursive: true, force: true, maxRetries: 5 });
  });
});

/** False for a zombie too, which stays where nobody reaps orphans. */
async function runs(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return state !== undefined && !/\) [ZX] /.test(state);
}

/**
 * The status of one request, or the code of the error that kept it from having one. Once the server is told to end, a
 * connection that is reset is as good as refused: the machine takes connections before the server does, and drops those
 * that nobody has taken when it stops to listen.
 */
function status(agent: Agent, url: string, isTold: () => boolean): Promise<number | string> {
  return new Promise((resolve) => {
    const request = ask(url, { agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', (error: NodeJS.ErrnoException) => {
      // A connection that was closed in the moment of asking: the request was never heard, and may be sent again.
      const isUnheard = (isTold() || request.reusedSocket) && error.code === 'ECONNRESET';
      setTimeout(() => resolve(isUnheard ? 'ECONNREFUSED' : (error.code ?? error.message)), 20);
    });
    request.end();
  });
}
