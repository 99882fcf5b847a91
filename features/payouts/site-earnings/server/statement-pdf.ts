import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { formatMoney } from '../../../../core/money.ts';
import { type PdfText, textOf } from '../../../../server/files/pdf-text.ts';
import { TYPE_LABELS } from '../../../commissions/rules.ts';
import type { EarnedLine } from '../contract.ts';
import type { Statement } from './statement.ts';

/** Returns a statement as A4 pages: who and when, the sums by currency, each line with its arithmetic. */
export async function statementPdf(statement: Statement): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    info: { Title: titleOf(statement) },
  });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const page: Page = { doc, write: textOf(doc), y: TOP };
  writeHeading(page, statement);
  for (const sum of statement.sums) writeSum(page, sum);
  page.y += GAP;
  for (const [at, line] of statement.lines.entries()) {
    writeLine(page, line);
    // A month of thousands of lines does not hold up everybody else.
    if (at % LINES_AT_ONCE === 0) await setImmediate();
  }
  if (statement.lines.length === 0) writeAt(page, 'No sales in this month.', { color: GREY });
  writeFooters(page, statement);
  const ended = once(doc, 'end');
  doc.end();
  await ended;
  return Buffer.concat(parts);
}

const [TOP, LEFT, WIDTH, BOTTOM, GAP] = [56, 56, 483, 780, 14];
const SIZE = 10;
const AMOUNT_WIDTH = 110;
const TEXT_WIDTH = WIDTH - AMOUNT_WIDTH - GAP;
const LINES_AT_ONCE = 20;
const GREY = '#595959';

/** A document with the place, in points from the upper edge of its page, where the next text begins. */
type Page = { doc: PDFKit.PDFDocument; write: PdfText; y: number };

function titleOf({ month }: Statement): string {
  const name = new Date(`${month}-01T00:00:00Z`).toLocaleString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return `Statement of ${name}`;
}

function writeHeading(page: Page, statement: Statement): void {
  writeAt(page, statement.program, { color: GREY });
  writeAt(page, titleOf(statement), { size: 20 });
  writeAt(page, statement.payee, { size: 13 });
  page.y += GAP;
}

function writeSum(page: Page, { currency, earned, refunded, paid, open }: Statement['sums'][number]): void {
  const money = (minor: number) => formatMoney(minor, currency);
  const parts = [`Refunded ${money(refunded)}`, `paid out ${money(paid)}`, `not yet paid out ${money(open)}`];
  writeRow(page, { text: `Earned in ${currency}`, amount: money(earned), note: parts.join(' · ') });
}

function writeLine(page: Page, line: EarnedLine): void {
  const money = (minor: number) => formatMoney(minor, line.currency);
  const note = [
    `${line.occurred_at.slice(0, 10)} · sale ${line.charge_id} of ${money(line.charge_amount)} · ${TYPE_LABELS[line.type]}`,
    line.explanation,
    ...(line.refunded > 0 ? [`Refunded: ${money(line.refunded)}`] : []),
    ...(line.payout_id === null ? [] : [`Paid out with payout ${line.payout_id}`]),
  ];
  writeRow(page, { text: line.class_name, amount: money(line.amount), note: note.join('\n') });
}

function writeRow(page: Page, { text, amount, note }: { text: string; amount: string; note: string }): void {
  const notes = note.split('\n');
  turnPage(page, SIZE * (3 + 2 * notes.length));
  page.doc
    .moveTo(LEFT, page.y)
    .lineTo(LEFT + WIDTH, page.y)
    .lineWidth(0.5)
    .strokeColor('#d0d0d0')
    .stroke();
  page.y += GAP / 2;
  const x = LEFT + WIDTH - AMOUNT_WIDTH;
  page.write(amount, { x, y: page.y, width: AMOUNT_WIDTH, size: SIZE, align: 'right' });
  writeAt(page, text, { width: TEXT_WIDTH });
  for (const each of notes) writeAt(page, each, { size: SIZE - 2, color: GREY, width: TEXT_WIDTH });
  page.y += GAP / 2;
}

function writeAt(page: Page, text: string, { size = SIZE, color = 'black', width = WIDTH }): void {
  turnPage(page, size * 2);
  page.y += page.write(text, { x: LEFT, y: page.y, width, size, color });
}

function turnPage(page: Page, height: number): void {
  if (page.y + height <= BOTTOM) return;
  page.doc.addPage();
  page.y = TOP;
}

/** Says on each page, once their number is known, whose statement it is: pages come apart. */
function writeFooters({ doc, write }: Page, statement: Statement): void {
  const { count } = doc.bufferedPageRange();
  const place = { x: LEFT, y: BOTTOM + GAP, size: SIZE - 2, color: GREY };
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at);
    const whose = [statement.program, statement.payee, titleOf(statement)].join(' · ');
    write(whose, { ...place, width: TEXT_WIDTH });
    write(`Page ${at + 1} of ${count}`, { ...place, width: WIDTH, align: 'right' });
  }
}
