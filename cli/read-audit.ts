/** Prints archived entries of the audit, a line of JSON each: npm run audit:read -- FROM UNTIL [ENTITY [ID]] */
import { archivedEntries } from '../features/audit/server/audit-archives.ts';
import { fail, runCommand, UsageError } from './platform.ts';

const USAGE = 'npm run audit:read -- FROM UNTIL [ENTITY [ID]]: days such as 2024-01-31, UNTIL not included';

try {
  const [from, until, entity, entity_id, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new UsageError(USAGE);
  const time = { from: momentOf(from), until: momentOf(until) };
  await runCommand(async ({ database, files }) => {
    const filter = { ...time, ...(entity && { entity }), ...(entity_id && { entity_id }) };
    for await (const line of archivedEntries(database.everything, files, filter)) console.log(line);
  });
} catch (error) {
  fail(error);
}

/** The beginning of a day in UTC. */
function momentOf(day: string | undefined): string {
  const moment = new Date(`${day}T00:00:00.000Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day ?? '') || Number.isNaN(moment.getTime())) throw new UsageError(USAGE);
  return moment.toISOString();
}
