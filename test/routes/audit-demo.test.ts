/** The audit as staff read it: every entry of the demo is a sentence, with the names that its reader may see. */
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuditEntry, RecordNames } from '../../features/audit/contract.ts';
import { namesOf } from '../../features/audit/server/record-names.ts';
import { ALL_NOUNS } from '../../features/nouns.ts';
import { asSystem } from '../../server/context.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../factories.ts';
import { type Call, useTestApp } from '../harness.ts';
import { sentence, unsaidIn } from './audit-sentences.ts';

const app = useTestApp({}, { demo: true });
const db = () => app().platform.database.everything;

type Page = { audit: AuditEntry[]; count: number; names: RecordNames };

async function pagesOf(call: Call, query: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let page = 1; ; page++) {
    const { body } = await call('GET', `audit?${query}page=${page}`);
    if (body.audit.length === 0) return pages;
    pages.push(body);
  }
}

test('every entry of the demo reads as a sentence, with names and amounts', async () => {
  const call = await app().as({ permissions: ['superadmin'] });
  const whole = await pagesOf(call, '');
  const parents = whole.flatMap(({ audit }) => audit.filter(({ below }) => below > 0));
  const below = await Promise.all(parents.map(({ id }) => pagesOf(call, `parent_id=${id}&`)));
  const pages = [...whole, ...below.flat()];
  expect(pages.flatMap(({ audit }) => audit).length).toBeGreaterThan(800);
  expect(pages.flatMap(({ audit, names }) => unsaidIn(audit, names))).toEqual([]);
  const said = pages.flatMap(({ audit, names }) => audit.map((entry) => sentence(entry, names)));
  expect(said).toContainEqual(expect.stringMatching(/ recorded the order #\d+ of .+: price LiL-T 5\.00/));
  expect(said).toContainEqual(
    expect.stringMatching(/ changed the status of the refund #\d+ \(sending → succeeded\)/),
  );
  expect(said).toContainEqual(expect.stringMatching(/ changed the class session #\d+ of “.+”/));
  expect(
    said.filter((one) => /made the refund/.test(one) && !/: [A-Z]{3} [\d,.]+, .*transaction #\d+/.test(one)),
  ).toEqual([]);
});

test('a bound admin reads names of records of its program, and of no other', async () => {
  const [own, other] = [(await makeProgram(db())).id, (await makeProgram(db())).id];
  const classIn = async (program_id: number, class_name: string) => {
    const instructor_id = (await makeInstructor(db(), { program_id })).id;
    return makeClass(db(), { program_id, instructor_id, class_name });
  };
  const ours = await classIn(own, 'Ours');
  const theirs = await classIn(other, 'Theirs');
  const [ada, eve] = [
    await makeSiteUser(db(), { program_id: own, first_name: 'Ada', last_name: 'Lovelace' }),
    await makeSiteUser(db(), { program_id: other, first_name: 'Eve', last_name: 'Elsewhere' }),
  ];
  const entry = { entity: 'enrolment', action: 'create', program_id: own };
  const after = (class_id: number, user_id: number) => JSON.stringify({ class_id, user_id });
  await db()
    .insertInto('audit_entries')
    .values([
      { ...entry, entity_id: '900001', after: after(ours.id, ada.id) },
      { ...entry, entity_id: '900002', after: after(theirs.id, eve.id) },
    ])
    .execute();
  const readBy = async (call: Call) => {
    const { audit, names } = (await call('GET', 'audit?entity=enrolment')).body as Page;
    const wanted = audit.filter(({ entity_id }) => entity_id.startsWith('90000'));
    return wanted.map((one) => sentence(one, names));
  };
  const bound = await app().as({ permissions: ['audit'], program_id: own });
  expect(await readBy(bound)).toEqual([
    `The system enrolled #${eve.id} in #${theirs.id}`,
    'The system enrolled Ada Lovelace in “Ours”',
  ]);
  const above = await app().as({ permissions: ['audit'] });
  expect(await readBy(above)).toEqual([
    'The system enrolled Eve Elsewhere in “Theirs”',
    'The system enrolled Ada Lovelace in “Ours”',
  ]);
});

test('each noun has its names in one query, behind the wall of its table', async () => {
  const program_id = (await makeProgram(db())).id;
  const actor = {
    admin_id: 0,
    email: '',
    program_id,
    role: 'admin' as const,
    permissions: ['audit' as const],
  };
  const entries = ALL_NOUNS.map(([entity]) => ({ entity, entity_id: '1', before: null, after: null }));
  const names = await namesOf(asSystem(app().platform, 'names', actor), entries);
  expect(names['class'] ?? {}).toEqual({});
  const named = ALL_NOUNS.flatMap(([, { table, name, named_by, currency, global }]) =>
    table && !global && (name || currency || named_by?.column) ? [table] : [],
  );
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class where relname = any (${named}::text[]) and relrowsecurity`.execute(
    db(),
  );
  const guarded = new Set(rows.map(({ table }) => table));
  expect(named.filter((table) => !guarded.has(table))).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});
