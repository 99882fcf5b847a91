import writeExcelFile from 'write-excel-file/node';
import { answerTasks } from '../../../../server/work/sandbox-child.ts';
import type { SheetOfFacts } from './report-facts.ts';

/** Rows that one sheet can hold, its titles among them. */
const MOST_ROWS = 1_048_576;

answerTasks<SheetOfFacts[], Uint8Array>(async (sheets) => {
  const file = writeExcelFile(
    sheets.map(({ name, titles, rows }) => ({
      sheet: name,
      data: [
        titles.map((value) => ({ value, fontWeight: 'bold' as const })),
        // A cell says that it holds a text: none of them is a formula.
        ...rows.slice(0, MOST_ROWS - 1).map((row) => row.map(cellOf)),
      ],
      stickyRowsCount: 1,
      columns: titles.map((title) => ({ width: Math.max(title.length, WIDTH) })),
    })),
  );
  return file.toBuffer();
});

const WIDTH = 14;

const LONGEST_TEXT = 32_767;

/** No XML can hold these, and a workbook with one does not open. */
const OUTSIDE_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function cellOf(value: string | number | null) {
  if (value === null) return null;
  if (typeof value === 'number') return { value, type: Number };
  return { value: value.replaceAll(OUTSIDE_XML, '').slice(0, LONGEST_TEXT).toWellFormed(), type: String };
}
