/** One connection a flow: were all held by flows that wait for another, all would wait for good. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConnectionProvider } from 'kysely';

/** Answers a way to guard providers: what runs on a connection of one of them is refused a connection of any. */
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
