import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { Done, Told } from '../../test/killed/killed-tasks.ts';
import { useShortLimits } from '../../test/short-limits.ts';
import { until } from '../../test/until.ts';
import { type Sandbox, sandbox } from './sandbox.ts';

useShortLimits();

const TASKS = new URL('../../test/killed/killed-tasks.ts', import.meta.url);

let work: Sandbox<Told, Done>;
const opened = (bounds: { seconds?: number; megabytes?: number } = {}) => {
  work = sandbox(TASKS, { seconds: 30, megabytes: 512, ...bounds });
  return work;
};
afterEach(() => work.stop());

const lives = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('work in a process of its own', () => {
  test('answers, as often as it is asked, from one process that knows no secret', async () => {
    opened();
    process.env.SECRET_KEY = 'never to be told';
    const bytes = Buffer.from([0, 1, 255]);
    const first = await work.run(1, { do: 'say', say: { bytes } });
    delete process.env.SECRET_KEY;
    expect(first).toMatchObject({ said: { bytes } });
    expect(first.variables).not.toContain('SECRET_KEY');
    const more = await Promise.all([2, 2, 3].map((owner) => work.run(owner, { do: 'say', say: owner })));
    expect(more.map(({ pid, said }) => [pid, said])).toEqual([2, 2, 3].map((owner) => [first.pid, owner]));
  });

  test('hands on a refusal as one, and a fault as one', async () => {
    opened();
    await expect(work.run(1, { do: 'refuse' })).rejects.toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      details: { errors: [{ path: 'file', message: 'No' }] },
    });
    await expect(work.run(1, { do: 'fail' })).rejects.toThrow('a fault of ours');
    expect((await work.run(1, { do: 'say', say: 1 })).said).toBe(1);
  });

  test.each(['spin', 'sleep'] as const)('is killed when it takes too long: %s', async (what) => {
    opened({ seconds: 1 });
    const { pid, folder } = await work.run(1, { do: 'say' });
    await expect(work.run(1, { do: what })).rejects.toMatchObject({ reason: 'time' });
    expect([lives(pid), existsSync(folder)]).toEqual([false, false]);
    const next = await work.run(2, { do: 'say' });
    expect(next.pid).not.toBe(pid);
  });

  test.runIf(process.platform === 'linux')(
    'loses no time to others who keep the processor busy',
    async () => {
      opened({ seconds: 1 });
      expect((await work.run(1, { do: 'nap' })).said).toBe('awake');
    },
  );

  test('is killed when it takes too much memory', async () => {
    opened({ megabytes: 256 });
    const { pid, folder } = await work.run(1, { do: 'say' });
    await expect(work.run(1, { do: 'grow' })).rejects.toMatchObject({ reason: 'end' });
    expect([lives(pid), existsSync(folder)]).toEqual([false, false]);
    expect((await work.run(1, { do: 'say', say: 2 })).said).toBe(2);
  });

  test('may end by itself: whoever waited is told so, and the next one finds another', async () => {
    opened();
    const outcomes = await Promise.allSettled([
      work.run(1, { do: 'end' }),
      work.run(2, { do: 'say', say: 2 }),
      work.run(1, { do: 'say', say: 3 }),
    ]);
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.said : 'ended')),
    ).toEqual(['ended', 2, 3]);
  });

  test.each([
    ['before anybody has noticed', () => Promise.resolve()],
    ['a while ago', (pid: number) => until(() => !lives(pid))],
  ])('killed at rest, %s, costs the next piece of work nothing', async (_, noticed) => {
    opened();
    const { pid, folder } = await work.run(1, { do: 'say' });
    process.kill(pid, 'SIGKILL');
    await noticed(pid);
    const next = await work.run(1, { do: 'say', say: 2 });
    expect([next.said, next.pid === pid, existsSync(folder)]).toEqual([2, false, false]);
  });

  test('is not begun again once it has been taken', async () => {
    opened();
    const folder = await mkdtemp(path.join(tmpdir(), 'provost-taken-'));
    const begun = path.join(folder, 'begun');
    await work.run(1, { do: 'say' });
    await expect(work.run(1, { do: 'end', say: begun })).rejects.toMatchObject({ reason: 'end' });
    expect(await readFile(begun, 'utf8')).toBe('end;');
    await rm(folder, { recursive: true });
  });

  test('makes another owner wait for one piece, however many somebody has sent', async () => {
    opened({ seconds: 1 });
    const order: string[] = [];
    const all = [1, 1, 1, 1].map((owner) =>
      work.run(owner, { do: 'spin' }).catch(() => void order.push('a spin')),
    );
    const other = work.run(2, { do: 'say' }).then(() => order.push('the other'));
    await Promise.all([...all, other]);
    expect(order.indexOf('the other')).toBe(1);
  });

  test('ends with whoever stops it, in the midst of its work', async () => {
    opened();
    const { pid, folder } = await work.run(1, { do: 'say' });
    const held = work.run(1, { do: 'spin' }).catch((error: unknown) => error);
    await wait(100);
    await work.stop();
    expect(await held).toMatchObject({ reason: 'end' });
    expect([lives(pid), existsSync(folder)]).toEqual([false, false]);
  });

  test.runIf(process.platform !== 'win32')('ends with its server, even one that is killed', async () => {
    opened();
    const script = `
      const { sandbox } = await import(${JSON.stringify(pathToFileURL(`${import.meta.dirname}/sandbox.ts`).href)});
      const work = sandbox(new URL(${JSON.stringify(TASKS.href)}), { seconds: 60, megabytes: 512 });
      const { pid, folder } = await work.run(1, { do: 'say' });
      process.stdout.write(JSON.stringify({ pid, folder }) + '\\n');
      await work.run(1, { do: 'sleep' });`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await server.stdout.take(1).toArray()) as [Buffer];
    const { pid, folder } = JSON.parse(line.toString()) as Done;
    expect([lives(pid), existsSync(folder)]).toEqual([true, true]);
    server.kill('SIGKILL');
    await until(() => !lives(pid) && !existsSync(folder));
  });

  test('keeps no process alive that has nothing else to do', async () => {
    opened();
    const script = `
      const { sandbox } = await import(${JSON.stringify(pathToFileURL(`${import.meta.dirname}/sandbox.ts`).href)});
      const work = sandbox(new URL(${JSON.stringify(TASKS.href)}), { seconds: 60, megabytes: 512 });
      const { said } = await work.run(1, { do: 'say', say: 'x' });
      const short = sandbox(new URL(${JSON.stringify(TASKS.href)}), { seconds: 0.5, megabytes: 512 });
      await short.run(1, { do: 'sleep' }).catch(() => {});
      process.stdout.write(said);`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const code = new Promise((resolve) => server.once('exit', resolve));
    expect(Buffer.concat(await server.stdout.toArray()).toString()).toBe('x');
    expect(await code).toBe(0);
  });
});
