/** What looks like nothing is nothing to the code and to the database alike. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isBlank } from '../../core/blank.ts';
import { useTestApp } from '../../test/harness.ts';

const app = useTestApp();

test('each character that there is', async () => {
  const { rows } = await sql<{ code: number }>`
    select code from generate_series(1, 1114111) code
    where code not between 55296 and 57343 and is_blank(chr(code))`.execute(
    app().platform.database.everything,
  );
  const unseen = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => code > 0 && (code < 0xd800 || code > 0xdfff) && isBlank(String.fromCodePoint(code)),
  );
  expect(rows.map(({ code }) => code)).toEqual(unseen);
  expect(unseen.length).toBeGreaterThan(4000);
});
