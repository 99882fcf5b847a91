/** A database of its own for the tests of a file, without a server in front. */
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '../server/db/client.ts';
import { copyDemo } from './demo-database.ts';
import { copyTemplate } from './test-database.ts';

export type OwnDatabase = Database & { urls: Awaited<ReturnType<typeof copyTemplate>> };

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
  beforeAll(async () => {
    const urls = await copy(inject('testDatabase'));
    database = Object.assign(openDatabase(urls, 6), { urls });
  }, 180_000);
  afterAll(async () => database?.close());
  return () => {
    if (!database) throw new Error('the database stands only inside a test');
    return database;
  };
}
