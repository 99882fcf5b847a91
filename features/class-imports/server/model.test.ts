/** Random files against a model of what becomes of each row; and what a list exports, imported again, changes nothing. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { csvLine } from '../../../core/csv/csv.ts';
import { csvForm, overClassImport } from '../../../test/csv-files.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import type { ClassImport } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let own = 0;
let other = 0;
let bound: Call;
let superadmin: Call;
/** Instructors of both programs, the third of the other one. */
let teachers: { id: number; email: string }[];
let made = 0;

beforeAll(async () => {
  [own, other] = [
    (await makeProgram(db(), { default_currency: 'JPY' })).id,
    (await makeProgram(db(), { default_currency: 'USD' })).id,
  ];
  bound = await app().as({ permissions: ['catalogue'], program_id: own });
  superadmin = await app().as({ permissions: ['superadmin'] });
  teachers = [
    await makeInstructor(db(), { program_id: own, first_name: 'Ada', last_name: 'Lovelace' }),
    await makeInstructor(db(), { program_id: own, first_name: '=1', last_name: '+2' }),
    await makeInstructor(db(), { program_id: other }),
  ];
});

async function run(call: Call, text: string, fields: Record<string, string> = {}): Promise<ClassImport> {
  const { status, body } = await call('POST', 'classes-import', csvForm(text, fields, 'classes.csv'));
  expect([status, body.message]).toEqual([202, undefined]);
  return overClassImport(call, body.import.id);
}

/** Columns that a save writes; who saved and when aside. */
const stateOf = (program_id: number) =>
  db().selectFrom('classes').selectAll().where('program_id', '=', program_id).orderBy('id').execute();

const texts = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }),
  fc.constantFrom('=SUM(A1)', "'quoted", '-5', '@x', '"a";b', 'a\nb', '水彩画', '  spaced  ', '1,000'),
);

test('what the list of classes exports, imported again, changes nothing', async () => {
  const lent = await makeClass(db(), { program_id: own, instructor_id: teachers[2]?.id ?? 0 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          class_name: texts,
          description: texts,
          class_price: fc.nat(10_000_000),
          currency: fc.constantFrom('USD', 'JPY', 'EUR', 'BRL'),
          membership_discount: fc.nat(10_000),
          membership_discount_other: fc.nat(10_000),
          status: fc.constantFrom(0, 1),
          viewable: fc.constantFrom(0, 1),
          is_bundle: fc.boolean(),
          teacher: fc.nat(2),
        }),
        { minLength: 1, maxLength: 10 },
      ),
      async (classes) => {
        for (const { teacher, ...values } of classes)
          await makeClass(db(), { program_id: own, instructor_id: teachers[teacher]?.id ?? 0, ...values });
        const before = await stateOf(own);
        for (const call of [bound, superadmin]) {
          const path = `classes/csv?program_id=${own}&file_name=`;
          let { body } = await call('GET', path);
          while (body.result) ({ body } = await call('GET', `classes/csv?file_name=${body.file_name}`));
          const { body: text } = await call('GET', `/storage/reports/${body.file_name}`);
          const done = await run(call, String(text));
          const { rejections } = (await call('GET', `classes-import/${done.id}`)).body;
          expect([rejections, done]).toMatchObject([
            [],
            { unchanged: before.length, created: 0, updated: 0, rejected: 0 },
          ]);
        }
        expect(await stateOf(own)).toEqual(before);
        expect(before.map(({ id }) => id)).toContain(lent.id);
      },
    ),
    { numRuns: inDepth(5, 60) },
  );
});

type Row = {
  /** Which class: one that is there, one of the other program, none, or a new one. */
  whose: 'new' | 'mine' | 'theirs' | 'nobody';
  which: number;
  name: string | null;
  price: { text: string; minor: number | null } | null;
  status: { text: string; value: number | null } | null;
  teacher: number | null;
};

const rowOf: fc.Arbitrary<Row> = fc.record({
  whose: fc.constantFrom('new', 'new', 'mine', 'mine', 'theirs', 'nobody'),
  which: fc.nat(3),
  name: fc.option(texts),
  price: fc.option(
    fc.oneof(
      fc.nat(1_000_000).map((minor) => ({ text: String(minor), minor })),
      fc.constantFrom(
        { text: '¥1,200', minor: 1200 },
        { text: 'free', minor: 0 },
        { text: '5.50', minor: null },
        { text: '$5', minor: null },
        { text: '-1', minor: null },
      ),
    ),
  ),
  status: fc.option(
    fc.constantFrom(
      { text: 'active', value: 1 },
      { text: '0', value: 0 },
      { text: 'Inactive', value: 0 },
      { text: 'maybe', value: null },
    ),
  ),
  teacher: fc.option(fc.nat(2)),
});

type Kept = { class_name: string; class_price: number; status: number; instructor_id: number | null };

test('random rows become what a model says, preview and run alike, and an undo puts all of it back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rowOf, { minLength: 1, maxLength: 12 }), async (rows) => {
      made += 1;
      const mine = await Promise.all(
        [0, 1, 2, 3].map((n) =>
          makeClass(db(), {
            program_id: own,
            class_name: `Mine ${made}.${n}`,
            class_price: 100 * n,
            currency: 'JPY',
            status: n % 2,
            instructor_id: teachers[n % 2]?.id ?? 0,
          }),
        ),
      );
      const theirs = await makeClass(db(), {
        program_id: other,
        class_name: `Theirs ${made}`,
        instructor_id: teachers[2]?.id ?? 0,
      });
      const [before, foreign] = [await stateOf(own), await stateOf(other)];
      const world = new Map<number, Kept>(before.map((row) => [row.id, keptOf(row)]));
      const [fresh, counts] = [[] as Kept[], { created: 0, updated: 0, unchanged: 0, rejected: 0 }];
      const met = new Set<number>();
      const lines = rows.map((row) => {
        const id = { new: null, mine: mine[row.which]?.id ?? 0, theirs: theirs.id, nobody: 999_999 }[
          row.whose
        ];
        const outcome = become(row, id, world, met);
        counts[outcome.is] += 1;
        if (outcome.is === 'created') fresh.push(outcome.made);
        const teacher = row.teacher === null ? '' : (teachers[row.teacher]?.email ?? '');
        return csvLine([
          id === null ? '' : String(id),
          row.name ?? '',
          row.price?.text ?? '',
          row.status?.text ?? '',
          teacher,
        ]);
      });
      const text = `id,name,price,status,instructor\r\n${lines.join('')}`;
      const { body } = await bound('POST', 'classes-import', csvForm(text, { dry_run: '1' }, 'classes.csv'));
      const full = { rows: rows.length - rows.filter(isBlank).length };
      expect(body.import).toMatchObject({
        ...counts,
        rejected: counts.rejected - rows.filter(isBlank).length,
      });
      expect(await stateOf(own)).toEqual(before);
      await bound('POST', `classes-import/${body.import.id}/run`);
      const done = await overClassImport(bound, body.import.id);
      expect(done).toMatchObject({
        ...full,
        ...counts,
        rejected: counts.rejected - rows.filter(isBlank).length,
      });
      const after = await stateOf(own);
      const known = new Set(before.map(({ id }) => id));
      for (const row of after.filter(({ id }) => known.has(id)))
        expect(keptOf(row)).toEqual(world.get(row.id));
      expect(after.filter(({ id }) => !known.has(id)).map(keptOf)).toEqual(fresh);
      expect(await stateOf(other)).toEqual(foreign);
      await bound('POST', `classes-import/${done.id}/undo`);
      const undone = await overClassImport(bound, done.id);
      expect(undone).toMatchObject({ restored: counts.updated, deleted: counts.created, kept: 0 });
      const back = await stateOf(own);
      expect(back.filter(({ id }) => known.has(id)).map(keptOf)).toEqual(before.map(keptOf));
      expect(back.filter(({ id, del_flag }) => !known.has(id) && del_flag === 0)).toEqual([]);
    }),
    { numRuns: inDepth(25, 500) },
  );
});

/** An empty line is no row. */
function isBlank({ whose, name, price, status, teacher }: Row): boolean {
  return whose === 'new' && [name?.trim() || null, price, status, teacher].every((cell) => cell === null);
}

type Outcome = { is: 'updated' | 'unchanged' | 'rejected' } | { is: 'created'; made: Kept };

function become(row: Row, id: number | null, world: Map<number, Kept>, met: Set<number>): Outcome {
  const rejected = { is: 'rejected' } as const;
  const name = row.name?.trim() || null;
  if (row.status && row.status.value === null) return rejected;
  if (row.price && row.price.minor === null) return rejected;
  if (id === null) {
    // Who teaches elsewhere is nobody here.
    if (name === null || row.teacher === 2) return rejected;
    const instructor_id = row.teacher === null ? null : (teachers[row.teacher]?.id ?? 0);
    const values = { class_name: name, class_price: row.price?.minor ?? 0, status: row.status?.value ?? 1 };
    return { is: 'created', made: { ...values, instructor_id } };
  }
  const before = world.get(id);
  if (!before || met.has(id)) return rejected;
  if (row.teacher !== null && teachers[row.teacher]?.id !== before.instructor_id) return rejected;
  met.add(id);
  const after = {
    ...before,
    ...(name !== null && { class_name: name }),
    ...(row.price && { class_price: row.price.minor ?? 0 }),
    ...(row.status && { status: row.status.value ?? 0 }),
  };
  world.set(id, after);
  return { is: JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'updated' };
}

function keptOf({ class_name, class_price, status, instructor_id }: Kept): Kept {
  return { class_name, class_price, status, instructor_id };
}
