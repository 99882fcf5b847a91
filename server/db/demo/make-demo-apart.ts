/** Makes the demo in a process of its own: the server answers meanwhile, and the memory is freed at its end. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Urls } from '../roles.ts';

export type DemoTask = { urls: Urls; ownerUrl: string };

export type DemoMaking = {
  /** Rejects where the process ended early. */
  made: Promise<void>;
  /** Kills the process; PostgreSQL rolls back. */
  stop(): Promise<void>;
};

/** Starts the process with this one's settings. Addresses are passed by message, not by environment. */
export function makeDemoApart(task: DemoTask): DemoMaking {
  const child = fork(fileURLToPath(new URL('demo-process.ts', import.meta.url)), {
    env: { ...process.env, NODE_COMPILE_CACHE: getCompileCacheDir() ?? '' },
  });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  const made = exited.then(([code, signal]) => {
    if (code !== 0) throw new Error(`the demo was not made: its process ended with ${signal ?? code}`);
  });
  // Whoever stops the server may be the first to wait for it.
  made.catch(() => {});
  child.send(task, () => {});
  return {
    made,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}
