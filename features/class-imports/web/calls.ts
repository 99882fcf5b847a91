import { callsOf, reloadFeature } from '../../../web/api.ts';
import { sendForm } from '../../../web/parts/images/send-form.ts';
import { type ClassImport, classImportsContract } from '../contract.ts';

const imports = callsOf('classImports', classImportsContract);
export const { calls } = imports;

export async function reload(): Promise<void> {
  await Promise.all([imports.reload(), reloadFeature('classes')]);
}

type Sending = { signal: AbortSignal; onProgress: (sent: number) => void };

/** Uploads a file of classes to be read; `program_id` 0: each row says its own. */
export async function sendFile(
  { program_id, file }: { program_id: number; file: File },
  sending: Sending,
): Promise<ClassImport> {
  const body = new FormData();
  body.append('program_id', String(program_id));
  body.append('dry_run', '1');
  body.append('file', file);
  const path = String(classImportsContract.createClassImport['~orpc'].route.path);
  return (await sendForm<{ import: ClassImport }>({ path, body, ...sending })).import;
}
