/** Seals what has come to the audit, once a minute, and tells the log the newest seal once a day. */
import { asSystem } from '../../../server/context.ts';
import type { JobDefinition } from '../../../server/platform.ts';
import { newestSeal, sealAudit } from './audit-seals.ts';

export const sealAuditEntries: JobDefinition = {
  name: 'seal-audit',
  every: 60,
  run: async (platform, stopping) => {
    await sealAudit(asSystem(platform, 'seal-audit'), stopping);
  },
};

/** The log is kept elsewhere: with a seal of it, `npm run audit:verify` sees a chain that was cut off or made anew. */
export const logAuditSeal: JobDefinition = {
  name: 'log-audit-seal',
  every: 24 * 60 * 60,
  run: async ({ database, log }) => {
    const seal = await newestSeal(database.everything);
    if (!seal) return;
    const { number, sealed_at, hash } = seal;
    log.info({ seal: number, sealed_at, hash: hash.toString('hex') }, 'newest seal of the audit');
  },
};
