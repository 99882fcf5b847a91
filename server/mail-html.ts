/** The two parts that a mail is made of from HTML. Specification: Email templates. */
import { convert } from 'html-to-text';
import juice from 'juice';

// Marks of template languages: whatever stood between two of them would pass by the parser.
for (const name of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[name];

/**
 * The HTML with its styles inlined, as mail programs want it (media queries stay), and its text. Placeholders stay as they
 * are. It may take long where many rules meet many elements: what a stranger wrote is for a process that can be killed.
 */
export function mailParts(html: string): { inlined: string; plain: string } {
  return { inlined: juice(html), plain: plainOf(html) };
}

function plainOf(html: string): string {
  return convert(html, {
    wordwrap: false,
    formatters: { alt: ({ attribs }, _walk, builder) => builder.addInline(attribs?.alt ?? '') },
    selectors: [
      {
        selector: 'a',
        options: { linkBrackets: ['<', '>'], hideLinkHrefIfSameAsText: true, noAnchorUrl: true },
      },
      { selector: 'img', format: 'alt' },
      ...['tr', 'td', 'th'].map((selector) => ({ selector, format: 'block', options: ONE_LINE })),
      ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  }).trim();
}

/** Tables of a mail are its layout: each cell begins a line. */
const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

/** In capitals, as the library would have them, a placeholder would be another one. */
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
