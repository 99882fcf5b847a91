/** A server that dies in the middle of an export: the next one makes the file, and nothing half made is ever handed out. */
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { endServer, endServers, newDataDir, signInAt, startServer } from '../../../test/server-process.ts';
import { copyTemplate } from '../../../test/test-database.ts';

afterAll(endServers);

const CLASSES = 80_000;
const KILLS = 30;

test.runIf(inDepth(false, true))(`killed ${KILLS} times in the middle`, async () => {
  const { owner } = await copyTemplate(inject('testDatabase'));
  const client = new pg.Client(owner);
  await client.connect();
  await client.query(
    `insert into classes (class_name) select repeat('x', 500) || n from generate_series(1, ${CLASSES}) n`,
  );
  const dataDir = await newDataDir();
  const start = () => startServer({ DATABASE_URL: owner, DATA_DIR: dataDir });
  let server = await start();
  const { token } = await signInAt(server.address);
  const headers = { authorization: `Bearer ${token}` };
  const ask = async (file_name: string) => {
    const response = await fetch(
      `${server.address}/api/wladmin/reports/class-detail-csv?page=1&file_name=${file_name}`,
      { headers },
    );
    expect(response.status, await response.clone().text()).toBe(200);
    return (await response.json()) as { result: boolean; file_name: string; count: number };
  };
  for (let kill = 0; kill < KILLS; kill++) {
    let known = await ask('');
    while (known.count === 0 && known.result) known = await ask(known.file_name);
    expect(known.result, 'it dies in the middle').toBe(true);
    await wait(kill * 20);
    const exited = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    await exited;
    server = await start();
    while (known.result) {
      const { status } = await fetch(`${server.address}/storage/reports/${known.file_name}`, { headers });
      known = await ask(known.file_name);
      // Asked for first: it may be whole since.
      if (known.result && status !== 404) throw new Error(`a file that is not whole answers ${status}`);
      await wait(300);
    }
    expect(known.count).toBe(CLASSES);
    const file = await fetch(`${server.address}/storage/reports/${known.file_name}`, { headers });
    const lines = (await file.text()).split('\r\n');
    expect(lines).toHaveLength(CLASSES + 2);
    expect(new Set(lines).size).toBe(CLASSES + 2);
    const { rows } = await client.query('select attempts from exports where file_name = $1', [
      known.file_name,
    ]);
    expect(rows).toEqual([{ attempts: 2 }]);
  }
  expect(await readdir(path.join(dataDir, 'storage', 'reports'))).toHaveLength(KILLS);
  await client.end();
  await endServer(server);
});
