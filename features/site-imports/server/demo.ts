import { createHash } from 'node:crypto';
import type { TransactionContext } from '../../../server/context.ts';
import type { DemoStep } from '../../../server/db/demo/demo-step.ts';
import { type MovedKind, mappingOf } from '../rules.ts';

export const demo: readonly DemoStep[] = [{ order: 221, make: ({ tx, today }) => demoHistory(tx, today) }];

const HOUR_MS = 3_600_000;

const FILES: { file_name: string; kind: MovedKind; bytes: number; headers: string[]; hours: number }[] = [
  {
    file_name: 'orders-2024.csv',
    kind: 'charges',
    bytes: 183_211,
    headers: ['Order ID', 'Email', 'Course', 'Amount', 'Currency', 'Created at'],
    hours: 80,
  },
  {
    file_name: 'attendance-2024.csv',
    kind: 'attendances',
    bytes: 64_902,
    headers: ['Reference', 'Email', 'Class', 'Type'],
    hours: 78,
  },
];

async function demoHistory({ db, actor }: TransactionContext, today: Date): Promise<void> {
  const ago = (hours: number) => new Date(today.getTime() - hours * HOUR_MS).toISOString();
  await db
    .insertInto('imports')
    .values(
      FILES.map(({ headers, hours, ...file }) => ({
        ...file,
        program_id: 2,
        admin_id: actor.admin_id,
        encoding: 'utf-8',
        separator: ',',
        headers: JSON.stringify(headers),
        samples: JSON.stringify(Object.fromEntries(headers.map((header) => [header, []]))),
        mapping: JSON.stringify(mappingOf(file.kind, headers)),
        sha256: createHash('sha256').update(file.file_name).digest(),
        import_update: true,
        import_create: true,
        dry_run: true,
        state: 'done',
        cancelled: true,
        created_at: ago(hours),
        finished_at: ago(hours - 0.1),
      })),
    )
    .execute();
}
