/** A server that dies while it works on imports, and is started again. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { endServer, signInAt, startServer } from './server-process.ts';

/** `path` is that of the imports below the API; `rows` are those of the file, over which the kills are spread. */
export async function killableImports<Import extends { id: number; state: string }>(
  env: Parameters<typeof startServer>[0],
  path: string,
  rows: number,
) {
  let server = await startServer(env);
  const { token } = await signInAt(server.address);
  const call = async (method: string, below: string, body?: FormData) => {
    const headers = { authorization: `Bearer ${token}` };
    const address = `${server.address}/api/wladmin/${path}${below}`;
    const answer = await fetch(address, { method, headers, ...(body && { body }) });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    return ((await answer.json()) as { import: Import }).import;
  };
  const killed = async () => {
    const exited = once(server.child, 'exit');
    server.child.kill('SIGKILL');
    await exited;
    server = await startServer(env);
  };
  /** Until it is over, killed so many times while it runs; `part` says how many rows are done, `killedLast` once that is done. */
  const through = async (
    id: number,
    { kills, part, killedLast }: { kills: number; part: (of: Import) => number; killedLast?: () => unknown },
  ) => {
    for (let done = 0; ; await wait(20)) {
      const found = await call('GET', `/${id}`);
      if (found.state !== 'running' && found.state !== 'checking') return [found, done] as const;
      if (found.state !== 'running' || done >= kills || part(found) * kills < done * rows) continue;
      done += 1;
      await wait(Math.random() * 60);
      await killed();
      if (done === kills) await killedLast?.();
    }
  };
  /** Has the file checked, however long that takes on a busy machine; answers the import's id. */
  const checked = async (file: FormData): Promise<number> => {
    let found = await call('POST', '', file);
    for (; found.state === 'checking'; await wait(100)) found = await call('GET', `/${found.id}`);
    return found.id;
  };
  return { call, checked, through, end: () => endServer(server) };
}
