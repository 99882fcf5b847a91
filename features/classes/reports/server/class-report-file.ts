import { notFound } from '../../../../core/errors.ts';
import { type Call, transact } from '../../../../server/context.ts';
import { audit } from '../../../../server/nouns/audit.ts';
import { REPORTS } from '../../../exports/contract.ts';
import { giveReportsCookie } from '../../../exports/server/cookie.ts';
import { declareFile } from '../../../exports/server/made-files.ts';
import { CLASS } from '../../server/class-noun.ts';
import { factsOf } from './report-facts.ts';
import { workbookOf } from './workbook.ts';

/** Returns the address of the file, for this caller only. Throws a 404 or 403 for an inaccessible class. */
export async function classReportFile(context: Call, id: number): Promise<{ file: string }> {
  if (!(await CLASS.read(context, id))) notFound();
  giveReportsCookie(context);
  return { file: `${REPORTS}class-${id}.xlsx` };
}

/** Makes the file from current facts and the caller's current rights, as the mail does. Each download is recorded. */
declareFile({
  name: 'class-report',
  saved_as: (file_name) => `${file_name.replace('.xlsx', '')}-report`,
  access: { area: 'catalogue' },
  async make(context, file_name) {
    const id = Number(/^class-([1-9]\d{0,8})\.xlsx$/.exec(file_name)?.[1] ?? 0);
    const { platform, actor } = context;
    const facts = id > 0 ? await factsOf(platform, id, actor.admin_id) : null;
    if (!facts) return null;
    const content = await workbookOf(facts, actor.admin_id);
    await transact(context, (tx) =>
      audit(tx, {
        entity: 'class',
        entity_id: id,
        action: 'report',
        program_id: actor.program_id,
      }),
    );
    return { content, created_at: new Date().toISOString() };
  },
});
