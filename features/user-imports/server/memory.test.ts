/** A server that imports a file of five times the rows needs no more memory for it. */
import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { csvForm } from '../../../test/csv-files.ts';
import { inDepth } from '../../../test/deep.ts';
import { endServer, endServers, newDataDir, signInAt, startServer } from '../../../test/server-process.ts';
import { copyTemplate } from '../../../test/test-database.ts';
import { LARGEST_FILE_BYTES, MOST_ROWS } from '../../imports/rules.ts';
import type { UserImport } from '../contract.ts';

afterAll(endServers);

const ROWS = 100_000;
/** Megabytes. Left to itself V8 lets garbage lie for as long as there is room, which hides what is kept. */
const HEAP = '--max-old-space-size=160';
/** Bytes. What a server takes until it is warm, and some 15 MB for 200,000 addresses; a file that is kept takes several times its 50 MB, which the heap does not hold. */
const MORE_AT_MOST = 120_000_000;

test.runIf(inDepth(false, true))(`${ROWS} rows, and the largest file that is read`, async () => {
  const { owner } = await copyTemplate(inject('testDatabase'));
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(
    "insert into programs (id, program_tag, program_display_name) overriding system value values (1, 'p', 'P')",
  );
  await client.end();
  const server = await startServer({
    DATABASE_URL: owner,
    DATA_DIR: await newDataDir(),
    NODE_OPTIONS: HEAP,
  });
  const { token } = await signInAt(server.address);
  const call = async (method: string, path: string, body?: FormData) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.address}/api/wladmin/${path}`, {
      method,
      headers,
      ...(body && { body }),
    });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    return ((await answer.json()) as { import: UserImport }).import;
  };
  const over = async (id: number) => {
    for (;;) {
      const found = await call('GET', `users-import/${id}`);
      if (found.state !== 'running' && found.state !== 'checking') return found;
      await wait(200);
    }
  };
  let named = 0;
  const fileOf = (rows: number, bytes: number) => {
    const about = 'x'.repeat(Math.floor((bytes * 0.98) / rows) - 50);
    const lines = Array.from({ length: rows }, () => `person${++named}@example.org,"Zoë\n${named}",${about}`);
    return csvForm(`email,first_name,more_about_you\n${lines.join('\n')}\n`, {
      dry_run: rows > ROWS ? '1' : '',
    });
  };
  const peakOf = async (rows: number, bytes: number) => {
    const form = fileOf(rows, bytes);
    const memory = watchMemory(server.child.pid ?? 0);
    try {
      const { id } = await call('POST', 'users-import', form);
      expect(await over(id)).toMatchObject({ state: rows > ROWS ? 'ready' : 'done', created: rows });
    } finally {
      await memory.end();
    }
    return memory.most();
  };
  const peaks = {
    short: await peakOf(ROWS / 5, 8_000_000),
    long: await peakOf(ROWS, 40_000_000),
    read: await peakOf(MOST_ROWS, LARGEST_FILE_BYTES),
  };
  process.stdout.write(`resident bytes at most: ${JSON.stringify(peaks)}\n`);
  for (const [name, peak] of Object.entries(peaks))
    expect(peak - peaks.short, `${name} of ${JSON.stringify(peaks)}`).toBeLessThan(MORE_AT_MOST);
  await endServer(server);
});

/** Resident bytes of a process, looked at as long as it works. */
function watchMemory(pid: number) {
  let most = 0;
  let isOver = false;
  const look = async () => {
    while (!isOver) {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
      most = Math.max(most, Number(stdout) * 1024);
      await wait(100);
    }
  };
  const looking = look();
  return {
    async end() {
      isOver = true;
      await looking;
    },
    most: () => most,
  };
}
