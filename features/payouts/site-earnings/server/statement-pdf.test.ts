/** Pages of a statement. Specification: Sites, statements. */
import PDFDocument from 'pdfkit';
import { afterEach, expect, test, vi } from 'vitest';
import type { Statement } from './statement.ts';
import { statementPdf } from './statement-pdf.ts';

afterEach(() => vi.restoreAllMocks());

test('each page says whose it is, and of how many it is one', async () => {
  const written: string[] = [];
  const { text } = PDFDocument.prototype;
  vi.spyOn(PDFDocument.prototype, 'text').mockImplementation(function (
    this: PDFKit.PDFDocument,
    ...given: unknown[]
  ) {
    written.push(String(given[0]));
    return Reflect.apply(text, this, given);
  });
  const line: Statement['lines'][number] = {
    id: 1,
    charge_id: 7,
    occurred_at: '2026-11-03T00:00:00.000Z',
    class_id: 1,
    class_name: 'Chess',
    type: 4,
    commission: 60,
    charge_amount: 1000,
    amount: 600,
    refunded: 0,
    payout_id: null,
    currency: 'USD',
    explanation: '60 % of USD 10.00: USD 6.00',
  };
  const sum = { month: '2026-11', currency: 'USD', earned: 12_000, refunded: 0, paid: 0, open: 12_000 };
  const statement = { program: 'Brightside', payee: 'Ada Lovelace', month: '2026-11', sums: [sum] };
  await statementPdf({ ...statement, lines: Array.from({ length: 20 }, () => line) });
  const words = written.join('').replaceAll(/\s+/g, ' ');
  expect(words.match(/Page \d+ of \d+/g)).toEqual(['Page 1 of 2', 'Page 2 of 2']);
  expect(words.match(/Brightside · Ada Lovelace · Statement of November 2026/g)).toHaveLength(2);
});
