/** The first look at a SELECT that somebody typed: word by word, by the lexer of PostgreSQL. Specification: Email rules. */
import { type ScanToken, scanSync } from 'libpg-query';
import { faultAt, NEAR } from './sql-fault.ts';

/** Brackets within brackets; deeper ones would only wear out the parser. */
const DEEPEST = 50;

/** Refuses what no accepted text holds, before the parser sees it: other words, signs and quotes, comments, a second SELECT, brackets without end. */
export function refuseOtherTokens(sql: string): void {
  const tokens = tokensOf(sql);
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const fault = faultOf(token, tokens[index - 1]);
    if (fault !== null) throw faultAt(sql, token.start, fault);
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    if (depth > DEEPEST) throw faultAt(sql, token.start, 'There are too many brackets within brackets');
  }
}

function tokensOf(sql: string): ScanToken[] {
  try {
    return scanSync(sql).tokens;
  } catch {
    // A quote or comment without end: the parser says where.
    return [];
  }
}

function faultOf({ text, tokenName }: ScanToken, before: ScanToken | undefined): string | null {
  const word = text.toLowerCase();
  if (word === 'select') return before === undefined ? null : 'Only one SELECT is accepted';
  if (text === '*' && before?.text.toLowerCase() !== 'select') return '* can only be used after SELECT';
  if (text === '-' && before?.text === '-') return 'One sign is enough';
  if (tokenName === 'SCONST') return text.startsWith("'") ? null : 'Put texts in single quotes';
  if (tokenName === 'ICONST' || tokenName === 'FCONST')
    return /^\d+(?:\.\d+)?$/.test(text) ? null : 'Numbers are written with digits and a decimal point';
  if (tokenName === 'IDENT' || WORDS.has(word) || SIGNS.has(text)) return null;
  return `${text.length > NEAR ? `${text.slice(0, NEAR)}…` : text} is not accepted here`;
}

const WORDS = new Set(['from', 'where', 'and', 'or', 'in', 'between', 'interval']);
const SIGNS = new Set(['*', ',', '(', ')', '=', '<>', '!=', '<', '<=', '>', '>=', '-']);
