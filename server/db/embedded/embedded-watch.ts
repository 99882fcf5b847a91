import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from './embedded-server.ts';

/** Milliseconds between two failed starts: the first and the longest, doubling. */
const WAITS = { first: 200, longest: 10_000 };

/** Milliseconds after which a start counts as successful. */
const STEADY_AFTER_MS = 1_000;

/** Restarts a server that ends by itself, with growing delays and without end; `warn` gets a line each time. `stop` ends both at any point. */
export function keepRunning(
  first: Server,
  again: (signal: AbortSignal) => Promise<Server>,
  warn: (line: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server: Server | undefined = first;
  let wait = 0;

  const watch = async () => {
    while (!signal.aborted) {
      const begun = performance.now();
      await server?.ended;
      if (signal.aborted) return;
      wait =
        server && performance.now() - begun > STEADY_AFTER_MS
          ? 0
          : Math.min(wait * 2 || WAITS.first, WAITS.longest);
      if (server) warn(`PostgreSQL ended by itself: starting it again${wait ? ` in ${wait} ms` : ''}`);
      await delay(wait, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      server = await again(signal).catch((error: Error) => {
        if (!signal.aborted) warn(`PostgreSQL does not start again, trying on: ${error.message}`);
        return undefined;
      });
      if (server) warn('PostgreSQL is back');
    }
  };
  const watching = watch();

  return {
    async stop() {
      stopping.abort();
      await server?.stop();
      await watching;
      // One that came up while the other was being stopped.
      await server?.stop();
    },
  };
}
