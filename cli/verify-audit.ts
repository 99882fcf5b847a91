/** Verifies the seals of the audit: npm run audit:verify [-- SEAL HASH], the newest that the log names */
import { verifyAudit } from '../features/audit/server/audit-verification.ts';
import { asSystem } from '../server/context.ts';
import { fail, runCommand, UsageError } from './platform.ts';

try {
  const known = readSeal(process.argv.slice(2));
  await runCommand(async (platform) => {
    const { broken, seals, entries, erased, first_erased, waiting, newest } = await verifyAudit(
      asSystem(platform, 'audit:verify'),
      known,
    );
    if (broken) throw new UsageError(`${broken}.`);
    const last = newest ? `, the newest ${newest.number} of ${newest.sealed_at}, ${newest.hash}` : '';
    console.log(
      `Nothing was changed: ${seals} seals of ${entries} entries${last}. ${waiting} are not sealed yet.`,
    );
    if (erased > 0) {
      const more = erased > first_erased.length ? ` and ${erased - first_erased.length} more` : '';
      console.log(`${erased} erased: ${first_erased.join(', ')}${more}.`);
    }
  });
} catch (error) {
  fail(error);
}

function readSeal([number, hash, ...more]: string[]) {
  if (number === undefined) return undefined;
  if (!/^[1-9]\d{0,14}$/.test(number) || !/^[0-9a-f]{64}$/.test(hash ?? '') || more.length > 0)
    throw new UsageError('npm run audit:verify -- SEAL HASH: the number and the hash that the log names');
  return { number: Number(number), hash: hash ?? '' };
}
