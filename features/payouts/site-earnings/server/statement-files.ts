import type { SiteCall } from '../../../../server/sites/site-context.ts';
import { readStatement } from './statement.ts';
import { statementCsv } from './statement-csv.ts';

/** Returns the file of a month (`2026-11.pdf`, `2026-11.csv`). 404 for a student. */
export async function statementFile(
  context: SiteCall,
  { id, file }: { id: number; file: string },
): Promise<File> {
  const [month = '', format] = file.split('.');
  const statement = await readStatement(context, { id, month });
  const name = `statement-${file}`;
  if (format === 'csv') return new File([statementCsv(statement)], name, { type: 'text/csv; charset=utf-8' });
  // Whoever never makes a PDF does not hold what draws it.
  const { statementPdf } = await import('./statement-pdf.ts');
  return new File([await statementPdf(statement)], name, { type: 'application/pdf' });
}
