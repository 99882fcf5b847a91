/** The mark of an outdated translation says what its hashes say, and the list shows whatever bears it. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { AREAS, areasOf, type Permission } from '../../../core/access.ts';
import { englishHash } from '../../../server/nouns/translations.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { makeNounRow, translate } from '../../../test/rows/noun-rows.ts';
import { NOUNS, TRANSLATED, type TranslatedNoun } from '../../nouns.ts';
import type { Outdated } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let own: number;
let foreign: number;

beforeAll(async () => {
  own = (await makeProgram(db(), { program_display_name: 'Own' })).id;
  foreign = (await makeProgram(db(), { program_display_name: 'Foreign' })).id;
});

describe('GET outdated-translations', () => {
  const ids = {} as Record<TranslatedNoun, { own: number; foreign: number; lent: number }>;
  let call: Call;

  beforeAll(async () => {
    for (const noun of TRANSLATED) {
      const made = async (program: number, name: string) => (await makeNounRow(db(), noun, program, name)).id;
      ids[noun] = {
        own: noun === 'program' ? own : await made(own, `Own ${noun}`),
        foreign: await made(foreign, `Foreign ${noun}`),
        lent: await made(foreign, `Lent ${noun}`),
      };
      for (const id of Object.values(ids[noun])) {
        await translate(db(), noun, id, 'What it was once called', 'fr');
        await translate(db(), noun, id, 'What it was once called');
      }
      const { table: english, languages: texts } = NOUNS[noun];
      const [field = ''] = texts.fields;
      const { rows } = await sql<{ said: string }>`select ${sql.ref(field)} as said from ${sql.table(english)}
        where id = ${ids[noun].foreign}`.execute(db());
      await translate(db(), noun, ids[noun].foreign, rows[0]?.said ?? '', 'es');
    }
    const deleted = await makeNounRow(db(), 'class', own, 'Deleted');
    await db().updateTable('classes').set({ del_flag: 1 }).where('id', '=', deleted.id).execute();
    await translate(db(), 'class', deleted.id, 'Once');
    await db().insertInto('class_programs').values({ class_id: ids.class.lent, program_id: own }).execute();
    await db().insertInto('event_programs').values({ event_id: ids.event.lent, program_id: own }).execute();
    call = await app().as({ permissions: ['superadmin'] });
  });

  const rowsOf = async (query = '', by = call) => {
    const { status, body } = await by('GET', `outdated-translations?${query}`);
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body.count).toBe(body.translations.length);
    return body.translations as Outdated[];
  };
  const named = (rows: readonly Outdated[]) => rows.map(({ noun, id }) => `${noun} ${id}`).toSorted();
  const all = (nouns: readonly TranslatedNoun[], whose: readonly ('own' | 'foreign' | 'lent')[]) =>
    nouns.flatMap((noun) => whose.map((one) => `${noun} ${ids[noun][one]}`)).toSorted();

  const EVERYBODYS = ['own', 'foreign', 'lent'] as const;
  const IN_A_PROGRAM = TRANSLATED.filter((noun) => noun !== 'program');
  const OF_AREAS = AREAS.flatMap((area) => {
    const nouns = TRANSLATED.filter((noun) => areasOf(NOUNS[noun].languages.access).includes(area));
    return nouns.length > 0 ? [{ area, nouns }] : [];
  });

  test.each<[who: string, permissions: Permission[], bound: boolean, nouns: readonly TranslatedNoun[]]>([
    ['a superadmin everything', ['superadmin'], false, TRANSLATED],
    ['a global programadmin all but programs', ['programadmin'], false, IN_A_PROGRAM],
    ['a bound programadmin those at home there, none that are lent', ['programadmin'], true, IN_A_PROGRAM],
    ...OF_AREAS.flatMap(({ area, nouns }): [string, Permission[], boolean, TranslatedNoun[]][] => [
      [`an admin of ${area} what is translated there`, [area], false, nouns],
      [`a bound admin of ${area} what is at home there`, [area], true, nouns],
    ]),
  ])('shows %s', async (_, permissions, bound, nouns) => {
    const by = await app().as({ permissions, program_id: bound ? own : 0 });
    expect(named(await rowsOf('', by))).toEqual(all(nouns, bound ? ['own'] : EVERYBODYS));
    expect(await rowsOf(`program_id=${foreign}`, by)).toHaveLength(
      bound ? nouns.length : nouns.filter((noun) => noun !== 'program').length * 2,
    );
    const attention = await by('GET', 'dashboard/attention?kind=translations_outdated');
    expect(attention.body.items).toEqual([
      {
        kind: 'translations_outdated',
        count: nouns.length * (bound ? 1 : 3),
        link: '/translations/outdated',
        oldest: null,
        amounts: [],
      },
    ]);
  });

  test('403 for whoever translates nothing', async () => {
    const by = await app().as({ permissions: ['money'] });
    expect((await by('GET', 'outdated-translations')).status).toBe(403);
  });

  test('each row says what it is, of which program, and in which languages, in their order', async () => {
    const [row] = await rowsOf(`noun=class&program_id=${own}`);
    expect(row).toEqual({
      noun: 'class',
      id: ids.class.own,
      name: 'Own class',
      program_id: own,
      program: 'Own',
      languages: ['fr', 'de'],
      updated_at: expect.any(String),
    });
    expect(named(await rowsOf('language=de&noun=event'))).toEqual(all(['event'], EVERYBODYS));
    expect(await rowsOf('language=es')).toEqual([]);
  });

  test.each(['noun', 'id', 'name', 'program'] as const)('sorts by %s both ways, ties by id', async (sort) => {
    const values = (rows: readonly Outdated[]) => rows.map((row) => String(row[sort] ?? '').toLowerCase());
    const compare = (a: string, b: string) =>
      sort === 'id' ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
    const [up, down] = [
      await rowsOf(`sort_by=${sort}&sort_dest=asc`),
      await rowsOf(`sort_by=${sort}&sort_dest=desc`),
    ];
    expect(values(up)).toEqual(values(up).toSorted(compare));
    expect(values(down)).toEqual(values(down).toSorted((a, b) => compare(b, a)));
  });

  test('rows that are equal stand in the order of their ids, either way', async () => {
    const idsBy = async (dest: string) =>
      (await rowsOf(`noun=class&program_id=${foreign}&sort_by=program&sort_dest=${dest}`)).map(
        ({ id }) => id,
      );
    const up = await idsBy('asc');
    expect([up, up.length]).toEqual([(await idsBy('desc')).toReversed(), 2]);
  });

  test('a page past the end is empty and counts all; what cannot be asked is refused by name', async () => {
    const { body } = await call('GET', 'outdated-translations?page=9');
    expect([body.translations, body.count]).toEqual([[], TRANSLATED.length * EVERYBODYS.length]);
    for (const [query, path] of [
      ['noun=user', 'noun'],
      ['language=xx', 'language'],
      ['sort_by=languages', 'sort_by'],
      ['page=0', 'page'],
    ])
      expect((await call('GET', `outdated-translations?${query}`)).body.errors[0].path).toBe(path);
  });
});

test('whatever keeps the English that it was made from is marked, and in the list', async () => {
  const { rows } = await sql<{ name: string; marked: boolean }>`
    select c.relname as name, exists (select from pg_attribute m
      where m.attrelid = c.oid and m.attname = 'outdated' and not m.attisdropped) as marked
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'made_from'
    where c.relkind = 'r' order by 1`.execute(db());
  const listed = TRANSLATED.map((noun) => ({ name: NOUNS[noun].languages.table, marked: true }));
  expect(rows).toEqual(listed.toSorted((a, b) => a.name.localeCompare(b.name)));
});

describe('the mark', () => {
  const said = fc.constantFrom('A', 'A', 'B', 'B', '', 'Ünï ☃', "'; drop table classes; --");
  const step = fc.record({
    what: fc.constantFrom('english', 'text', 'made from', 'unmade', 'falsely marked'),
    field: fc.constantFrom(0, 0, 0, 1, 2, 7),
    said,
    other: said,
  });

  test.each(TRANSLATED)('of a %s is what its hashes say, whatever is written and how', async (noun) => {
    const { languages: texts, table: english } = NOUNS[noun];
    const { table, owner, fields } = texts;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const { id } = await makeNounRow(db(), noun, own, 'A');
        await translate(db(), noun, id, 'A');
        const mine = sql`where ${sql.ref(owner)} = ${id}`;
        for (const { what, said: text, other, ...given } of steps) {
          const field = fields[given.field % fields.length] ?? '';
          const made = JSON.stringify({ [field]: englishHash(other) });
          // Names are never empty.
          const full = text || 'C';
          await {
            english: sql`update ${sql.table(english)} set ${sql.ref(field)} = ${full} where id = ${id}`,
            text: sql`update ${sql.table(table)} set ${sql.ref(field)} = ${full} ${mine}`,
            'made from': sql`update ${sql.table(table)} set made_from = made_from || ${made}::jsonb ${mine}`,
            unmade: sql`update ${sql.table(table)} set made_from = made_from - ${field} ${mine}`,
            'falsely marked': sql`update ${sql.table(table)} set outdated = not outdated ${mine}`,
          }[what].execute(db());
          const { rows } = await sql<Record<string, unknown>>`
            select t.*, to_jsonb(o) as o from ${sql.table(table)} t join ${sql.table(english)} o
            on o.id = ${sql.ref(`t.${owner}`)} where o.id = ${id}`.execute(db());
          const [row = {}] = rows;
          const now = row['o'] as Record<string, string>;
          const made_from = row['made_from'] as Record<string, string>;
          const stale = fields.some(
            (name) =>
              row[name] !== '' && name in made_from && made_from[name] !== englishHash(now[name] ?? ''),
          );
          expect([what, row['outdated']]).toEqual([what, stale]);
        }
      }),
      { numRuns: inDepth(15, 200) },
    );
  });

  test('of a class follows its editor: edits, typos, still right, the old English again', async () => {
    const call = await app().as({ permissions: ['catalogue'], program_id: own });
    const save = fc.oneof(
      fc.record({
        class_name: fc.constantFrom('A', 'B', 'C'),
        description: fc.constantFrom('', 'D', 'E'),
        typo_only: fc.boolean(),
      }),
      fc.record({
        language_slug: fc.constantFrom('de', 'fr', 'ar'),
        class_name: fc.constantFrom('', 'X', 'Y'),
        description: fc.constantFrom('', 'Z'),
        still_right: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(save, { minLength: 2, maxLength: 10 }), async (saves) => {
        const { id } = await makeNounRow(db(), 'class', own, 'A');
        for (const one of saves) {
          const { status } =
            'typo_only' in one
              ? await call('PATCH', `class/${id}`, {
                  class_data: { class_name: one.class_name, description: one.description },
                  typo_only: one.typo_only,
                })
              : await call('PATCH', `class/${id}/translations`, { translations: [one] });
          expect(status).toBe(200);
          const { body } = await call('GET', `class/${id}/translations`);
          const shown = (body.translations as { language_slug: string; outdated: boolean }[])
            .filter(({ outdated }) => outdated)
            .map(({ language_slug }) => language_slug);
          const list = await call('GET', 'outdated-translations?noun=class&sort_by=id&sort_dest=desc');
          const row = (list.body.translations as Outdated[]).find((found) => found.id === id);
          expect(row?.languages ?? []).toEqual(shown);
        }
      }),
      { numRuns: inDepth(6, 100) },
    );
  });
});
