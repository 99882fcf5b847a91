/** Allowed HTML of a mail with a secret link: nothing that could leak or hide the link. Specification: Email templates. */
import type { Piece } from '../../../server/mail/html-findings.ts';

/** Returns why a piece is refused in a mail with a secret; null where allowed. An allowlist: other styles could hide the content, or leak by what they load. */
export function secretFault(piece: Piece): string | null {
  if (piece.kind === 'element') return ELEMENTS.has(piece.tag) ? null : HIDES;
  if (piece.kind === 'style') return sheetFault(piece.value);
  if (piece.name === 'style') return declarationsFault(piece.value);
  return ATTRIBUTES.has(piece.name) || /^xmlns(?::|$)/.test(piece.name) ? null : HIDES;
}

const HIDES = 'could hide the secret link of this email';
const ODD = 'an email with a secret link can only use plain styles and @media';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements that neither shrink nor hide their text, however deeply nested. */
const ELEMENTS = words(`
  html head title meta style body
  a address article aside b blockquote br caption center cite code dd div dl dt em figcaption figure font footer h1 h2 h3
  h4 header hr i img li main ol p pre s section span strike strong table tbody td tfoot th thead time tr u ul
  xml o:allowpng o:officedocumentsettings o:pixelsperinch`);

/** Excludes `rowspan`, by which cells may overlap. */
const ATTRIBUTES = words(`
  align alt background bgcolor border cellpadding cellspacing charset class clear color colspan content dir face height href
  hspace http-equiv id lang media name rel role scope size src start style target title type valign vspace width`);

function sheetFault(sheet: string): string | null {
  const plain = plainOf(sheet);
  if (plain === null) return ODD;
  let inMedia = false;
  let inRule = false;
  for (const [, before = '', sign] of plain.matchAll(/([^{}]*)([{}]|$)/g)) {
    if (inRule) {
      if (sign !== '}') return ODD;
      const fault = declarationsFault(before);
      if (fault !== null) return fault;
      inRule = false;
    } else if (sign === '{') {
      const isMedia = /^\s*@media\b/i.test(before);
      if (/;/.test(before) || (isMedia ? inMedia : /@/.test(before))) return ODD;
      if (isMedia) inMedia = true;
      else inRule = true;
    } else {
      if (before.trim() !== '' || (sign === '}') !== inMedia) return ODD;
      inMedia = false;
    }
  }
  return null;
}

function declarationsFault(text: string): string | null {
  const declarations = plainOf(text)?.split(';');
  if (!declarations) return ODD;
  for (const declaration of declarations) {
    if (declaration.trim() === '') continue;
    const [property = '', ...rest] = declaration.split(':').map((part) => part.trim().toLowerCase());
    const value = rest
      .join(':')
      .replace(/! ?important$/, '')
      .trim();
    const isKnown = Object.hasOwn(STYLES, property) ? STYLES[property] : undefined;
    if (!isKnown?.(value)) return `${`${property}: ${value}`.slice(0, 60)} ${HIDES}`;
  }
  return null;
}

/** Returns the style without comments, with empty strings and single spaces; null where something is not understood. */
function plainOf(style: string): string | null {
  let plain = '';
  let read = 0;
  for (const { index, 0: found } of style.matchAll(TOKENS)) {
    // What does not end is looked for to the end: once.
    if (index !== read || found === '/*') return null;
    read += found.length;
    if (found.startsWith('/*')) plain += ' ';
    else if (/^["']/.test(found)) plain += "''";
    else plain += found;
  }
  if (read !== style.length) return null;
  return plain.replace(/\s+/g, ' ').replace(/ ?([(),/]) ?/g, '$1');
}

const TOKENS = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|\/\*|"[^"\\\n\r\f]*"|'[^'\\\n\r\f]*'|[^"'\\/]+|\//g;

type Known = (value: string) => boolean;

const like =
  (pattern: RegExp): Known =>
  (value) =>
    pattern.test(value);
/** Matches at most so many parts, each of them known. */
const some =
  (most: number, ...known: Known[]): Known =>
  (value) => {
    const parts = value.split(' ');
    return parts.length <= most && parts.every((part) => known.some((isKnown) => isKnown(part)));
  };

const isWord = like(/^[a-z][a-z-]*$/);
const isOpaque: Known = (value) =>
  value !== 'transparent' &&
  (isWord(value) || /^(?:#[\da-f]{3}|#[\da-f]{6}|rgb\(\d{1,3},\d{1,3},\d{1,3}\))$/.test(value));
const isLength = like(/^(?:0|\d{1,2}(?:\.\d{1,3})?(?:px|pt|em))$/);
/** Absolute sizes: relative ones multiply in nested elements. */
const isSize = like(/^(?:(?:[89]|[1-5]\d)(?:\.\d{1,3})?(?:px|pt)|(?:x-|xx-)?(?:small|large)|medium)$/);
const isLine = like(/^(?:normal|[1-3](?:\.\d{1,3})?)$/);
const isWeight = like(/^(?:normal|bold|bolder|lighter|[1-9]00)$/);
const isFamily: Known = (value) =>
  value.split(',').every((name) => name === "''" || /^[a-z][\w -]*$/.test(name));
const isFont: Known = (value) => {
  const parts = value.split(' ');
  const at = parts.findIndex((part) => part !== 'italic' && !isWeight(part));
  const [size = '', line = 'normal', ...rest] = parts[at]?.split('/') ?? [];
  return isSize(size) && isLine(line) && rest.length === 0 && isFamily(parts.slice(at + 1).join(' '));
};
/** Below this width a word of the link would overlap its neighbours. */
const isWidth = like(/^(?:auto|none|100%|[1-9]\d{2,3}px)$/);
const isAuto: Known = (value) => value === 'auto';

const of = (names: string, isKnown: Known) => names.split(' ').map((name) => [name, isKnown] as const);
const onSides = (name: string) => `${name} ${name}-top ${name}-right ${name}-bottom ${name}-left`;

const STYLES: Readonly<Record<string, Known>> = Object.fromEntries([
  ...of('color', isOpaque),
  ...of('background background-color', (value) => value === 'transparent' || isOpaque(value)),
  ...of('font', isFont),
  ...of('font-family', isFamily),
  ...of('font-size', isSize),
  ...of('font-style', isWord),
  ...of('font-weight', isWeight),
  ...of('line-height', isLine),
  ...of('letter-spacing', like(/^(?:normal|0|[0-3](?:\.\d{1,3})?px)$/)),
  ...of('text-align vertical-align border-collapse', isWord),
  ...of('text-decoration list-style list-style-type color-scheme', some(3, isWord)),
  ...of('display', like(/^(?:block|inline|table)$/)),
  ...of('width max-width min-width', isWidth),
  ...of(onSides('margin'), some(4, isLength, isAuto)),
  ...of(onSides('padding'), some(4, isLength)),
  ...of(onSides('border'), some(3, isLength, isOpaque)),
  ...of('border-color border-style border-width border-radius', some(4, isLength, isOpaque)),
  ...of('border-spacing', some(2, isLength)),
  ...of('mso-table-lspace mso-table-rspace', like(/^0(?:pt)?$/)),
  ...of('text-size-adjust -webkit-text-size-adjust -ms-text-size-adjust', like(/^(?:none|auto|100%)$/)),
]);
