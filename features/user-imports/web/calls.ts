import { callsOf } from '../../../web/api.ts';
import { sendForm } from '../../../web/parts/images/send-form.ts';
import { type UserImport, userImportsContract } from '../contract.ts';
import { SWITCHES } from '../rules.ts';

export const { calls, reload } = callsOf('userImports', userImportsContract);

type Sending = { signal: AbortSignal; onProgress: (sent: number) => void };

export async function sendFile(file: File, sending: Sending): Promise<UserImport> {
  const body = new FormData();
  for (const [name, value] of Object.entries(SWITCHES)) body.append(name, String(value));
  body.append('dry_run', '1');
  body.append('file', file);
  const path = String(userImportsContract.createUserImport['~orpc'].route.path);
  return (await sendForm<{ import: UserImport }>({ path, body, ...sending })).import;
}
