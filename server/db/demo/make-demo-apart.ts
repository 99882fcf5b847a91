/** The demo is made beside the server, which answers meanwhile, and what it takes of memory is gone with its process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Urls } from '../roles.ts';

export type DemoTask = { urls: Urls; ownerUrl: string };

/** A demo that is being made. */
export type DemoMaking = {
  /** Rejects where its process ended without one. */
  made: Promise<void>;
  /** Ends the process, whatever it is doing; PostgreSQL takes back what it had written. */
  stop(): Promise<void>;
};

/** Begins to make it in a process of its own, with the settings of this one. The addresses go by message, not by environment. */
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
