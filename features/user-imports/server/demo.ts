import { createHash } from 'node:crypto';
import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { guessMapping, SWITCHES } from '../rules.ts';

export const demo: readonly DemoStep[] = [{ order: 220, make: ({ tx, today }) => demoImports(tx, today) }];

const HOUR = 3_600_000;
const HEADERS = ['E-mail', 'First name', 'Last name', 'Language'];

async function demoImports({ db, actor }: TransactionContext, today: Date): Promise<void> {
  const ago = (hours: number) => new Date(today.getTime() - hours * HOUR).toISOString();
  const samples = Object.fromEntries(HEADERS.map((header) => [header, []]));
  const switches = Object.entries(SWITCHES).map(([name, set]) => [name, set === 1]);
  const shared = {
    ...(Object.fromEntries(switches) as Record<keyof typeof SWITCHES, boolean>),
    kind: 'users',
    program_id: null,
    admin_id: actor.admin_id,
    encoding: 'utf-8',
    separator: ';',
    headers: JSON.stringify(HEADERS),
    samples: JSON.stringify(samples),
    mapping: JSON.stringify(guessMapping(HEADERS, samples)),
  };
  const files = [
    { file_name: 'newsletter.csv', bytes: 48_204, dry_run: true, state: 'done', cancelled: true, hours: 60 },
    { file_name: 'autumn-students.csv', bytes: 71_338, dry_run: false, state: 'failed', hours: 20 },
  ];
  await db
    .insertInto('imports')
    .values(
      files.map(({ hours, ...file }) => ({
        ...shared,
        ...file,
        sha256: createHash('sha256').update(file.file_name).digest(),
        reason: file.state === 'failed' ? 'The file no longer exists. Upload it again' : null,
        created_at: ago(hours),
        finished_at: ago(hours - 0.1),
      })),
    )
    .execute();
}
