/** Text of any of the marketplace's languages in a PDF, with its own font and direction. Specification: Sites, statements. */
import { fileURLToPath } from 'node:url';
import bidiFactory from 'bidi-js';
import { must } from '../../core/must.ts';

type Document = PDFKit.PDFDocument;

/** Points from the left and the upper edge; `width` is where a line breaks, or for `right` where it ends. */
type Place = { x: number; y: number; width: number; size: number; align?: 'left' | 'right'; color?: string };

/** Writes text into a document and answers the height it took, in points. */
export type PdfText = (text: string, place: Place) => number;

/** Returns how text is written into `doc`: fonts are read once they are needed, and only what is used of them is kept. */
export function textOf(doc: Document): PdfText {
  const fonts = new Map<FontName, Font>();

  return (text, { x, y, width, size, align = 'left', color = 'black' }) => {
    doc.fontSize(size).fillColor(color);
    const lines = linesOf(text, { width, widthOf });
    for (const [at, line] of lines.entries()) {
      const pieces = inVisualOrder(piecesOf(line, fontFor));
      let left = align === 'right' ? x + width - widthOf(line) : x;
      for (const { text, font } of pieces) {
        inFont(font).text(text, left, y + size * (at * LINE_HEIGHT + ASCENT), {
          baseline: 'alphabetic',
          lineBreak: false,
        });
        left += doc.widthOfString(text);
      }
    }
    return lines.length * size * LINE_HEIGHT;
  };

  function widthOf(line: string): number {
    return piecesOf(line, fontFor).reduce((sum, { text, font }) => sum + inFont(font).widthOfString(text), 0);
  }

  function fontFor(character: string): FontName {
    const code = must(character.codePointAt(0), 'code of a character');
    return FONT_NAMES.find((name) => fontNamed(name).hasGlyphForCodePoint(code)) ?? 'latin';
  }

  function inFont(name: FontName): Document {
    fontNamed(name);
    return doc.font(name);
  }

  function fontNamed(name: FontName): Font {
    const known = fonts.get(name);
    if (known) return known;
    doc.registerFont(name, fileURLToPath(FONTS[name]));
    doc.font(name);
    // PDFKit keeps the font it has parsed to itself, and its types know nothing of it.
    const { font } = (doc as unknown as { _font: { font: Font } })._font;
    fonts.set(name, font);
    return font;
  }
}

// It is one function, which its types describe as the module around it.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** The first that holds a character draws it. The Latin one holds Greek, Cyrillic and Devanagari as well. */
const FONTS = {
  latin: fontBeside(import.meta.resolve('@embedpdf/fonts-latin'), 'NotoSans-Regular.ttf'),
  arabic: fontBeside(import.meta.resolve('@embedpdf/fonts-arabic'), 'NotoNaskhArabic-Regular.ttf'),
  hebrew: fontBeside(import.meta.resolve('@embedpdf/fonts-hebrew'), 'NotoSansHebrew-Regular.ttf'),
  // As WOFF2 their outlines cannot be taken apart.
  thai: import.meta.resolve('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff'),
  bengali: import.meta.resolve(
    '@fontsource/noto-sans-bengali/files/noto-sans-bengali-bengali-400-normal.woff',
  ),
  tamil: import.meta.resolve('@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff'),
  chinese: fontBeside(import.meta.resolve('@embedpdf/fonts-sc'), 'NotoSansHans-Regular.otf'),
  korean: fontBeside(import.meta.resolve('@embedpdf/fonts-kr'), 'NotoSansKR-Regular.otf'),
};
type FontName = keyof typeof FONTS;
const FONT_NAMES = Object.keys(FONTS) as FontName[];

/** These packages open nothing but their list of fonts, which lies in a folder beside them. */
function fontBeside(list: string, file: string): string {
  return new URL(`../fonts/${file}`, list).href;
}

type Font = { hasGlyphForCodePoint: (code: number) => boolean };

/** Heights in sizes of the font. */
const LINE_HEIGHT = 1.4;
const ASCENT = 1.05;

const words = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function linesOf(
  text: string,
  { width, widthOf }: { width: number; widthOf: (line: string) => number },
): string[] {
  if (widthOf(text) <= width && !text.includes('\n')) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text)) {
    for (const part of widthOf(word) > width ? graphemesOf(word) : [word]) {
      if (line && widthOf((line + part).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = part.trimStart();
      } else line += part;
    }
  }
  return [...lines, line.trimEnd()];
}

/** Words with the marks and spaces behind them; languages that write no spaces are parted too. */
function wordsOf(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(text.replaceAll(/\s+/g, ' '))) {
    if (isWordLike || found.length === 0) found.push(segment);
    else found[found.length - 1] += segment;
  }
  return found;
}

function graphemesOf(word: string): string[] {
  return Array.from(graphemes.segment(word), ({ segment }) => segment);
}

/** Latin letters, figures and marks, which stand in one font as they are read. */
const PLAIN = /^[ -~\u00a0-\u024f\u2010-\u203a\u20ac\u2212]*$/;

/** Text of one font and one direction, without spaces or of spaces alone. */
type Piece = { text: string; font: FontName; level: number };

function piecesOf(line: string, fontFor: (character: string) => FontName): Piece[] {
  if (PLAIN.test(line)) return [{ text: line, font: 'latin', level: 0 }];
  const { levels } = bidi.getEmbeddingLevels(line);
  const pieces: Piece[] = [];
  let at = 0;
  for (const text of graphemesOf(line)) {
    const level = must(levels[at], 'level of a character');
    const font = text === ' ' ? 'latin' : fontFor(text);
    const last = pieces.at(-1);
    const isNew =
      last?.level !== level || last.font !== font || (last.text.at(-1) === ' ') !== (text === ' ');
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(text) ?? text) : text;
    if (isNew) pieces.push({ text: shown, font, level });
    // Marks that are read from the right stand in a font that does not turn them.
    else last.text = level % 2 === 1 && font === 'latin' ? shown + last.text : last.text + shown;
    at += text.length;
  }
  return pieces;
}

/** Reverses what is read from the right, innermost first, as Unicode's rule L2 says; letters are the font's to turn. */
function inVisualOrder(pieces: Piece[]): Piece[] {
  let ordered = pieces;
  for (let level = Math.max(0, ...pieces.map((piece) => piece.level)); level > 0; level--) {
    const turned: Piece[] = [];
    let run: Piece[] = [];
    for (const piece of ordered) {
      if (piece.level >= level) run.unshift(piece);
      else {
        turned.push(...run, piece);
        run = [];
      }
    }
    ordered = [...turned, ...run];
  }
  return ordered;
}
