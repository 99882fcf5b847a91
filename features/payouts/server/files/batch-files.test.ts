/** Each format read by column rules of its own, whatever the rows hold; who is in which file, and what they come to. */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES, decimalsOf } from '../../../../core/money.ts';
import { readNacha } from '../../../../test/bank-files/nacha-reader.ts';
import { BATCH, fileRow } from '../../../../test/rows/payment-rows.ts';
import { PAYOUT_METHODS } from '../../rules.ts';
import type { HeldPayee } from '../payout-types.ts';
import { FORMATS, filesOf } from './batch-files.ts';
import { faultOfDetails, faultOfName } from './faults.ts';
import type { BatchFacts, FileRow } from './rows.ts';

const ALONE: BatchFacts = { ...BATCH, ach: null, sepa_debtor: null };

function textsOf(rows: readonly FileRow[], facts = BATCH, held: readonly HeldPayee[] = []) {
  return new Map(filesOf(rows, held, facts).map(({ name, bytes }) => [name, bytes.toString()]));
}

/** Strictly: no bare quotes, every row as long as the first, CRLF. */
function cells(text: string | undefined, { ragged = false } = {}): string[][] {
  const bare = (text ?? '').replaceAll(/"(?:[^"]|"")*"/g, '');
  expect(bare.replaceAll('\r\n', '')).not.toMatch(/[\r\n"]/);
  expect(text).toMatch(/\r\n$/);
  return parse(text ?? '', { relax_column_count: ragged, record_delimiter: '\r\n' });
}

describe('columns', () => {
  test('PayPal and Venmo: no header, one currency a file, our id, a note and privacy for Venmo', () => {
    const files = textsOf([
      fileRow(3, { method: 'paypal', currency: 'EUR', amount: 5 }),
      fileRow(1, { method: 'paypal' }),
      fileRow(2, { method: 'venmo' }),
      fileRow(4, { method: 'paypal', currency: 'JPY', amount: 1234 }),
    ]);
    expect([...files.keys()]).toEqual([
      'paypal-EUR-001.csv',
      'paypal-JPY-001.csv',
      'paypal-USD-001.csv',
      'venmo-USD-001.csv',
      'manifest.csv',
      'held.csv',
    ]);
    expect(cells(files.get('paypal-EUR-001.csv'))).toEqual([
      ['ada@example.com', '0.05', 'EUR', '3', '', 'PAYPAL', ''],
    ]);
    expect(cells(files.get('paypal-JPY-001.csv'))[0]?.[1]).toBe('1234');
    expect(cells(files.get('venmo-USD-001.csv'))).toEqual([
      ['@ada-lovelace', '10.02', 'USD', '2', 'Payout 2', 'VENMO', 'PRIVATE'],
    ]);
  });

  test('Alipay: a line of the batch with the exact total, then its rows', () => {
    const files = textsOf([1, 2].map((id) => fileRow(id, { method: 'alipay', currency: 'CNY' })));
    const [first, ...rows] = cells(files.get('alipay-CNY-001.csv'), { ragged: true });
    expect(first).toEqual(['202611220000000012001', '20261122', 'Provost Gmbh', '20.03']);
    expect(first?.[0]).toMatch(/^.{11,32}$/);
    expect(rows).toEqual([
      ['1', '208812345', '王芳', '10.01', 'PAYOUT-1'],
      ['2', '208812345', '王芳', '10.02', 'PAYOUT-2'],
    ]);
  });

  test('bank deposits, UnionPay, direct deposits and books have a header', () => {
    const files = textsOf(
      [
        fileRow(1, { method: 'bank_deposit', currency: 'EUR' }),
        fileRow(2, { method: 'bank_deposit', details: { iban: '', account_number: '0055' } }),
        fileRow(3, { method: 'unionpay' }),
        fileRow(4, { method: 'direct', name: 'Quote "Q", Esq.' }),
        fileRow(5),
      ],
      ALONE,
    );
    const [title, row] = cells(files.get('bank_deposit-EUR-001.csv'));
    expect(title).toEqual([
      'Name',
      'IBAN or account',
      'Bank',
      'Currency',
      'Amount',
      'Reference',
      'Address',
      'City',
      'Country',
    ]);
    expect(row).toEqual([
      'Zoë Müller & Söhne',
      'DE89370400440532013000',
      'Bank, the "first"',
      'EUR',
      '10.01',
      'PAYOUT-1',
      'Weg 1; Hof',
      'Köln',
      'DE',
    ]);
    expect(cells(files.get('bank_deposit-USD-001.csv'))[1]?.[1]).toBe('0055');
    expect(cells(files.get('unionpay-USD-001.csv'))).toEqual([
      ['Name', 'Card', 'Currency', 'Amount', 'Country', 'City', 'Address', 'Postal code', 'Reference'],
      ['Wang Fang', '6250941006528599', 'USD', '10.03', 'CN', '', '', '', 'PAYOUT-3'],
    ]);
    expect(cells(files.get('direct-USD-001.csv'))).toEqual([
      ['Name', 'Routing number', 'Account', 'Currency', 'Amount', 'Reference'],
      ['Quote "Q", Esq.', '021000021', '123456789', 'USD', '10.04', 'PAYOUT-4'],
    ]);
    expect(cells(files.get('none-USD-001.csv'))).toEqual([
      ['Name', 'Currency', 'Amount', 'Reference'],
      ['Payee 5', 'USD', '10.05', 'PAYOUT-5'],
    ]);
  });

  test('manifest: every row with its file, a total a file; held: there even when empty, safe for spreadsheets', () => {
    const rows = [fileRow(2), fileRow(1), fileRow(3, { currency: 'JPY', amount: 7 })];
    const held = [{ payee: '=cmd()', currency: 'JPY', amount: 5, reason: 'Below the minimum' }];
    const files = textsOf(rows, BATCH, held);
    expect(cells(files.get('manifest.csv'))).toEqual([
      ['file', 'payout_id', 'name', 'method', 'currency', 'amount'],
      ['none-JPY-001.csv', '3', 'Payee 3', 'none', 'JPY', '7'],
      ['none-JPY-001.csv', '', 'Total', 'none', 'JPY', '7'],
      ['none-USD-001.csv', '1', 'Payee 1', 'none', 'USD', '10.01'],
      ['none-USD-001.csv', '2', 'Payee 2', 'none', 'USD', '10.02'],
      ['none-USD-001.csv', '', 'Total', 'none', 'USD', '20.03'],
    ]);
    expect(cells(files.get('held.csv'))).toEqual([
      ['payee', 'currency', 'amount', 'reason'],
      ["'=cmd()", 'JPY', '5', 'Below the minimum'],
    ]);
    expect(textsOf(rows).get('held.csv')).toBe('payee,currency,amount,reason\r\n');
  });
});

describe('who is in which file', () => {
  test.each([
    ['paypal', 5000],
    ['venmo', 5000],
    ['alipay', 3000],
  ] as const)('%s holds at most %d rows', (method, most) => {
    const rows = Array.from({ length: most + 1 }, (_, n) => fileRow(n + 1, { method }));
    const files = textsOf(rows);
    const lines = [1, 2].map((n) => cells(files.get(`${method}-USD-00${n}.csv`), { ragged: true }));
    const header = method === 'alipay' ? 1 : 0;
    expect(lines.map(({ length }) => length - header)).toEqual([most, 1]);
    expect(files.has(`${method}-USD-003.csv`)).toBe(false);
    // Of Alipay's two the batch numbers, of the others a recipient and a note.
    expect(new Set(lines.map(([first]) => first?.join())).size).toBe(2);
  });

  test('a row is in one file: .ach and .xml where they can name it, else .csv', () => {
    const rows = [
      fileRow(1, { method: 'direct' }),
      fileRow(2, { method: 'direct', name: '王芳' }),
      fileRow(3, { method: 'direct', amount: 10_000_000_000 }),
      fileRow(4, { method: 'direct', currency: 'EUR' }),
      fileRow(5, { method: 'bank_deposit', currency: 'EUR' }),
      fileRow(6, { method: 'bank_deposit', currency: 'EUR', details: { full_name: 'Ольга Smith' } }),
      fileRow(7, { method: 'bank_deposit', currency: 'EUR', details: { iban: '', account_number: '1' } }),
      fileRow(8, {
        method: 'bank_deposit',
        currency: 'EUR',
        details: { iban: 'BR1500000000000010932840814P2' },
      }),
      fileRow(9, { method: 'bank_deposit', currency: 'USD' }),
    ];
    const places = cells(textsOf(rows).get('manifest.csv')).flatMap(([file, id]) =>
      id && id !== 'payout_id' ? [[Number(id), file]] : [],
    );
    expect(Object.fromEntries(places)).toEqual({
      1: 'direct-USD-001.ach',
      2: 'direct-USD-002.csv',
      3: 'direct-USD-002.csv',
      4: 'direct-EUR-001.csv',
      5: 'bank_deposit-EUR-001.xml',
      6: 'bank_deposit-EUR-002.csv',
      7: 'bank_deposit-EUR-002.csv',
      8: 'bank_deposit-EUR-002.csv',
      9: 'bank_deposit-USD-001.csv',
    });
    expect(places).toHaveLength(rows.length);
    expect([...textsOf(rows, ALONE).keys()].filter((name) => !name.endsWith('.csv'))).toEqual([]);
  });
});

test('NACHA: a bank that reads by columns finds every credit', () => {
  const rows = [
    fileRow(7, { method: 'direct', amount: 9_999_999_999 }),
    ...Array.from({ length: 12 }, (_, n) =>
      fileRow(n + 10, {
        method: 'direct',
        name: 'Zoë Łuczak-Straßenbauer the Second',
        details: { routing_number: '122105155' },
      }),
    ),
  ];
  const { entries, ...file } = readNacha(textsOf(rows).get('direct-USD-001.ach') ?? '');
  expect(file).toEqual({
    destination: '021000021',
    origin: '1234567890',
    date: '261122',
    modifier: 'M',
    company: '1234567890',
  });
  expect(entries).toHaveLength(13);
  expect(entries[0]).toEqual({
    routing: '021000021',
    account: '123456789',
    cents: 9_999_999_999,
    id: 'PAYOUT-7',
    name: 'PAYEE 7',
    trace: '021000020000001',
  });
  expect(entries[12]).toMatchObject({ id: 'PAYOUT-21', name: 'ZOE LUCZAK-STRASSENBAU', cents: 1021 });
});

test.each([1, 5, 6, 7, 16])('NACHA: %d credits fill whole blocks', (length) => {
  const rows = Array.from({ length }, (_, n) => fileRow(n + 1, { method: 'direct' }));
  expect(readNacha(textsOf(rows).get('direct-USD-001.ach') ?? '').entries).toHaveLength(length);
});

test('NACHA: more than twelve digits of cents are two files', () => {
  const rows = Array.from({ length: 101 }, (_, n) =>
    fileRow(n + 1, { method: 'direct', amount: 9_999_999_999 }),
  );
  const files = textsOf(rows);
  const both = [1, 2].map((n) => readNacha(files.get(`direct-USD-00${n}.ach`) ?? ''));
  expect(both.map(({ entries }) => entries.length)).toEqual([100, 1]);
  expect(new Set(both.map(({ modifier }) => modifier)).size).toBe(2);
});

describe('whatever people are called', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 600 }),
    fc.constantFrom(
      '=cmd|calc',
      '+1+1',
      '@SUM(A1)',
      '-2',
      '\t=1',
      'a\r\nb',
      'a"b,c;d',
      'אבג, ד',
      '👩‍🚀 Ada',
      '＝x',
      ' =x',
      '\u202eoops',
      'x'.repeat(600),
      "O'Neil",
      '  padded  ',
    ),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '=', '@', 'a', 'ß', 'م', '́'), maxLength: 40 }),
  );
  const row = fc.record({
    name: odd,
    text: odd,
    user: fc.oneof(odd, fc.constantFrom('@ada', '+4917012345', '=x@y.example', '@=1')),
    method: fc.constantFrom(...PAYOUT_METHODS),
    currency: fc.constantFrom(...CURRENCIES),
    amount: fc.integer({ min: 1, max: 900_000_000_000 }),
  });

  test('what is not held is in one file, as it is, without a formula; held or not, sums are exact', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (made) => {
        const rows = made.map(({ text, user, ...values }, n) => {
          const recipient = values.method === 'paypal' || values.method === 'venmo';
          const details: Record<string, string> = recipient
            ? { user }
            : { full_name: text, address: text, city: text, bank_name: text };
          return fileRow(n + 1, { ...values, details });
        });
        const sent = rows.filter(
          ({ name, method, details }) =>
            faultOfName(name) === null && (method === 'none' || faultOfDetails(method, details) === null),
        );
        const files = textsOf(sent);
        const manifest = cells(files.get('manifest.csv')).slice(1);
        expect(manifest.filter(([, id]) => id).map(([, id, name]) => [Number(id), name])).toEqual(
          expect.arrayContaining(sent.map(({ payout_id, name }) => [payout_id, name])),
        );
        expect(manifest.filter(([, id]) => id)).toHaveLength(sent.length);
        for (const [name, text] of files) {
          if (!name.endsWith('.csv')) continue;
          for (const cell of cells(text, { ragged: true }).flat()) {
            expect(cell).not.toMatch(/^\s*[=＝＋－＠]|^\s*[+@-](?![\w.-]*$)/);
            expect(cell).not.toMatch(/[\r\n\t]/);
          }
        }
        for (const currency of new Set(sent.map((one) => one.currency))) {
          const exact = sent.reduce((sum, one) => (one.currency === currency ? sum + one.amount : sum), 0);
          const totals = manifest.filter(([, id, , , code]) => !id && code === currency);
          const said = totals.reduce((sum, [, , , , , amount = '']) => {
            expect(amount).toMatch(decimalsOf(currency) === 0 ? /^\d+$/ : /^\d+\.\d\d$/);
            return sum + Number(amount.replace('.', ''));
          }, 0);
          expect(said).toBe(exact);
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ['=1+1', 'begins like a formula'],
    [' ＋49', 'begins like a formula'],
    ['-Ann', 'begins like a formula'],
    ['A\nB', 'contains an invisible character'],
    ['\u202eAda', 'contains an invisible character'],
    ['x'.repeat(501), 'longer than 500'],
  ])('%j holds a payee', (name, why) => {
    expect(faultOfName(name)).toContain(why);
    expect(faultOfDetails('unionpay', { full_name: name })).toContain(why);
  });

  test.each([
    ['paypal', { user: '=x@y.example' }, 'User begins like a formula'],
    [
      'paypal',
      { user: `${'x'.repeat(120)}@example.com` },
      'User is longer than the 127 characters of PayPal',
    ],
    ['direct', { routing_number: '021000022' }, 'Routing number is not valid: check each digit'],
    ['bank_deposit', { iban: 'DE00' }, 'IBAN is not valid: check each digit'],
  ] as const)('%s %j is held', (method, details, why) => {
    expect(faultOfDetails(method, details)).toBe(why);
  });

  test('a handle, a name with an apostrophe, a right-to-left name and an emoji are no faults', () => {
    expect(faultOfDetails('venmo', { user: '@ada-l' })).toBeNull();
    for (const name of ["O'Neil", 'אבג', '👩‍🚀 Ada', '']) expect(faultOfName(name), name).toBeNull();
  });
});

test('the same rows make the bytes that the versions of the formats stand for', () => {
  const rows = PAYOUT_METHODS.flatMap((method, n) =>
    ['USD', 'EUR', 'JPY'].map((currency, m) => fileRow(10 * n + m + 1, { method, currency })),
  );
  const versions = PAYOUT_METHODS.map((method) =>
    [method, ...FORMATS[method].map(({ version }) => version)].join(' '),
  );
  const bytes = filesOf(rows.toReversed(), [], BATCH).map(({ bytes: some }) => some);
  expect({
    versions,
    digest: createHash('sha256').update(Buffer.concat(bytes)).digest('hex'),
  }).toMatchInlineSnapshot(`
    {
      "digest": "def590a6e883c61fa932d258313cdda42bcef8aae02ed7fc9967114d21350a97",
      "versions": [
        "alipay 1",
        "bank_deposit 1 1",
        "direct 1 1",
        "paypal 1",
        "unionpay 1",
        "venmo 1",
        "none 1",
      ],
    }
  `);
});
