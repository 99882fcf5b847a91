/** A workbook of plain sheets, made in a process of its own: it takes its time, and must hold up nobody. */
import type { FastifyInstance } from 'fastify';
import { sandbox } from '../../../../server/work/sandbox.ts';
import type { Facts } from './report-facts.ts';

const WRITER = new URL('./write-workbook.child.ts', import.meta.url);

const writing = sandbox<Facts['sheets'], Uint8Array>(WRITER, { seconds: 60, megabytes: 1024 });

/** The bytes of an XLSX with a sheet each, its titles in the first row. `owner` waits in turn with others; 0 is the platform. */
export async function workbookOf({ sheets }: Facts, owner = 0): Promise<Buffer> {
  return Buffer.from(await writing.run(owner, sheets));
}

export function mountWorkbookWriter(app: FastifyInstance): void {
  app.addHook('onClose', () => writing.stop());
}
