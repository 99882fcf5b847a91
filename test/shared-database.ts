/** One PostgreSQL for all steps of a run, in which the demo is made once: it takes longer than most tests do together. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { makeDemoTemplate } from './demo-database.ts';
import { startTestDatabase } from './global-setup.ts';
import { makeQuickFolder } from './quick-folder.ts';
import { SHARED, type SharedDatabase } from './test-database.ts';

/**
 * Starts it and makes the demo, unless no browser is going to see it: other tests make it once they want it. Answers what
 * the steps need in their environment, and the way to end it.
 */
export async function shareDatabase({ demo: withDemo } = { demo: true }): Promise<{
  env: Record<string, string>;
  stop: () => Promise<void>;
}> {
  const { folder, remove } = await makeQuickFolder();
  // Where the embedded one keeps its cluster.
  process.env.TMPDIR = folder;
  const { testDatabase, stop } = await startTestDatabase();
  const demoFiles = path.join(folder, 'demo');
  await mkdir(demoFiles);
  const demo = withDemo ? await makeDemoTemplate(testDatabase, demoFiles) : testDatabase;
  const shared: SharedDatabase = { testDatabase, demo, demoFiles };
  return {
    env: { [SHARED]: JSON.stringify(shared) },
    stop: async () => {
      await stop();
      await remove();
    },
  };
}
