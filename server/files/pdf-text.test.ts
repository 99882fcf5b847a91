/** Texts of a PDF: fonts, direction, lines. */
import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { textOf } from './pdf-text.ts';

type Written = { text: string; x: number; font: string };

/** Notes what is written where into a document, which holds it as well. */
function noting(doc: PDFKit.PDFDocument): Written[] {
  const written: Written[] = [];
  const write = doc.text.bind(doc);
  doc.text = (text: string, x?: unknown, ...rest: unknown[]) => {
    // PDFKit keeps the font to itself, and its types know nothing of it.
    const { name: font } = (doc as unknown as { _font: { name: string } })._font;
    written.push({ text, x: Number(x), font });
    return write(text, ...([x, ...rest] as [number, number, object]));
  };
  return written;
}

function write(text: string, place: { width?: number; align?: 'left' | 'right' } = {}) {
  const doc = new PDFDocument();
  const written = noting(doc);
  const height = textOf(doc)(text, { x: 0, y: 0, width: 400, size: 10, ...place });
  doc.end();
  const words = written.toSorted((a, b) => a.x - b.x).map(({ text }) => text);
  return { height, words: words.filter((word) => word.trim()), fonts: written.map(({ font }) => font) };
}

test('each language has a font that holds it', () => {
  const texts = ['Ünï Жук Ελ नमस्ते', 'سلام', 'שלום', 'สวัสดี', 'বাংলা', 'தமிழ்', '안녕', '日本語 繁體 简体'];
  const fonts = texts.map((text) => [
    ...new Set(write(text).fonts.filter((name) => name !== 'NotoSans-Regular')),
  ]);
  expect(fonts.map((names) => names.length)).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
});

test('what is read from the right stands so, with the words of another language among it as they are read', () => {
  expect(write('שלום עולם').words).toEqual(['עולם', 'שלום']);
  expect(write('Intro to עברית שלום 12').words).toEqual(['Intro', 'to', '12', 'שלום', 'עברית']);
  expect(write('سلام (2026) نعم').words.join(' ')).toBe('نعم ( 2026 ) سلام');
});

test('a line breaks between words, or within one that is too long for it, and ends on the right where asked', () => {
  const { height: one } = write('Chess');
  expect(write('Chess for beginners '.repeat(8), { width: 200 }).height).toBeGreaterThan(one * 3);
  expect(write('日本語の授業'.repeat(10), { width: 200 }).height).toBeGreaterThan(one * 2);
  expect(write('x'.repeat(200), { width: 200 }).words.join('')).toHaveLength(200);
  const { words } = write('12.00', { align: 'right' });
  expect(words).toEqual(['12.00']);
});
