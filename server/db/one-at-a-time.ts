/** Limits a flow to one connection: flows that hold one and wait for a second would deadlock. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConnectionProvider } from 'kysely';

/** Returns a guard for providers: a flow on a connection of one is refused a connection of any. */
export function oneAtATime(): (provider: ConnectionProvider) => ConnectionProvider {
  const holding = new AsyncLocalStorage<{ open: boolean }>();
  return (provider) => ({
    async provideConnection(use, options) {
      if (holding.getStore()?.open) {
        throw new Error('Inside a transaction another connection was asked for: use the transaction');
      }
      return provider.provideConnection(async (connection) => {
        // What a transaction leaves behind, such as a timer, inherits this and may ask again once it has ended.
        const hold = { open: true };
        try {
          return await holding.run(hold, () => use(connection));
        } finally {
          hold.open = false;
        }
      }, options);
    },
  });
}
