/** Finds unsafe HTML by tokenizing as browsers do, without rewriting it. Specification: Email templates. */
import { Parser, QuoteType, Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { must } from '../../core/must.ts';
import { addressFault, styleFault } from './html-addresses.ts';
import {
  ADDRESS_ATTRIBUTES,
  ELEMENTS,
  META_EQUIVALENTS,
  REFUSED_ATTRIBUTES,
  WORD_ELEMENTS,
} from './html-vocabulary.ts';

/** `line` counts from 1. */
export type Finding = { line: number; what: string };

/** A piece for the caller to judge: an element; an attribute, its quoting and whether it is followed or loaded; or a style. */
export type Piece =
  | { kind: 'element'; tag: string }
  | { kind: 'attribute'; tag: string; name: string; value: string; quoted: boolean; address: boolean }
  | { kind: 'style'; value: string };

const FINDINGS_LIMIT = 20;

/** Nesting limit of elements: recursive readers would overflow. */
const DEEPEST = 150;

/**
 * Returns what could run, load or navigate by itself, or what parsers may read differently, in order, 20 at
 * most; `judge` adds a caller's refusals. Only elements of mail are allowed: none changes how later text is
 * tokenized, so that all browsers agree. Linear time.
 */
export function findingsIn(html: string, judge: (piece: Piece) => string | null = () => null): Finding[] {
  const reading = new Reading(html, judge);
  reading.read(0, html.length, false);
  const deep = tooDeep(html);
  if (deep !== null) reading.find(deep, `more than ${DEEPEST} elements stand inside each other`);
  return reading.findings.toSorted((a, b) => a.line - b.line).slice(0, FINDINGS_LIMIT);
}

class Reading implements TokenizerCallbacks {
  readonly findings: Finding[] = [];
  private readonly html: string;
  private readonly judge: (piece: Piece) => string | null;
  private readonly breaks: number[];
  /** Offset of the part being read, and whether only Word shows it. */
  private base = 0;
  private forWord = false;
  private tag = '';
  private tagAt = 0;
  private isOpen = false;
  private raw: { tag: string; at: number } | null = null;
  private names = new Set<string>();
  private name = '';
  private nameAt = 0;
  private value = '';

  constructor(html: string, judge: (piece: Piece) => string | null) {
    this.html = html;
    this.judge = judge;
    this.breaks = [...html.matchAll(/\n/g)].map(({ index }) => index);
  }

  read(start: number, end: number, forWord: boolean): void {
    const outer = { base: this.base, forWord: this.forWord };
    Object.assign(this, { base: start, forWord });
    const tokenizer = new Tokenizer({}, this);
    tokenizer.write(this.html.slice(start, end));
    tokenizer.end();
    if (this.isOpen) this.find(this.tagAt, `<${this.tag}> does not end`);
    if (this.raw) this.find(this.raw.at, `<${this.raw.tag}> is not closed`);
    Object.assign(this, { ...outer, isOpen: false, raw: null });
  }

  find(at: number, what: string): void {
    if (this.findings.length < FINDINGS_LIMIT) this.findings.push({ line: this.lineOf(at), what });
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.slice(start, end).toLowerCase();
    this.tagAt = this.base + start;
    this.isOpen = true;
    this.names.clear();
    const known = ELEMENTS.has(this.tag) || (this.forWord && WORD_ELEMENTS.has(this.tag));
    const fault = known ? this.judge({ kind: 'element', tag: this.tag }) : 'is not allowed';
    if (fault !== null) this.find(this.tagAt, `<${short(this.tag)}> ${fault}`);
  }

  onopentagend(): void {
    this.isOpen = false;
    if (this.tag === 'style' || this.tag === 'title') this.raw = { tag: this.tag, at: this.tagAt };
  }

  onselfclosingtag(): void {
    this.onopentagend();
  }

  onclosetag(start: number, end: number): void {
    const name = this.slice(start, end).toLowerCase();
    if (name === this.raw?.tag) this.raw = null;
    // Browsers read attributes here, and a > between their quotes.
    if (!/^\s*>/.test(this.slice(end, end + 100)))
      this.find(this.base + start, `</${short(name)}> has to end at once`);
  }

  onattribname(start: number, end: number): void {
    this.name = this.slice(start, end).toLowerCase();
    this.nameAt = this.base + start;
    this.value = '';
    if (this.names.has(this.name)) this.find(this.nameAt, `${short(this.name)}: stands there twice`);
    this.names.add(this.name);
  }

  onattribdata(start: number, end: number): void {
    this.value += this.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.value += String.fromCodePoint(codepoint);
  }

  onattribend(quote: QuoteType): void {
    const { name, tag, value } = this;
    const quoted = quote === QuoteType.Double || quote === QuoteType.Single;
    const address = ADDRESS_ATTRIBUTES.has(localOf(name));
    const piece = { kind: 'attribute', tag, name, value, quoted, address } as const;
    const fault = this.attributeFault() ?? this.judge(piece);
    if (fault !== null) this.find(this.nameAt, `${short(name)}: ${fault}`);
  }

  oncomment(start: number, ended: number, offset: number): void {
    const end = ended - offset;
    const data = this.slice(start, end);
    if (this.slice(start - 4, start) !== '<!--') {
      if (!/^(?:\[(?:if [^\]]*|endif)\]|\?xml\b.*)$/is.test(data))
        this.find(this.base + start, 'what begins like a tag is neither a tag nor a comment');
      return;
    }
    if (!/^(?:-->|--!>|-?>)/.test(this.slice(end, end + 4)))
      this.find(this.base + start, 'a comment does not end');
    const condition = /^\s*\[if [^\]]*\]>/i.exec(data)?.[0];
    if (condition === undefined || /^\s*<!(?:--\s*)?$/.test(data.slice(condition.length))) return;
    const inner = this.base + start + condition.length;
    const ending = '<![endif]';
    if (this.forWord) this.find(inner, 'a condition stands within another');
    else if (!data.toLowerCase().endsWith(ending)) this.find(inner, `a condition has no ${ending}`);
    else this.read(inner, this.base + end - ending.length, true);
  }

  ontext(start: number, end: number): void {
    if (this.raw?.tag !== 'style') return;
    const value = this.slice(start, end);
    const found = styleFault(value);
    if (found) this.find(this.base + start + found.at, `style: ${found.fault}`);
    const fault = this.judge({ kind: 'style', value });
    if (fault !== null) this.find(this.base + start, `style: ${fault}`);
  }

  oncdata(start: number): void {
    this.find(this.base + start, 'CDATA is read in two ways');
  }

  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}

  private attributeFault(): string | null {
    const { name, tag, value } = this;
    if (!/^[a-z_][\w.:-]*$/.test(name)) return 'is no name of an attribute';
    const local = localOf(name);
    if (local.startsWith('on') || REFUSED_ATTRIBUTES.has(local)) return 'is not allowed';
    if (local === 'style') return styleFault(value)?.fault ?? null;
    if (name === 'http-equiv' && !META_EQUIVALENTS.has(value.trim().toLowerCase())) return 'is not allowed';
    if (tag === 'meta' && /charset/i.test(name + value) && !/utf-8/i.test(value)) return 'only UTF-8';
    return ADDRESS_ATTRIBUTES.has(local) ? addressFault(value, local) : null;
  }

  private slice(start: number, end: number): string {
    return this.html.slice(this.base + start, this.base + end);
  }

  private lineOf(at: number): number {
    let low = 0;
    let high = this.breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (must(this.breaks[middle], 'line break') < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }
}

/** Returns the offset of an element too deep for the library that inlines styles; null without one. */
function tooDeep(html: string): number | null {
  let depth = 0;
  let at: number | null = null;
  const parser = new Parser({
    onopentagname: () => {
      depth += 1;
      if (depth <= DEEPEST || at !== null) return;
      at = parser.startIndex;
      // Its stack grows with each element: it has read enough.
      parser.pause();
    },
    onclosetag: () => {
      depth -= 1;
    },
  });
  parser.write(html);
  return at;
}

function localOf(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1);
}

function short(name: string): string {
  return name.slice(0, 40);
}
