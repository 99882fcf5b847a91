/** A database of its own for the tests of a file, without a server in front. */
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, type Db, openDatabase } from '../server/db/client.ts';
import { copyDemo } from './demo-database.ts';
import { checkKeptSums } from './kept-sums.ts';
import { copyTemplate } from './test-database.ts';

export type OwnDatabase = Database & {
  urls: Awaited<ReturnType<typeof copyTemplate>>;
  /** As the owner of the database, whom no wall binds. */
  owner: Db;
};

/** Opens a copy of the template before the tests and closes it after them; call the answer inside a test. */
export function useDatabase(): () => OwnDatabase {
  return useCopy(copyTemplate);
}

/** As `useDatabase`, with the demo in it, made on the day of the run. */
export function useDemo(): () => OwnDatabase {
  return useCopy(copyDemo);
}

function useCopy(copy: typeof copyTemplate): () => OwnDatabase {
  let database: OwnDatabase | undefined;
  let asOwner: Database | undefined;
  beforeAll(async () => {
    const urls = await copy(inject('testDatabase'));
    asOwner = openDatabase({ global: urls.owner, scoped: urls.owner, site: urls.owner }, 1);
    database = Object.assign(openDatabase(urls, 6), { urls, owner: asOwner.everything });
  });
  afterAll(async () => {
    try {
      if (asOwner) await checkKeptSums(asOwner.everything);
    } finally {
      await Promise.all([database?.close(), asOwner?.close()]);
    }
  });
  return () => {
    if (!database) throw new Error('the database stands only inside a test');
    return database;
  };
}
