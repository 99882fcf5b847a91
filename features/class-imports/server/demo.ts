import { createHash } from 'node:crypto';
import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { guessMapping } from '../rules.ts';

export const demo: readonly DemoStep[] = [{ order: 222, make: ({ tx, today }) => demoImport(tx, today) }];

const HOUR_MS = 3_600_000;
const HEADERS = ['Title', 'Teacher', 'Price', 'Room'];

async function demoImport({ db, actor }: TransactionContext, today: Date): Promise<void> {
  const ago = (hours: number) => new Date(today.getTime() - hours * HOUR_MS).toISOString();
  const samples = Object.fromEntries(HEADERS.map((header) => [header, []]));
  const file_name = 'spring-classes.csv';
  await db
    .insertInto('imports')
    .values({
      kind: 'classes',
      program_id: 2,
      admin_id: actor.admin_id,
      file_name,
      bytes: 9_812,
      sha256: createHash('sha256').update(file_name).digest(),
      encoding: 'utf-8',
      separator: ',',
      headers: JSON.stringify(HEADERS),
      samples: JSON.stringify(samples),
      mapping: JSON.stringify(guessMapping(HEADERS, samples)),
      dry_run: true,
      state: 'done',
      cancelled: true,
      created_at: ago(52),
      finished_at: ago(51.9),
    })
    .execute();
}
