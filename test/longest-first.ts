/** The order in which the test files of a run are taken. */
import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A file made of every route of the contract, or one that starts servers and waits for them. */
const OF_ALL_ROUTES = /\/test\/routes\//;
const STARTS_SERVERS = /\/(?:server-process|killable-imports|pgbouncer|handing-on)\.ts'/;

/**
 * Takes first what takes long however small its file is, then as vitest does: the longest of the last run, or the largest
 * where there was none, as in CI. A few lines that take a minute would else come last, with nothing left to run beside them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groups = Map.groupBy(sorted, ({ project }) => project);
    return [...groups.values()].flatMap((group) => {
      const long = new Set(group.filter(({ moduleId }) => takesLong(moduleId)));
      return [...long, ...group.filter((file) => !long.has(file))];
    });
  }
}

function takesLong(file: string): boolean {
  return OF_ALL_ROUTES.test(file) || STARTS_SERVERS.test(readFileSync(file, 'utf8'));
}
