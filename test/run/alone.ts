/** Test files that need a quiet machine: they kill, starve, measure or cut. They run last, one at a time. */
import { globSync, readFileSync } from 'node:fs';

/** Processes, poolers and clusters that a test starts and kills. */
const DISTURBS =
  /\/(?:server-process|killable-imports|dying|pgbouncer|handing-on|replica-cluster|killed\/[\w-]+)\.ts'/;

/** Tests of time and of what is left when somebody takes too much. */
const NAMED = [
  'cli/commands.test.ts',
  'features/**/{hostile,starving,memory}.test.ts',
  'features/auth/server/{routes,password-resets,sign-in-flood}.test.ts',
  'server/db/connections/silence.test.ts',
  'server/db/embedded/embedded.test.ts',
  'server/nouns/concurrent-saves.test.ts',
  'server/work/{idle-jobs,jobs}.test.ts',
];

const TESTS = '{server,features,cli,test,clients}/**/*.test.ts';

/** Returns their paths from the root. */
export function aloneFiles(): string[] {
  const disturbing = globSync(TESTS).filter((file) => DISTURBS.test(readFileSync(file, 'utf8')));
  return [...new Set([...disturbing, ...globSync(NAMED)])]
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
}
