/** Rows of a program are deleted by mistake, and the database is restored to the moment before. */
import { setTimeout as wait } from 'node:timers/promises';
import { must } from '../../../core/must.ts';
import { compareBooks } from '../accounts.ts';
import { asOwner, asSuperuser } from '../cluster.ts';
import { MARK } from '../load.ts';
import { askRestored, RESTORED_URL, restoreTo, takeBackup, untilArchived } from '../restored.ts';
import { runCommand } from '../servers.ts';
import type { Fault } from './fault.ts';

/** Goals in seconds. */
const RECOVERY_POINT = 10;
const RECOVERY_TIME = 60;

/** Seconds between the backup and the mistake: what is sold then is in the log alone. */
const AFTER_BACKUP = 5;

/** The last of all: what it deletes stays deleted. */
export const restoreBackup: Fault = {
  name: 'restore to before a delete',
  run: async ({ cluster, load }) => {
    await takeBackup(await cluster.leader());
    await wait(AFTER_BACKUP * 1000);
    const program = await otherProgram();
    const [now] = await asOwner<{ charges: number; moment: string }>(
      'select count(*)::int as charges, clock_timestamp()::text as moment from charges where program_id = $1',
      [program],
    );
    const { charges, moment } = must(now, 'moment before the delete');
    const { sales, refunds, payouts } = load.acknowledged;
    const told = { sales: new Map(sales), refunds: new Map(refunds), payouts: new Map(payouts) };
    await wait(1_000);
    load.damage();
    await deleteCharges(program);
    const point = await untilArchived();
    const began = performance.now();
    await restoreTo(moment);
    const took = (performance.now() - began) / 1000;
    const { lost } = await compareBooks({ ...load, acknowledged: told }, askRestored);
    const [then] = await askRestored<{ back: number }>(
      'select count(*)::int as back from charges where program_id = $1',
      [program],
    );
    const { code, said } = await runCommand(['cli/verify-backup.ts'], { DATABASE_URL: RESTORED_URL });
    const faults = said.split('\n').filter((line) => line.startsWith('FAULT'));
    return [
      { what: 'recovery point', goal: RECOVERY_POINT, measured: point, unit: 's' },
      { what: 'recovery time', goal: RECOVERY_TIME, measured: took, unit: 's' },
      { what: 'writes before that moment lost', goal: 0, measured: lost.length, unit: '' },
      {
        what: 'deleted rows that stay away',
        goal: 0,
        measured: charges - must(then, 'count').back,
        unit: '',
        note: `of ${charges}`,
      },
      { what: 'exit code of backup:verify', goal: 0, measured: code, unit: '', note: faults.join('; ') },
    ];
  },
};

async function otherProgram(): Promise<number> {
  const [found] = await asOwner<{ program_id: number }>(
    `select program_id from charges c where program_id is not null
       and not exists (select from charges d where d.program_id = c.program_id and d.description like $1)
     group by program_id order by count(*) desc limit 1`,
    [`${MARK}%`],
  );
  if (!found) throw new Error('the demo has no second program with sales');
  return found.program_id;
}

/** Deletes as only a superuser can: past each rule of the database. */
async function deleteCharges(program: number): Promise<void> {
  await asSuperuser(
    `set session_replication_role = replica;
     delete from charge_lines where charge_id in (select id from charges where program_id = ${program});
     delete from charges where program_id = ${program}`,
    'provost',
  );
}
