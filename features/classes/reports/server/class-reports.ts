import { type Selectable, sql } from 'kysely';
import { notFound } from '../../../../core/errors.ts';
import {
  asSystem,
  type Context,
  type TransactionContext,
  transact,
  transactWithoutTenantScope,
} from '../../../../server/context.ts';
import { isOutage } from '../../../../server/db/outages.ts';
import { readCaughtUp } from '../../../../server/db/replica/reads.ts';
import type { ClassReports } from '../../../../server/db/types.ts';
import { sendMail } from '../../../../server/mail/mail.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import type { Platform } from '../../../../server/platform.ts';
import { takeLease } from '../../../../server/work/lease.ts';
import { CLASS } from '../../server/class-noun.ts';
import { factsOf } from './report-facts.ts';
import { workbookOf } from './workbook.ts';

const MOST_ATTEMPTS = 3;

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A report to the caller's address; one that waits already is the same. 404 and 403 for a class that is not theirs. */
export async function requestClassReport(context: Context, class_id: number): Promise<void> {
  await transact(context, async (tx) => {
    if (!(await CLASS.read(tx, class_id))) notFound();
    const { admin_id, program_id } = context.actor;
    await tx.db
      .insertInto('class_reports')
      .values({ class_id, admin_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await audit(tx, { entity: 'class', entity_id: class_id, action: 'report', program_id });
  });
}

/** Makes and mails what waits. One that fails is put off and holds up no other. */
export async function mailClassReports(platform: Platform, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const due = await takeDue(platform);
    if (!due) return dropHopeless(platform);
    try {
      await mailOne(platform, due);
    } catch (error) {
      const level = isOutage(error) ? 'warn' : 'error';
      platform.log[level]({ err: error, class: due.class_id }, 'a report of a class was not made');
    }
  }
}

type ReportRow = Selectable<ClassReports>;

/** Put off before it is begun: what kills the process or keeps failing does not come again at once, nor for ever. */
const REPORT_LEASE = {
  table: 'class_reports',
  key: ['class_id', 'admin_id'],
  seconds: sql<number>`60 * (1 + t.attempts)`,
  fence: ['attempts'],
} as const;

function takeDue(platform: Platform): Promise<ReportRow | undefined> {
  const next = sql`
    select w.class_id, w.admin_id from class_reports w
    where w.due_at <= provost_now() and w.attempts < ${MOST_ATTEMPTS}
    order by w.due_at limit 1 for update skip locked`;
  return takeLease<ReportRow>(platform, REPORT_LEASE, next);
}

async function dropHopeless({ database }: Platform): Promise<void> {
  await database.everything
    .deleteFrom('class_reports')
    .where('attempts', '>=', MOST_ATTEMPTS)
    .where(sql<boolean>`due_at <= provost_now()`)
    .execute();
}

/** Mail, attachment and the end of the request come together, so that it is mailed once. */
async function mailOne(platform: Platform, { class_id, admin_id }: ReportRow): Promise<void> {
  const context = asSystem(platform, 'mail-class-reports');
  const facts = await readCaughtUp(platform, (through) => factsOf(through, class_id, admin_id));
  const bytes = facts && (await workbookOf(facts));
  await transactWithoutTenantScope(context, async (tx) => {
    if (!(await endRequest(tx, class_id, admin_id)) || !facts || !bytes) return;
    const { class_name } = facts;
    await sendMail(tx.db, {
      to_address: facts.to_address,
      subject: `Report of class ${class_id}: ${shortened(class_name)}`,
      body_text: `Your class report is attached.\n\n${class_name}\n${facts.counted ? `\n${facts.counted}\n` : ''}`,
      attachments: [{ file_name: `class-${class_id}-report.xlsx`, media_type: XLSX, bytes }],
    });
  });
}

/** False where another process has made it meanwhile. */
async function endRequest({ db }: TransactionContext, class_id: number, admin_id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('class_reports')
    .where('class_id', '=', class_id)
    .where('admin_id', '=', admin_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function shortened(name: string): string {
  const line = name.replaceAll(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79).toWellFormed()}…` : line;
}
