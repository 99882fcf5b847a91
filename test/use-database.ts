/** A database of its own for the tests of a file, without a server in front. */
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '../server/db/client.ts';
import { copyTemplate } from './test-database.ts';

export type OwnDatabase = Database & { urls: Awaited<ReturnType<typeof copyTemplate>> };

/** Opens a copy of the template before the tests and closes it after them; call the answer inside a test. */
export function useDatabase(): () => OwnDatabase {
  let database: OwnDatabase | undefined;
  beforeAll(async () => {
    const urls = await copyTemplate(inject('testDatabase'));
    database = Object.assign(openDatabase(urls, 6), { urls });
  });
  afterAll(async () => database?.close());
  return () => {
    if (!database) throw new Error('the database stands only inside a test');
    return database;
  };
}
