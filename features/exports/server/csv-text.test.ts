/** The rule against formulas, in JavaScript and in SQL. */
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvLine, csvText } from '../../../core/csv/csv.ts';
import { CopiedRows, inlined } from '../../../server/db/bulk/copy-rows.ts';
import { inDepth } from '../../../test/deep.ts';
import { useDatabase } from '../../../test/use-database.ts';

const database = useDatabase();

/** Made of what the rule looks at, among it every kind of white space, and of anything else that can be stored. */
const piece = fc.constantFrom(
  ...Array.from(' \t\r\n\v\f\u0085\u00a0\u1680\u2000\u2005\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff'),
  ...Array.from('=+-@\uff1d\uff0b\uff0d\uff20\ufe66\u2212'),
  ...Array.from('0159\uff15\u0665.,eE\'"aÖ日😀;:<>?A@Z[\u007f\u0080\u0001'),
);
const anyText = fc.string({ unit: 'binary' }).filter((made) => made.isWellFormed() && !made.includes('\0'));
const texts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: piece, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.stringMatching(/^ ?[+-]?\d{0,3}[.,]?\d{0,2}$/) },
    { weight: 1, arbitrary: anyText },
  ),
  { minLength: 50, maxLength: 50 },
);

test('is one rule', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const { rows } = await sql<{ said: string }>`
        select csv_text(t) as said from unnest(${given}::text[]) with ordinality u (t, n) order by n`.execute(
        database().everything,
      );
      expect(rows.map(({ said }) => said)).toEqual(given.map(csvText));
    }),
    { numRuns: inDepth(60, 2000) },
  );
});

test('texts come back from a file as they went in, whatever stands in them', async () => {
  const { client } = await database().snapshot(0);
  await fc.assert(
    fc.asyncProperty(texts, async (given) => {
      const rows = given.map((value, n) => sql`(${value}::text, ${n}::int)`);
      let counted = 0;
      const copied = client.query(
        new CopiedRows(
          sql`select csv_text(t), n, null from (values ${sql.join(rows)}) v (t, n) order by n`,
          () => {
            counted++;
          },
        ),
      );
      const pieces: Buffer[] = [];
      for await (const bytes of copied as AsyncIterable<Buffer>) pieces.push(bytes);
      const file = csvLine(['t', 'n', 'nothing']) + Buffer.concat(pieces).toString();
      const records = parse(file, { record_delimiter: '\r\n' }).slice(1);
      expect(records).toEqual(given.map((value, n) => [csvText(value), String(n), '']));
      expect(counted).toBe(given.length);
    }),
    { numRuns: inDepth(40, 1000) },
  );
  await client.end();
});

test('values stand in a statement as what they are, and as nothing else', async () => {
  const hostile = [`'`, `\\'; drop table x; --`, `$1`, `"`, '\\', `E'`, '/*', '--', '\n'];
  for (const value of hostile) {
    const { rows } = await sql<{ v: string }>`${sql.raw(inlined(sql`select ${value}::text as v`))}`.execute(
      database().everything,
    );
    expect(rows).toEqual([{ v: value }]);
  }
  expect(inlined(sql`select 1 -${-5}, ${true}, ${null}`)).toBe('select 1 -(-5), true, null');
  expect(() => inlined(sql`select ${{ a: 1 }}`)).toThrow('no place');
  expect(() => inlined(sql`select ${Number.NaN}`)).toThrow('no place');
});
