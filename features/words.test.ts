/** One word for one thing: the texts that people read keep to the glossary below. */
import { globSync, readFileSync } from 'node:fs';
import { type Node, parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

/** What may not occur in a text, and the word to use. */
const GLOSSARY: readonly (readonly [pattern: RegExp, use: string])[] = [
  [/\b(?:some|any)body\b/i, 'an admin, a user or "someone"'],
  [/\bnobody\b/i, 'no one, or "no users"'],
  [/\bwhoever\b/i, 'the admin or the user'],
  [/\b(?:take|taken|takes|took) back\b/i, 'undo, cancel or reverse'],
  [/\b(?:take|taken|takes|took) away\b/i, 'remove'],
  [/\bswitch(?:ed)? off\b|\bnot active\b/i, 'inactive, or "deactivate"'],
  [/\be-mails?\b|\bmails?\b(?! server)/i, 'email'],
  [/\bpictures?\b/i, 'image'],
  [/\bcoins?\b/i, 'LiL-T'],
  [/\bdivid(?:e|ed|es|ing)\b/i, 'split'],
  [/\bcharges?\b/i, 'transaction'],
  [/\bfulfil(?:s|ment)?\b/i, 'fulfill, fulfillment'],
  [/\bsecond pair of eyes\b|\bfour eyes\b/i, 'approval by a second superadmin'],
  [
    /\bpay(?:ment)? (?:settings|method)\b|\bpaid by\b(?! the buyer)|\bpay to\b/i,
    'payout method or payout details',
  ],
  [/\b(?:given|gives?|giving) back\b/i, 'refunded'],
  [/\bon its way\b/i, 'processing'],
  [/\banew\b/i, 'again'],
  [/\bmeanwhile\b/i, 'name what happened'],
  [/\bfor good\b/i, 'permanently, or "can\'t be undone"'],
  [/\b(?:is|are) gone\b/i, 'no longer exists'],
  [/\ball the same\b/i, 'still, or "anyway"'],
  [/\bcame back\b/i, 'returned'],
  [/\bstands? (?:twice|in|under|below|here|there)\b/i, 'is, or is listed'],
  [/\bcannot stand\b/i, 'is not valid'],
  [/\bholds? (?:at least|at most|a |the )/i, 'has or contains'],
  [/\basked for\b/i, 'requested'],
  [/\borganis/i, 'organization'],
  [/\bso that\b|, which\b/i, 'two short sentences'],
  [/\d %/, 'the number and % without a space'],
];

/** Texts that the specification gives word for word, and the file of `shared/spec` that quotes each. */
const QUOTED: Readonly<Record<string, string>> = {
  'Somebody else has to approve this': 'decided.md',
  'The event is switched off': 'decided.md',
};

/** Words of others: a charge, as Stripe calls it. */
const OF_OTHERS = ['Stripe charge', 'No transaction with this charge', ' coins'];

const SOURCES = ['{core,features,web}/**/*.{ts,tsx}', 'server/{http,nouns,passwords,sites}/**/*.ts'];

function sources(): string[] {
  return globSync(SOURCES)
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.(?:test|spec|d)\.tsx?$|cases\.ts$|\/demo[-./]|^web\/public/.test(file));
}

test('every text keeps to the glossary', () => {
  const broken = sources().flatMap((file) =>
    textsOf(file, readFileSync(file, 'utf8')).flatMap((found) => brokenBy(file, found)),
  );
  expect(broken).toEqual([]);
});

test('a text that breaks the glossary is named with its file and the word to use', () => {
  const source = `export const A = () => <p title="Whoever asks">The mail</p>;\nrefuse(400, \`No \${n} charges here\`);`;
  const broken = textsOf('a.tsx', source).flatMap((found) => brokenBy('a.tsx', found));
  expect(broken).toEqual([
    'a.tsx:1 "Whoever asks": use the admin or the user',
    'a.tsx:1 "The mail": use email',
    'a.tsx:2 "charges here": use transaction',
  ]);
});

test('a noun that is counted is read though it is one word, and a name of the code is not', () => {
  const source = `const kind = 'charge';
    const count = \`\${n} \${n === 1 ? 'charge' : 'charges'}\`;
    const pages = { noun: n === 1 ? 'mail' : 'mails', key: 'charges' };
    counted(n, ['picture', 'pictures']);`;
  const broken = textsOf('a.tsx', source).flatMap((found) => brokenBy('a.tsx', found));
  expect(broken.map((line) => line.slice(0, line.indexOf(':', 7)))).toEqual([
    'a.tsx:2 "charge"',
    'a.tsx:2 "charges"',
    'a.tsx:3 "mail"',
    'a.tsx:3 "mails"',
    'a.tsx:4 "picture"',
    'a.tsx:4 "pictures"',
  ]);
});

function brokenBy(file: string, { line, text }: SourceText): string[] {
  if (text in QUOTED || OF_OTHERS.some((words) => text.includes(words.trim()))) return [];
  return GLOSSARY.filter(([pattern]) => pattern.test(text)).map(
    ([, use]) => `${file}:${line} "${text}": use ${use}`,
  );
}

/** Returns the text of a literal that is one word in small letters, which `add` takes for a name. */
function wordOf(node: Node | null): string | null {
  const isWord = node?.type === 'Literal' && typeof node.value === 'string' && /^[a-z]+$/.test(node.value);
  return isWord ? (node.value as string) : null;
}

type SourceText = { line: number; text: string };

/**
 * Reads texts for people from a source: text between tags, and string literals and templates that hold a
 * word. Leaves out what only staff of the server or machines read: imports, tagged templates such as SQL,
 * errors that are thrown by `new`, logs, what {@link MACHINES} call, and names without a space or a capital,
 * unless they are a noun that is counted: one word or the other by a number, or the pair of a `noun`.
 */
function textsOf(file: string, source: string): SourceText[] {
  const { program } = parseSync(file, source);
  const found: { at: number; text: string }[] = [];
  const skipped: { start: number; end: number }[] = [];
  const skip = ({ start, end }: { start: number; end: number }) => skipped.push({ start, end });
  const add = (at: number, raw: string) => {
    const text = raw.replaceAll(/\s+/g, ' ').trim();
    if (/^[A-Z][a-z]|[a-z]{2} |[a-z] [a-z]|[a-z], /.test(text)) found.push({ at, text });
  };
  const addWords = (nodes: readonly (Node | null)[]) => {
    for (const node of nodes) {
      const text = wordOf(node);
      if (node && text) found.push({ at: node.start, text });
    }
  };
  new Visitor({
    ImportDeclaration: skip,
    ExportAllDeclaration: skip,
    TaggedTemplateExpression: skip,
    TSLiteralType: skip,
    NewExpression: (made) => {
      const called = source.slice(made.callee.start, made.callee.end);
      if (called.endsWith('Error')) skip(made);
    },
    CallExpression: (call) => {
      if (MACHINES.test(source.slice(call.callee.start, call.callee.end))) skip(call);
    },
    JSXAttribute: (attribute) => {
      if (ATTRIBUTES.has(source.slice(attribute.name.start, attribute.name.end))) skip(attribute);
    },
    JSXText: ({ start, value }) => add(start, value),
    ConditionalExpression: ({ test, consequent, alternate }) => {
      const isCounted = /(?:=== 1|> 1|!== 1)\)?$/.test(source.slice(test.start, test.end));
      if (isCounted) addWords([consequent, alternate]);
    },
    Property: ({ key, value }) => {
      if (/^(?:nouns?|plural|unit)$/.test(source.slice(key.start, key.end)))
        addWords(value.type === 'ArrayExpression' ? value.elements : [value]);
    },
    ArrayExpression: ({ elements }) => {
      const [one, many] = elements.map(wordOf);
      if (elements.length === 2 && one && many && one !== many && many.startsWith(one.slice(0, -1)))
        addWords(elements);
    },
    Literal: ({ start, value }) => {
      if (typeof value === 'string') add(start, value);
    },
    TemplateElement: ({ start, value }) => add(start, value.cooked ?? ''),
  }).visit(program);
  return found
    .filter(({ at }) => !skipped.some(({ start, end }) => at >= start && at < end))
    .map(({ at, text }) => ({ line: source.slice(0, at).split('\n').length, text }));
}

const MACHINES =
  /(?:^|\.)(?:must|log|warn|error|info|debug|querySelector(?:All)?|select|selectFrom|innerJoin|leftJoin|where|lock|exclusive|lockFor|mutex|limit)$/;

const ATTRIBUTES = new Set(['className', 'key', 'style', 'id', 'type', 'size', 'w', 'maw', 'href', 'src']);
