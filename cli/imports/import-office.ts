import { access } from 'node:fs/promises';
import { takeOver } from '../../server/moving/take-over.ts';
import { runCommand, UsageError } from '../platform.ts';

const USAGE = 'npm run import -- all FILE.zip';

/** Fills an empty installation; prints what it holds then. */
export async function importOffice(args: string[]): Promise<void> {
  const [path, ...more] = args;
  if (!path || more.length > 0 || path.startsWith('-')) throw new UsageError(USAGE);
  await access(path).catch(() => {
    throw new UsageError(`There is no file ${path}`);
  });
  await runCommand(async ({ files }, ownerUrl) => {
    const begun = performance.now();
    const manifest = await takeOver({ ownerUrl, files, path });
    const rows = Object.values(manifest.files).reduce((sum, file) => sum + file.rows, 0);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(
      `${rows} rows and images of ${manifest.programs.length} programs, and the sums of ${manifest.sums.length} balances agree, in ${seconds} s`,
    );
  });
}
