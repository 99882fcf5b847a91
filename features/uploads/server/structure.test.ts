/** The readers of structure, on texts that are made to hold them: each answers at once, whatever its text repeats. */
import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../../../test/cpu-time.ts';
import { svg } from '../../../test/hostile/hostile-files.ts';
import { endsWhereItShould, gifFrames, isAlsoSomethingElse, kindOf } from './image-structure.ts';
import { whyNotDrawn } from './svg.ts';

const MEGABYTE = 1024 * 1024;
const filled = (unit: string, before = '', after = '') =>
  before + unit.repeat(Math.floor((MEGABYTE - before.length - after.length) / unit.length)) + after;
const attributes = Array.from({ length: 60_000 }, (_, n) => ` a${n}="b"`).join('');

const HELD: [string, string][] = [
  ['comments that nothing follows, as they were sent', `${'<!---->'.repeat(30)}x`],
  ['comments that end in a drawing', `</svg>${'<!---->'.repeat(30)}x`],
  ...(
    [
      ['comments', '<!---->'],
      ['comments with a word and a space', '<!-- a --> '],
      ['comments that never end', '<!--'],
      ['comments within comments', '<!--<!---->-->'],
      ['hyphens', '-', '<!--'],
      ['instructions', '<?a ?>'],
      ['declarations', '<?xml version="1.0"?>'],
      ['question marks', '?', '<?a '],
      ['document types', '<!DOCTYPE svg '],
      ['brackets of a document type', '[', '<!DOCTYPE svg '],
      ['closed brackets', ']', '<svg><![CDATA['],
      ['sections', '<![CDATA[]]>', '<svg>', '</svg>'],
      ['ends', '</svg>', '<svg>'],
      ['drawings', '<svg/>'],
      ['drawings within drawings', '<svg>'],
      ['elements of other names', '<a:b>', '<svg>'],
      ['one attribute', ' a="b"', '<svg', '/>'],
      ['quotes', "'", '<svg a="', '"/>'],
      ['references to nothing', '&a;', '<svg>', '</svg>'],
      ['references', '&amp;', '<svg>', '</svg>'],
      ['spaces', ' ', '<svg', '>'],
      ['line ends', '\r', '<svg>', '</svg>'],
      ['signs', '<'],
      ['addresses', 'url(#', '<svg fill="', '"/>'],
      ['addresses that never begin', 'url(', '<svg fill="', '"/>'],
      ['spaces of an address', ' ', '<svg fill="url(', '"/>'],
      ['handlers that are none', ' on', '<svg a="', '"/>'],
      ['styles', '<style>a{}</style>', '<svg>', '</svg>'],
      ['scripts that never begin', '<scrip'],
    ] as [string, string, string?, string?][]
  ).map(([what, unit, before, after]): [string, string] => [
    `a megabyte of ${what}`,
    filled(unit, before, after),
  ]),
  ['60,000 attributes', `<svg${attributes}/>`],
];

describe.each(HELD)('%s', (_, text) => {
  const bytes = Buffer.from(text);
  test.each([
    ['the kind', () => kindOf(bytes)],
    ['the drawing', () => whyNotDrawn(bytes)],
    ['more than an image', () => isAlsoSomethingElse(bytes)],
    [
      'the frame',
      () => (['png', 'gif', 'webp', 'jpeg', 'svg'] as const).map((kind) => endsWhereItShould(kind, bytes)),
    ],
    ['the frames', () => gifFrames(Buffer.concat([Buffer.from('GIF89a'), bytes]))],
  ])('does not hold who reads %s', (_reader, read) => {
    // A second at the most; what is not in proportion takes minutes.
    expect(cpuTimeOf(read)).toBeLessThan(10_000);
  });
});

describe('an SVG', () => {
  test.each([
    '<svg/>',
    '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n<svg>\n</svg>\n<!-- end -->\n',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg></svg>',
    svg('<style>.a{fill:url( "#b")}</style><use href=" #a"/><text>url(x), on = 1, @import</text>'),
    svg('<filter id="f"><feTurbulence numOctaves="10"/></filter>'),
    svg(`<filter id="f">${'<feGaussianBlur stdDeviation="500"/>'.repeat(20)}</filter>`.repeat(3)),
    svg('<rect filter="url(#f)"/>'.repeat(50)),
    svg(`<g id="a"><rect/></g><g id="b">${'<use href="#a"/>'.repeat(200)}</g>`),
    svg('<set-of-mine/><ontology/>'),
  ])('is drawn: %s', (text) => {
    expect([kindOf(Buffer.from(text)), whyNotDrawn(Buffer.from(text))]).toEqual(['svg', null]);
  });

  const foreign = 'The SVG contains scripts, animations or references to other files';
  const tooMuch = 'The SVG contains filters, copies or levels that take too long to process';
  const damaged = 'The SVG is damaged';
  test.each([
    ['<svg:script xmlns:svg="http://www.w3.org/2000/svg"/>', foreign],
    ['<a onload="x"/>', foreign],
    ['<animateTransform/>', foreign],
    ['<use href="&#104;ttps://example.com/#a"/>', foreign],
    ['<a fill="u&#114;l(https://example.com/#a)"/>', foreign],
    ['<a style="fill:URL(\n\'https://example.com/#a\')"/>', foreign],
    ['<style>.a{fill:u\\72l(https://example.com/#a)}</style>', foreign],
    ['<style>@imp<!-- -->ort "https://example.com/x.css";</style>', foreign],
    ['<style><![CDATA[@import "x.css";]]></style>', foreign],
    ['<style>@import<style></style></style>', foreign],
    ['<style><style></style>@import</style>', foreign],
    ['<?xml-stylesheet href="x.css"?>', foreign],
    ['<filter><feTurbulence numOctaves="1000000"/></filter>', tooMuch],
    ['<filter><feTurbulence numOctaves="1e99"/></filter>', tooMuch],
    ['<filter><feTurbulence numOctaves="x"/></filter>', tooMuch],
    [`<filter>${'<feOffset/>'.repeat(65)}</filter>`, tooMuch],
    [`${'<g>'.repeat(200)}${'</g>'.repeat(200)}`, tooMuch],
    [`<filter>${'<feTurbulence/>'.repeat(21)}</filter>`, tooMuch],
    ['<filter><feMorphology radius="500"/></filter>', tooMuch],
    ['<filter><feMorphology radius="1, 101"/></filter>', tooMuch],
    ['<filter><feConvolveMatrix order="99"/></filter>', tooMuch],
    ['<filter><feGaussianBlur stdDeviation="1 1e9"/></filter>', tooMuch],
    ['<rect filter="url(#f)"/>'.repeat(51), tooMuch],
    ['<rect style="fill:red;filter : url(#f)"/>'.repeat(51), tooMuch],
    ['<use href="#a"/>'.repeat(201), tooMuch],
    ['<g id="a"><g><use href="#b"/></g></g><use href="#a"/>', tooMuch],
    ['<use xlink:href=" #a "/><use id="a" href="#b"/>', tooMuch],
    ['<use id="a" href="#a"/>', tooMuch],
    ['<g>', damaged],
    ['<g a="1" a="2"/>', damaged],
    ['&nbsp;', damaged],
  ])('is refused: %s', (content, message) => {
    expect(whyNotDrawn(Buffer.from(svg(content)))).toBe(message);
  });

  test('is none where something else stands first, or comes too late', () => {
    for (const text of ['<html><svg/></html>', 'x<svg/>', '', '<SVG/>', `${' '.repeat(5000)}<svg/>`])
      expect(kindOf(Buffer.from(text)), text.slice(0, 20)).toBeNull();
  });
});
