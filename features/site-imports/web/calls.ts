import { callsOf } from '../../../web/api.ts';
import { sendForm } from '../../../web/parts/images/send-form.ts';
import { type SiteImport, siteImportsContract } from '../contract.ts';
import type { MovedKind } from '../rules.ts';

export const { calls, reload } = callsOf('siteImports', siteImportsContract);

type Sending = { signal: AbortSignal; onProgress: (sent: number) => void };

export async function sendFile(
  { kind, program_id, file }: { kind: MovedKind; program_id: number; file: File },
  sending: Sending,
): Promise<SiteImport> {
  const body = new FormData();
  body.append('kind', kind);
  body.append('program_id', String(program_id));
  body.append('dry_run', '1');
  body.append('file', file);
  const path = String(siteImportsContract.createSiteImport['~orpc'].route.path);
  return (await sendForm<{ import: SiteImport }>({ path, body, ...sending })).import;
}
