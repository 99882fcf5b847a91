/** A difference between a translation and its English: pointed out, never refused. Specification: Languages. */

import { must } from './must.ts';

export type Finding = { kind: 'placeholder' | 'link' | 'number'; text: string; missing: boolean };

/** Returns placeholders, links and numbers on one side only, each once, whatever digits and marks a script has. Nothing where a text is empty. */
export function findingsIn(english: string, translation: string): Finding[] {
  if (english.trim() === '' || translation.trim() === '') return [];
  const [ours, theirs] = [partsOf(english), partsOf(translation)];
  return KINDS.flatMap((kind) => [
    ...alone(ours[kind], theirs[kind]).map((text) => ({ kind, text, missing: true })),
    ...alone(theirs[kind], ours[kind]).map((text) => ({ kind, text, missing: false })),
  ]);
}

const KINDS = ['placeholder', 'link', 'number'] as const;
type Parts = Record<Finding['kind'], Map<string, string>>;

const LINK = /(?:https?:\/\/|www\.)[!#-;=?-~]+/giu;
/** `::[[class_name]]::`, `[[::class_name::]]`, `{name}` and `{{name}}`. */
const PLACEHOLDER = /::\[\[\w{1,64}\]\]::|\[\[::\w{1,64}::\]\]|\{\{?[\w.-]{1,64}\}\}?/gu;
const DIGIT = /\p{Nd}/u;
/** Marks between the digits of one number: points, commas, apostrophes, no-break spaces, and the Arabic marks. */
const MARKS = new Set(['.', ',', "'", '’', ' ', '\u00a0', '\u2009', '\u202f', '\u066b', '\u066c']);
const DECIMAL_MARKS = new Set(['.', ',', '\u066b']);
const AFTER_A_LINK = ".,;:!?)'";

function partsOf(text: string): Parts {
  const parts: Parts = { placeholder: new Map(), link: new Map(), number: new Map() };
  const keep = (kind: Finding['kind'], key: string, written: string) => {
    if (!parts[kind].has(key)) parts[kind].set(key, written);
  };
  const rest = text
    .replace(LINK, (found) => {
      const link = withoutEnd(found);
      keep('link', link, link);
      return ` ${found.slice(link.length)}`;
    })
    .replace(PLACEHOLDER, (found) => {
      keep('placeholder', found.startsWith('{') ? found : found.replaceAll(/[:[\]]/g, ''), found);
      return ' ; ';
    });
  for (const { key, written } of numbersIn(rest)) keep('number', key, written);
  return parts;
}

function alone(those: Map<string, string>, others: Map<string, string>): string[] {
  return [...those].filter(([key]) => !others.has(key)).map(([, written]) => written);
}

/** Drops the punctuation of a sentence that ends with a link. */
function withoutEnd(link: string): string {
  let end = link.length;
  while (end > 0 && AFTER_A_LINK.includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

type Run = { mark: string; digits: string; written: string };
type Found = { key: string; written: string };

function numbersIn(text: string): Found[] {
  return chainsIn(text).flatMap(numbersOf);
}

function chainsIn(text: string): Run[][] {
  const chains: Run[][] = [];
  let chain: Run[] = [];
  let run: Run | null = null;
  let mark: string | null = null;
  for (const character of text) {
    if (DIGIT.test(character)) {
      if (!run) {
        if (mark === null || chain.length === 0) {
          chain = [];
          chains.push(chain);
        }
        run = { mark: chain.length === 0 ? '' : (mark ?? ''), digits: '', written: '' };
        chain.push(run);
      }
      run.digits += valueOf(character);
      run.written += character;
      mark = null;
    } else if (run && MARKS.has(character)) {
      run = null;
      mark = character;
    } else {
      run = null;
      mark = null;
      chain = [];
    }
  }
  return chains;
}

/** Returns one number where the marks part thousands or decimals; each run by itself otherwise, as in a date. */
function numbersOf(chain: Run[]): Found[] {
  const [first, ...rest] = chain;
  if (!first) return [];
  const last = rest.at(-1);
  const decimals = last && DECIMAL_MARKS.has(last.mark) ? last : null;
  const whole = groupedBy(first, rest);
  if (whole !== null) return [numberOf(chain, whole, '')];
  const before = decimals && groupedBy(first, rest.slice(0, -1), decimals.mark);
  if (decimals && before !== null) return [numberOf(chain, before, decimals.digits)];
  return chain.map((run) => numberOf([run], run.digits, ''));
}

/** Returns the digits of a whole number grouped by one mark: in threes, or as in India in twos and a last three. */
function groupedBy(first: Run, groups: Run[], otherThan?: string): string | null {
  if (groups.length === 0) return first.digits;
  const [{ mark }] = groups as [Run];
  const end = groups.length - 1;
  const fits = groups.every(
    (group, index) =>
      group.mark === mark && (group.digits.length === 3 || (group.digits.length === 2 && index < end)),
  );
  const begins = first.digits.length <= 3 && !first.digits.startsWith('0');
  return fits && begins && mark !== otherThan
    ? [first, ...groups].map(({ digits }) => digits).join('')
    : null;
}

function numberOf(runs: Run[], whole: string, decimals: string): Found {
  const written = runs.map((run, index) => (index === 0 ? '' : run.mark) + run.written).join('');
  const [before, after] = [withoutZeros(whole), trimmedEnd(decimals)];
  return { key: after === '' ? before : `${before}.${after}`, written };
}

function withoutZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits.charAt(start) === '0') start += 1;
  return digits.slice(start);
}

function trimmedEnd(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end -= 1;
  return digits.slice(0, end);
}

/** Computes a digit's value from the place of its script's zero, as each script has its ten digits in order. */
function valueOf(digit: string): string {
  const plain = digit.normalize('NFKC');
  if (plain >= '0' && plain <= '9') return plain;
  const point = must(digit.codePointAt(0), 'code of a digit');
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}
