/** Files of history for tests, moved in by the way of the screen and the command. */
import { setTimeout as wait } from 'node:timers/promises';
import { readImport } from '../features/imports/server/read-imports.ts';
import { runImports } from '../features/imports/server/runs.ts';
import type { MovedKind } from '../features/site-imports/rules.ts';
import { readRejections } from '../features/site-imports/server/import-rows.ts';
import { createSiteImport, SITE_FILES } from '../features/site-imports/server/site-imports.ts';
import { asSystem, SYSTEM } from '../server/context.ts';
import { storeFile } from '../server/files/stored-file.ts';
import type { Platform } from '../server/platform.ts';

type MovedFile = {
  kind: MovedKind;
  program_id: number;
  text: string;
  dry_run?: boolean;
  paid_out_before?: string;
};

/** Moves a file in; answers its id, its counts, and each rejected row as a line. */
export async function moveFile(platform: Platform, file: MovedFile) {
  const { kind, program_id, text, dry_run = false, paid_out_before } = file;
  const context = asSystem(platform, 'move-file', { ...SYSTEM, program_id });
  async function* bytes() {
    yield Buffer.from(text);
  }
  const stored = await storeFile(context, 'site-imports', { name: 'history.csv', bytes: bytes() });
  const wish = { kind, program_id, file: stored, dry_run, paid_out_before };
  const { id } = await createSiteImport(context, wish);
  for (;;) {
    const { state, reason, created, unchanged, rejected } = await readImport(context, SITE_FILES, id);
    if (state === 'failed') throw new Error(reason ?? 'the import failed');
    if (state !== 'checking' && state !== 'running') {
      const reasons: string[] = [];
      for await (const one of readRejections(context, id))
        reasons.push(`line ${one.line}: ${one.column ?? 'the row'}: ${one.reason}`);
      return { id, created, unchanged, rejected, reasons };
    }
    await runImports(platform);
    await wait(10);
  }
}
