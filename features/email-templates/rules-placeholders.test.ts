import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../../test/cpu-time.ts';
import { fill, PLACEHOLDERS, placeholdersIn, written } from './placeholders.ts';

const name = fc.constantFrom(...PLACEHOLDERS);
const VALUES = Object.fromEntries(
  PLACEHOLDERS.map((each) => [each, each.endsWith('_url') ? `https://a.example/${each}` : `<${each}>`]),
);

test('both ways of writing are found with their places, also what is not known', () => {
  expect(placeholdersIn('a ::[[class_name]]:: [[::Nobody::]]::[[]]::')).toEqual([
    { name: 'class_name', at: 2, length: 18 },
    { name: 'Nobody', at: 21, length: 14 },
    { name: '', at: 35, length: 8 },
  ]);
});

test('what is around them stays as it is, whatever it is', () => {
  const other = fc.string({ unit: fc.constantFrom('a', '::', ':', '[', '[[', ']]', '$&', '<', '\n') });
  fc.assert(
    fc.property(fc.array(fc.tuple(other, name)), other, (pieces, tail) => {
      const text = pieces.map(([before, each]) => `${before} ${written(each)}`).join('') + tail;
      const found = placeholdersIn(text);
      const rest = found.reduceRight(
        (left, { at, length }) => `${left.slice(0, at)}\u200b${left.slice(at + length)}`,
        text,
      );
      expect(found.map(({ at, length }) => placeholdersIn(text.slice(at, at + length)).length)).toEqual(
        found.map(() => 1),
      );
      const blank = Object.fromEntries(found.map((one) => [one.name, { html: '\u200b', text: '' }]));
      expect(fill(text, blank, 'html')).toBe(rest);
    }),
  );
});

describe('values', () => {
  test('are escaped in HTML, on one line in a subject, as they are in text', () => {
    fc.assert(
      fc.property(name, fc.string({ unit: 'binary' }), (each, value) => {
        fc.pre(!each.endsWith('_url'));
        const filled = (as: 'html' | 'text' | 'subject') => fill(written(each), { [each]: value }, as);
        expect(filled('html')).not.toMatch(/[<>"']/);
        expect(filled('subject')).not.toMatch(/[\r\n\0\u2028]/);
        expect(filled('text')).toBe(value);
      }),
    );
  });

  test('that are missing take the space or comma before them along', () => {
    const hello = (text: string, class_name = '') => fill(text, { class_name }, 'text');
    expect(hello('Hello ::[[class_name]]::, yes')).toBe('Hello, yes');
    expect(hello('Здравствуйте, ::[[class_name]]::!')).toBe('Здравствуйте!');
    expect(hello('您好，::[[class_name]]::：')).toBe('您好：');
    expect(hello('a ::[[class_name]]:: b')).toBe('a  b');
    expect(hello('Hello ::[[class_name]]::, yes', 'Ada')).toBe('Hello Ada, yes');
  });

  test('are not filled again, and nothing is taken from what every object has', () => {
    const values = { class_name: '::[[student_first_name]]::', student_first_name: 'Ada' };
    expect(fill('::[[class_name]]::', values, 'text')).toBe('::[[student_first_name]]::');
    expect(fill('::[[constructor]]::::[[__proto__]]::', VALUES, 'text')).toBe('');
  });

  test('of an address are one of the web, or nothing', () => {
    const link = (class_url: string) => fill('<a href="::[[class_url]]::">', { class_url }, 'html');
    expect(link('https://a.example/?a&b"c')).toBe('<a href="https://a.example/?a&amp;b&quot;c">');
    for (const bad of ['javascript:alert(1)', ' javascript:x', 'data:text/html,x', '//a.example', ''])
      expect(link(bad)).toBe('<a href="">');
  });

  test('of our own markup stand as they are in HTML, in words elsewhere', () => {
    const content = { html: '<p>A <b>b</b></p>', text: 'A b\nc' };
    expect(fill('::[[content]]::', { content }, 'html')).toBe('<p>A <b>b</b></p>');
    expect(fill('::[[content]]::', { content }, 'text')).toBe('A b\nc');
    expect(fill('::[[content]]::', { content }, 'subject')).toBe('A b c');
  });
});

test.each(['::[[', '[[::', '::[[a', ']]::', ':'])('takes no longer than its length asks for: %s', (piece) => {
  expect(cpuTimeOf(() => placeholdersIn(piece.repeat(100_000)))).toBeLessThan(500);
});
