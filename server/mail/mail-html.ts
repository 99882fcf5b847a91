import { createRequire } from 'node:module';
import type * as HtmlToText from 'html-to-text';
import type Juice from 'juice';

const require = createRequire(import.meta.url);

/** Loaded with the first mail: they take 15 MB, wasted in a process that sends none. */
let libraries: { juice: typeof Juice; convert: typeof HtmlToText.convert } | undefined;

function loaded() {
  if (libraries) return libraries;
  const { default: juice } = require('juice') as { default: typeof Juice };
  const { convert } = require('html-to-text') as typeof HtmlToText;
  // Marks of template languages: whatever stood between two of them would pass by the parser.
  for (const name of Object.keys(juice.codeBlocks)) delete juice.codeBlocks[name];
  libraries = { juice, convert };
  return libraries;
}

/** Returns the HTML with inlined styles and the plain text, placeholders kept. Slow for many rules: run untrusted HTML where it can be killed. */
export function mailParts(html: string): { inlined: string; plain: string } {
  return { inlined: loaded().juice(html), plain: plainOf(html) };
}

function plainOf(html: string): string {
  return loaded()
    .convert(html, {
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
    })
    .trim();
}

/** Tables are the layout of a mail: each cell begins a line. */
const ONE_LINE = { leadingLineBreaks: 1, trailingLineBreaks: 1 };

/** Headings, not capitalized as by default, since that would change placeholders. */
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
