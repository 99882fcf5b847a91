/** Checks an SVG before it is drawn as PNG, with a parser: regular expressions would not be safe. */
import { SaxesParser } from 'saxes';
import { countCosts } from './drawing-costs.ts';

const LARGEST_SVG_BYTES = 1024 * 1024;

/** Characters within which the first element must begin. */
const HEAD = 4096;

const DAMAGED = 'The SVG is damaged';
const FOREIGN = 'The SVG contains scripts, animations or references to other files';
const TOO_MUCH = 'The SVG contains filters, copies or levels that take too long to process';

const FORBIDDEN = new Set(['script', 'foreignobject', 'iframe', 'handler', 'set']);
const ENCODINGS = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

class Fault extends Error {}

export function isSvg(bytes: Buffer): boolean {
  let root: string | undefined;
  try {
    const parser = strictParser();
    parser.on('opentagstart', ({ name }) => {
      root ??= name;
    });
    parser.write(bytes.toString('utf8', 0, HEAD));
  } catch (error) {
    // What is wrong behind its first element is for whoever reads on to say.
    if (!(error instanceof Fault)) throw error;
  }
  return root === 'svg';
}

/** Returns the reason to refuse the drawing, or null: it must be UTF-8, without scripts and external references. */
export function whyNotDrawn(bytes: Buffer): string | null {
  if (bytes.length > LARGEST_SVG_BYTES) return 'An SVG may be 1 MB at most';
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    checkingParser().write(text).close();
    return null;
  } catch (error) {
    if (error instanceof Fault) return error.message;
    // The decoder says so with a TypeError.
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      return DAMAGED;
    throw error;
  }
}

function strictParser() {
  const parser = new SaxesParser();
  parser.on('error', () => refuse(DAMAGED));
  return parser;
}

function checkingParser() {
  const parser = strictParser();
  const costs = countCosts(() => refuse(TOO_MUCH));
  let styles = 0;
  const styleText: string[] = [];
  const keep = (text: string) => {
    if (styles > 0) styleText.push(text);
  };
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    // The renderer would read other characters than were looked at here.
    if (!ENCODINGS.has(encoding.toLowerCase())) refuse(DAMAGED);
  });
  // Entities can unfold without end and can name files of this machine.
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) refuse(FOREIGN);
  });
  parser.on('processinginstruction', ({ target }) => {
    if (target.toLowerCase().startsWith('xml')) refuse(FOREIGN);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = localName(name);
    if (FORBIDDEN.has(element) || element.startsWith('animate')) refuse(FOREIGN);
    const given = Object.entries(attributes).map(([attribute, value]): [string, string] => [
      localName(attribute),
      value,
    ]);
    for (const [attribute, value] of given) checkAttribute(attribute, value);
    costs.opened(element, given);
    if (element === 'style') styles++;
  });
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.on('closetag', ({ name }) => {
    costs.closed();
    if (localName(name) === 'style' && --styles === 0) checkStyle(styleText.splice(0).join(''));
  });
  parser.on('end', () => costs.ended());
  return parser;
}

function checkAttribute(attribute: string, value: string): void {
  if (attribute.startsWith('on')) refuse(FOREIGN);
  // What it refers to must be inside it: the renderer loads nothing else, and a picture within is not measured.
  if ((attribute === 'href' || attribute === 'src') && !value.trimStart().startsWith('#')) refuse(FOREIGN);
  if (attribute === 'style') checkStyle(value);
  else checkUrls(value.toLowerCase());
}

function checkStyle(style: string): void {
  const text = style.toLowerCase();
  // A backslash spells any word of a style sheet so that it is not seen here.
  if (text.includes('\\') || text.includes('@import')) refuse(FOREIGN);
  checkUrls(text);
}

function checkUrls(text: string): void {
  for (let at = text.indexOf('url('); at >= 0; at = text.indexOf('url(', at + 4)) {
    const inside = text.slice(at + 4, at + 4 + LONGEST_MARGIN).trimStart();
    const address = inside.startsWith('"') || inside.startsWith("'") ? inside.slice(1).trimStart() : inside;
    if (!address.startsWith('#')) refuse(FOREIGN);
  }
}

/** The most white space and quotes before the `#` of a reference. */
const LONGEST_MARGIN = 16;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1).toLowerCase();
}

function refuse(message: string): never {
  throw new Fault(message);
}
