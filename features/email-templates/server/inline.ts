/** Inlines in a killable process: many rules on many elements take minutes (docs/decisions/026-work-that-can-be-killed.md). */
import type { FastifyInstance } from 'fastify';
import { refuseField } from '../../../core/errors.ts';
import type { mailParts } from '../../../server/mail/mail-html.ts';
import { Killed, sandbox } from '../../../server/work/sandbox.ts';

const INLINER = new URL('./inline.child.ts', import.meta.url);

const inlining = sandbox<string, ReturnType<typeof mailParts>>(INLINER, {
  seconds: 5,
  megabytes: 512,
});

/** Returns the parts of a mail; throws a 400 at `text` where its styles take too long. Admins take turns. */
export async function inlined(admin_id: number, html: string): Promise<ReturnType<typeof mailParts>> {
  try {
    return await inlining.run(admin_id, html);
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    refuseField('text', 'Too many styles for this number of elements. Simplify the template');
  }
}

export function mountInliner(app: FastifyInstance): void {
  app.addHook('onClose', () => inlining.stop());
}
