import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { separatorOf } from '../../core/csv/csv.ts';
import { CURRENCIES, decimalsOf } from '../../core/money.ts';
import { columnsOf, looksCutOff, readMapping, readPrice, readRow } from './rules.ts';

const usd = { currency: 'USD', fixed: false } as const;
const minor = (text: string, price: Parameters<typeof readPrice>[1] = usd) => {
  const read = readPrice(text, price);
  return typeof read === 'string' ? read : [read.minor, read.currency];
};

describe('a price', () => {
  test.each([
    ['199', 19_900],
    ['49.99', 4999],
    ['49,9', 4990],
    ['$1,299.50', 129_950],
    ['1.299,50', 129_950],
    ['1 299,50', 129_950],
    ["1'299.50", 129_950],
    ['1,299', 129_900],
    ['1,29,900.00', 12_990_000],
    ['USD 20', 2000],
    ['20 usd', 2000],
    ['US$ 20', 2000],
    ['Free', 0],
    ['', 0],
    ['0', 0],
  ])('%j is %i cents', (text, cents) => {
    expect(minor(text)).toEqual([cents, 'USD']);
  });

  test.each([
    '-5',
    '1.2.3',
    '1,2345',
    '12,34,5',
    'twenty',
    '$5$',
    '5 zł',
    '0.500',
    '1 2',
    '1e3',
    '∞',
    '99999999999999',
  ])('%j is refused', (text) => {
    expect(minor(text)).toContain('is not');
  });

  test('names its own currency where its sign is of another, unless the currency was said', () => {
    expect(minor('1.299,50 €')).toEqual([129_950, 'EUR']);
    expect(minor('￥1,299')).toEqual([1299, 'JPY']);
    expect(minor('¥12.50', { currency: 'CNY', fixed: false })).toEqual([1250, 'CNY']);
    expect(minor('$5', { currency: 'CAD', fixed: true })).toEqual([500, 'CAD']);
    expect(minor('5 €', { currency: 'USD', fixed: true })).toContain('is not in USD');
  });

  test('has no decimals where the currency has none', () => {
    expect(minor('1,299', { currency: 'JPY', fixed: true })).toEqual([1299, 'JPY']);
    expect(minor('12.50', { currency: 'JPY', fixed: true })).toContain('is not an amount of JPY');
  });

  test('comes back from every way of writing it', () => {
    const styles = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'es-ES', 'uk-UA'];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom(...CURRENCIES),
        fc.constantFrom(...styles),
        fc.boolean(),
        (amount, currency, style, grouped) => {
          const decimals = decimalsOf(currency);
          const figures = (amount / 10 ** decimals).toLocaleString(style, {
            minimumFractionDigits: decimals,
            maximumFractionDigits: decimals,
            useGrouping: grouped,
          });
          const fixed = { currency, fixed: true };
          expect(minor(figures, fixed)).toEqual([amount, currency]);
          expect(minor(`${currency} ${figures}`, fixed)).toEqual([amount, currency]);
          expect(minor(`${figures} ${currency}`, fixed)).toEqual([amount, currency]);
        },
      ),
    );
  });

  test('is never a wrong number and never an exception, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const read = readPrice(text, usd);
        expect(typeof read === 'string' || (Number.isSafeInteger(read.minor) && read.minor >= 0)).toBe(true);
      }),
    );
  });
});

describe('the header', () => {
  test('is matched by name, whatever its case and punctuation', () => {
    expect(columnsOf(['Course ID', 'course-title', 'PRICE', 'Category'], {})).toEqual({
      id: 0,
      title: 1,
      price: 2,
      subject: 3,
    });
  });

  test('takes the likelier of two names, and the mapped one before all', () => {
    expect(columnsOf(['id', 'course_id', 'title', 'price', 'Kursname'], { title: 'kursname' })).toEqual({
      id: 1,
      title: 4,
      price: 3,
    });
  });

  test('is refused without what a class needs', () => {
    expect(columnsOf(['id', 'title'], {})).toContain('--map price=');
    expect(columnsOf(['id', 'title', 'price'], { level: 'Stufe' })).toContain('"Stufe"');
  });

  test('shows its separator, and quoted ones do not count', () => {
    expect(separatorOf('id,title,price')).toBe(',');
    expect(separatorOf('id;"title, long, very, long";price')).toBe(';');
    expect(separatorOf('id\ttitle\tprice')).toBe('\t');
  });

  test('a mapping names a field that a file can have', () => {
    expect(readMapping('title=a=b')).toEqual(['title', 'a=b']);
    expect(readMapping('colour=Farbe')).toBeNull();
    expect(readMapping('title')).toBeNull();
  });
});

describe('a row', () => {
  const columns = { id: 0, title: 1, price: 2, paid: 3, published: 4, subject: 5 };
  const read = (...cells: string[]) => readRow(cells, columns, 6, usd);

  test('is a class', () => {
    expect(read(' 7 ', 'はじめての\n茶道', '19.99', 'True', '2017-01-18T20:58:58Z', '')).toEqual({
      external_id: '7',
      class_name: 'はじめての\n茶道',
      class_price: 1999,
      currency: 'USD',
      published_at: '2017-01-18T20:58:58.000Z',
      subject: null,
    });
  });

  test('is described where the file says how, in 20,000 characters at most', () => {
    const described = { ...columns, description: 6 };
    const text = (description: string) =>
      readRow(['7', 'A', '1', '', '', '', description], described, 7, usd);
    expect(text(' Wheel and kiln ')).toMatchObject({ description: 'Wheel and kiln' });
    expect(text('')).toMatchObject({ description: '' });
    expect(text('x'.repeat(20_001))).toBe('the description is longer than 20000 characters');
  });

  test('costs nothing where it is not paid for, whatever the price says', () => {
    expect(read('7', 'A', 'n/a', 'False', '', '')).toMatchObject({ class_price: 0, published_at: null });
  });

  test.each([
    [['7', 'A', '1'], 'has 3 of 6 columns'],
    [['', 'A', '1', '', '', ''], 'has no id'],
    [['7', ' ', '1', '', '', ''], 'has no title'],
    [['7', 'x'.repeat(501), '1', '', '', ''], 'the title is longer than 500 characters'],
    [['7', 'A', '1', '', '', 'x'.repeat(201)], 'the subject is longer than 200 characters'],
    [['7', 'A\0', '1', '', '', ''], 'contains a NUL character'],
    [['7', 'A', 'soon', '', '', ''], '"soon" is not a price'],
    [['7', 'A', '', 'True', '', ''], 'has a paid type but no price'],
    [['7', 'A', '1', '', '2017-02-31', ''], '"2017-02-31" is not a date'],
    [['7', 'A', '1', '', '18.1.2017', ''], '"18.1.2017" is not a date'],
  ])('%j is rejected: %s', (cells, reason) => {
    expect(read(...cells)).toBe(reason);
  });

  test('counts characters, not halves of them', () => {
    expect(read('7', '😀'.repeat(500), '1', '', '', '')).toMatchObject({ class_price: 100 });
  });

  test.each([
    ['2017-01-18', '2017-01-18T00:00:00.000Z'],
    ['2017-01-18 20:58', '2017-01-18T20:58:00.000Z'],
    ['2017-01-18T20:58:58.5+02:00', '2017-01-18T18:58:58.500Z'],
    ['2017-01-18T20:58:58-0500', '2017-01-19T01:58:58.000Z'],
    ['1484773138', '2017-01-18T20:58:58.000Z'],
  ])('the moment %s is %s', (text, moment) => {
    expect(read('7', 'A', '1', '', text, '')).toMatchObject({ published_at: moment });
  });
});

test('a value is cut off where it begins another and nothing else has it', () => {
  expect(looksCutOff('Web D', new Set(['Web Development', 'Music']))).toBe(true);
  expect(looksCutOff('Music', new Set(['Web Development', 'Music', 'Musical Theory']))).toBe(false);
  expect(looksCutOff('Art', new Set(['Web Development']))).toBe(false);
});
