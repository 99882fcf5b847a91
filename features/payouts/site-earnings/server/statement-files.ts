import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { readStatement } from './statement.ts';
import { statementCsv } from './statement-csv.ts';
import { statementPdf } from './statement-pdf.ts';

/** Returns the file of a month (`2026-11.pdf`, `2026-11.csv`). 404 for a student. */
export async function statementFile(
  context: SiteCall,
  { id, file }: { id: number; file: string },
): Promise<File> {
  const [month = '', format] = file.split('.');
  const statement = await readStatement(context, { id, month });
  const name = `statement-${file}`;
  return format === 'csv'
    ? new File([statementCsv(statement)], name, { type: 'text/csv; charset=utf-8' })
    : new File([await statementPdf(statement)], name, { type: 'application/pdf' });
}
