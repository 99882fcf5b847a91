/** The order in which the test files of a run are taken. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files made of every route of the contract. */
const OF_ALL_ROUTES = /\/test\/routes\//;

/**
 * Takes first what takes long however small its file is, then as vitest does: the longest of the last run, or the largest
 * where there was none, as in CI. A few lines that take a minute would else come last, with nothing left to run beside them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groups = Map.groupBy(sorted, ({ project }) => project);
    return [...groups.values()].flatMap((group) => {
      const long = new Set(group.filter(({ moduleId }) => OF_ALL_ROUTES.test(moduleId)));
      return [...long, ...group.filter((file) => !long.has(file))];
    });
  }
}
