import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inDepth } from '../../test/deep.ts';
import { type CsvRow, csvRows, MAX_BROKEN_ROWS, MAX_CELLS } from './csv-rows.ts';

async function* inPiecesOf(size: number, file: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < file.length; from += size) yield file.subarray(from, from + size);
}

async function read(file: string | Buffer, size = 65_536): Promise<CsvRow[]> {
  return all(csvRows(inPiecesOf(size, Buffer.from(file)), { separator: ',' }));
}

async function all(rows: AsyncIterable<CsvRow>): Promise<CsvRow[]> {
  const found: CsvRow[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const written = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Cells as people and their programs write them; a row of one empty cell is an empty line, which is none. */
const cells = fc
  .array(fc.stringMatching(/^[a"',;\r\n äé😀\t-]{0,6}$/u), { minLength: 1, maxLength: 4 })
  .filter((row) => row.join('') !== '' || row.length > 1);

test('what RFC 4180 writes is read as it was, with the line on which each row begins, however it comes in', async () => {
  const file = fc.record({
    rows: fc.array(cells, { minLength: 1, maxLength: 8 }),
    lineBreak: fc.constantFrom('\r\n', '\n', '\r'),
    size: fc.integer({ min: 1, max: 40 }),
  });
  await fc.assert(
    fc.asyncProperty(file, async ({ rows, lineBreak, size }) => {
      const lines = rows.map((row) => row.map(written).join(','));
      const text = lines.join(lineBreak);
      let line = 1;
      const expected = rows.map((row, index) => {
        const at = line;
        line += (`${lines[index]}${lineBreak}`.match(/\r\n|\r|\n/g) ?? []).length;
        return { line: at, cells: row };
      });
      // A return at the end of one row and a line feed at the beginning of the next would be one break.
      fc.pre(!/\r$/m.test(lines.join('')) || lineBreak !== '\n');
      expect(await read(text, size)).toEqual(expected);
    }),
    { numRuns: inDepth(300, 20_000) },
  );
});

test('a broken row costs no other, wherever a piece ends', async () => {
  const file = Buffer.concat([
    Buffer.from('a,b\n"x"y,1\n2,"q\nr"\n3,i"j\n'),
    Buffer.from('4,\xe9\n', 'latin1'),
    Buffer.from('5,fine\n'),
  ]);
  const expected = [
    { line: 1, cells: ['a', 'b'] },
    { line: 2, reason: 'text follows a closing quote' },
    { line: 3, cells: ['2', 'q\nr'] },
    { line: 5, reason: 'has a quote in the middle of a value' },
    { line: 6, reason: 'contains bytes that are not UTF-8' },
    { line: 7, cells: ['5', 'fine'] },
  ];
  for (let size = 1; size <= file.length; size++)
    expect(await read(file, size), String(size)).toEqual(expected);
});

test('hundreds of thousands of empty cells are one broken row that nobody keeps', async () => {
  const wide = ','.repeat(900_000);
  expect(await read(`a,b\n${wide}\n1,2\n`)).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, reason: `has more than ${MAX_CELLS} columns` },
    { line: 3, cells: ['1', '2'] },
  ]);
});

const TOO_BROKEN = expect.stringMatching(/^More than 10,000 rows are broken\. Check/) as string;

// Each of them took minutes, or for ever, when what is broken was told of quote by quote.
test.each([
  ['a quote in each row', 'a"b\n'.repeat(750_000), TOO_BROKEN],
  ['text behind a quote in each row', '"a"b\n'.repeat(600_000), TOO_BROKEN],
  ['quotes in the middle of rows that are long', `${'a"'.repeat(450_000)}\n`.repeat(3), 4],
])(
  'three megabytes with %s are told of in words, and others have their turns meanwhile',
  async (_, rows, told) => {
    let taken = 0;
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    async function* counted() {
      for await (const piece of inPiecesOf(65_536, Buffer.from(`x,y\n${rows}`))) {
        taken += 1;
        yield piece;
      }
    }
    setImmediate(turn);
    const found = await all(csvRows(counted())).catch((error: Error) => error.message);
    isOver = true;
    expect(typeof found === 'string' ? found : found.length).toEqual(told);
    // One behind each piece but the last, whose end nobody waits for.
    expect(turns).toBeGreaterThanOrEqual(taken - 1);
  },
);

test('at most ten thousand broken rows are told of, and the file is read no further', async () => {
  let read = 0;
  async function* endless() {
    yield Buffer.from('a,b\n');
    for (;;) {
      read += 1;
      yield Buffer.from('x"y,1\n'.repeat(1000));
    }
  }
  const told: CsvRow[] = [];
  await expect(async () => {
    for await (const row of csvRows(endless())) told.push(row);
  }).rejects.toThrow(/More than 10,000 rows are broken/);
  expect(told).toHaveLength(1 + MAX_BROKEN_ROWS);
  expect(read).toBe(11);
});
