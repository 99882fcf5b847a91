/** Saves that half replaced would not add up: ordinary ones, at every level, by every kind of admin, and many at once. */
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor, Permission } from '../../../core/access.ts';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Answer, type Call, useTestApp } from '../../../test/harness.ts';
import { setRows } from '../../../test/rows/commission-groups.ts';
import type { CommissionRowInput } from '../contract.ts';
import {
  CODE,
  groupFaults,
  instructorPart,
  LEVELS,
  levelNumber,
  mayEditType,
  type RuleRow,
} from '../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let owner: pg.Client;

const KINDS = [
  'superadmin',
  'global programadmin',
  'bound programadmin',
  'global admin',
  'bound admin',
] as const;
type Kind = (typeof KINDS)[number];
const GROUPS = LEVELS.filter((level) => level !== 'site');
type GroupLevel = (typeof GROUPS)[number];

let program: number;
let people: number[];
let callers: Record<Kind, Call>;

beforeAll(async () => {
  owner = new pg.Client(app().ownerUrl);
  await owner.connect();
  program = (await makeProgram(db())).id;
  people = [];
  for (let person = 0; person < 3; person++)
    people.push((await makeSiteUser(db(), { program_id: program })).id);
  const as = (permission: Permission, program_id: number) =>
    app().as({ permissions: [permission], program_id });
  callers = {
    superadmin: await as('superadmin', 0),
    'global programadmin': await as('programadmin', 0),
    'bound programadmin': await as('programadmin', program),
    'global admin': await as('commissions', 0),
    'bound admin': await as('commissions', program),
  };
});
afterAll(() => owner?.end());

async function newGroup(level: GroupLevel): Promise<number> {
  if (level === 'program') {
    await setRows(db(), 'program', program, []);
    return program;
  }
  const instructor = await makeInstructor(db(), { program_id: program });
  if (level === 'instructor') return instructor.id;
  return (await makeClass(db(), { instructor_id: instructor.id, program_id: program })).id;
}

/** A group as it may stand: at most one platform and one program part, referrals, codes below what is left. */
const group = fc
  .record({
    platform: fc.option(fc.integer({ min: 0, max: 3000 })),
    program: fc.option(fc.integer({ min: 0, max: 3000 })),
    referrals: fc.array(fc.record({ part: fc.integer({ min: 0, max: 900 }), person: fc.nat(2) }), {
      maxLength: 3,
    }),
    codes: fc.array(fc.record({ part: fc.integer({ min: 0, max: 1300 }), person: fc.nat(2) }), {
      maxLength: 2,
    }),
  })
  .map(({ platform, program: part, referrals, codes }): RuleRow[] => [
    ...(platform === null ? [] : [{ type: 0 as const, commission: platform / 100 }]),
    ...(part === null ? [] : [{ type: 1 as const, commission: part / 100 }]),
    ...referrals.map((row) => ({
      type: 2 as const,
      commission: row.part / 100,
      referrer_id: people[row.person] ?? 0,
    })),
    ...codes.map((row, at) => ({
      type: CODE as 3,
      commission: row.part / 100,
      referrer_id: people[row.person] ?? 0,
      code: `code-${at}`,
    })),
  ]);

type Choice = { at: number; to: number; part: number; mayEdit: (row: RuleRow) => boolean };
type Next = (rows: RuleRow[], choice: Choice) => RuleRow[];
/** The places of two rows that count to the sum and are the caller's to edit. */
const twoParts = (rows: readonly RuleRow[], { at, to, mayEdit }: Choice) => {
  const parts = rows.flatMap((row, index) => (row.type < 3 && mayEdit(row) ? [index] : []));
  return [parts[at % parts.length], parts[to % parts.length]] as const;
};
const other = (person: number | null | undefined, to: number) =>
  people.filter((id) => id !== person)[to % (people.length - 1)] ?? 0;

/** What people do to a group, each of which the sums of a half replaced group may break. */
const EDITS: Record<string, Next> = {
  'keeps the sum, with other parts': (rows, choice) => {
    const [from, into] = twoParts(rows, choice);
    const moved = Math.min(Math.round((rows[from ?? -1]?.commission ?? 0) * 100), choice.part);
    return rows.map((row, index) => {
      const change = (index === into ? moved : 0) - (index === from ? moved : 0);
      return { ...row, commission: Math.round(row.commission * 100 + change) / 100 };
    });
  },
  'swaps two parts': (rows, choice) => {
    const [one, two] = twoParts(rows, choice);
    const swapped = (index: number) => (index === one ? two : index === two ? one : index) ?? index;
    return rows.map((row, index) => ({ ...row, commission: rows[swapped(index)]?.commission ?? 0 }));
  },
  'changes a person at the same part': (rows, { to }) =>
    rows.map((row) => (row.referrer_id ? { ...row, referrer_id: other(row.referrer_id, to) } : row)),
  reorders: (rows, { at }) => [
    ...rows.slice(at % (rows.length + 1)),
    ...rows.slice(0, at % (rows.length + 1)),
  ],
  'changes a code only': (rows, { to }) =>
    rows.map((row) => (row.type === CODE ? { ...row, code: `${row.code}-${to}` } : row)),
  'keeps everything': (rows) => rows,
  'removes everything': () => [],
};

const USUAL = Object.keys(EDITS).slice(0, 3);

const readRows = (level: GroupLevel, id: number) =>
  db()
    .selectFrom('commission_rows')
    .select(['id', 'type', 'commission', 'referrer_id', 'code'])
    .where('level', '=', levelNumber(level))
    .where('owner_id', '=', id)
    .where('replaced_at', 'is', null)
    .orderBy('type')
    .orderBy('id')
    .execute();
const said = (
  rows: readonly { type: number; commission: number; referrer_id?: number | null; code?: string | null }[],
) =>
  rows
    .map(({ type, commission, referrer_id, code }) =>
      JSON.stringify([type, commission, referrer_id ?? null, code ?? null]),
    )
    .toSorted();

describe.each(GROUPS)('a save of a group of a %s', (level) => {
  test.each(KINDS)('by a %s succeeds, whatever ordinary thing it does', async (kind) => {
    const role = kind.includes('superadmin')
      ? 'superadmin'
      : kind.includes('programadmin')
        ? 'programadmin'
        : 'admin';
    const actor: Actor = { admin_id: 0, email: '', program_id: 0, role, permissions: ['commissions'] };
    const mayEdit = (row: { type: number }) => mayEditType(actor, row.type as RuleRow['type']);
    const produced = new Map<string, number>();
    const id = await newGroup(level);
    await fc.assert(
      fc.asyncProperty(
        group,
        fc.constantFrom(...Object.keys(EDITS), ...USUAL, ...USUAL),
        fc.record({ at: fc.nat(9), to: fc.nat(9), part: fc.integer({ min: 1, max: 900 }) }),
        fc.boolean(),
        async (rows, edit, choice, update) => {
          fc.pre(groupFaults(rows).length === 0);
          await setRows(db(), level, id, rows);
          const before = await readRows(level, id);
          const next = EDITS[edit]?.(
            before.filter(({ type }) => type < 4).map((row) => ({ ...row }) as RuleRow),
            { ...choice, mayEdit },
          ) as CommissionRowInput[];
          // Rows that the caller may not edit stay, whatever the body says.
          const wanted = [
            ...before.filter((row) => row.type < 4 && !mayEdit(row)),
            ...next.filter(mayEdit),
          ] as RuleRow[];
          fc.pre(groupFaults(wanted).length === 0);
          const answer = await callers[kind]('POST', `${level}-commission/${id}`, {
            commission: next,
            update,
          });
          expect([answer.status, answer.body.message], edit).toEqual([200, undefined]);
          const after = await readRows(level, id);
          expect(said(after.filter(({ type }) => type < 4)), edit).toEqual(said(wanted));
          expect(after.filter(({ type }) => type === 4).map(({ commission }) => commission)).toEqual(
            after.length === 0 ? [] : [instructorPart(wanted)],
          );
          expect(answer.body.group.recalculation !== null).toBe(
            update || (await waits(levelNumber(level), id)),
          );
          const isOrdinary =
            said(before).join() !== said(after).join() &&
            before.length > 0 &&
            instructorPart(before as RuleRow[]) === instructorPart(wanted);
          if (isOrdinary) produced.set(edit, (produced.get(edit) ?? 0) + 1);
        },
      ),
      { numRuns: inDepth(30, 80), seed: 20_261_121 },
    );
    // A code belongs to one group: the next caller's shall find it free.
    await setRows(db(), level, id, []);
    // Where nothing of this came up, nothing was tested.
    for (const edit of USUAL) expect(produced.get(edit) ?? 0, edit).toBeGreaterThan(0);
  });
});

const waits = async (level: number, owner_id: number) =>
  (
    await db()
      .selectFrom('recalculations')
      .select('id')
      .where('level', '=', level)
      .where('owner_id', '=', owner_id)
      .where('status', '=', 'waiting')
      .execute()
  ).length > 0;

test.each(GROUPS)('platform 10 and program 50, then 15 and 45, of a %s', async (level) => {
  const id = await newGroup(level);
  for (const [platform, part] of [
    [10, 50],
    [15, 45],
    [45, 15],
  ] as const) {
    const commission = [
      { type: 0, commission: platform },
      { type: 1, commission: part },
    ];
    const preview = await callers.superadmin('POST', `${level}-commission/${id}/preview`, { commission });
    expect(preview.status).toBe(200);
    const { status, body } = await callers.superadmin('POST', `${level}-commission/${id}`, { commission });
    expect([status, body.group?.commissions.map((row: RuleRow) => row.commission)]).toEqual([
      200,
      [platform, part, 40],
    ]);
  }
});

test.each(GROUPS)('fifty saves of one %s at once each add up, and the last one stands', async (level) => {
  const id = await newGroup(level);
  const save = (at: number) =>
    callers[KINDS[at % KINDS.length] ?? 'superadmin']('POST', `${level}-commission/${id}`, {
      commission: [
        { type: 2, commission: 10 + (at % 7), referrer_id: people[at % 3] },
        { type: 2, commission: 50 - (at % 7), referrer_id: people[(at + 1) % 3] },
      ],
      update: at % 2 === 0,
    });
  // More than there are connections, and few enough that on a busy machine nobody waits too long for one.
  const waiting = Array.from({ length: 50 }, (_, at) => at);
  const saver = async () => {
    const done: Answer[] = [];
    for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) done.push(await save(at));
    return done;
  };
  const answers = (await Promise.all(Array.from({ length: 12 }, saver))).flat();
  expect(answers).toHaveLength(50);
  expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body)).toEqual([]);
  const after = await readRows(level, id);
  expect(after.map(({ type }) => type)).toEqual([2, 2, 4]);
  expect(after.reduce((sum, row) => sum + row.commission, 0)).toBe(100);
  const { rows: versions } = await owner.query<{ moment: string; sum: string }>(
    `select g.created_at as moment, (select sum(r.commission) from commission_rows r
       where (r.level, r.owner_id) = (g.level, g.owner_id) and r.type <> 3 and r.created_at <= g.created_at
         and (r.replaced_at is null or r.replaced_at > g.created_at)) as sum
     from commission_rows g where g.level = $1 and g.owner_id = $2 and g.created_by is not null`,
    [levelNumber(level), id],
  );
  expect(versions.length).toBeGreaterThan(50);
  expect(versions.filter(({ sum }) => Number(sum) !== 100)).toEqual([]);
});

describe('what does not add up', () => {
  const row = (type: number, commission: number, id: number) =>
    `(2, ${id}, ${program}, ${type}, ${commission}, now())`;
  const columns = '(level, owner_id, program_id, type, commission, created_at)';

  test.each([
    [
      'an instructor’s part that is not what is left',
      [
        [0, 10],
        [4, 80],
      ],
    ],
    ['no instructor’s part', [[0, 10]]],
    [
      'more than 100',
      [
        [0, 60],
        [1, 60],
        [4, 0],
      ],
    ],
  ])('is not committed: %s', async (_, rows) => {
    const id = await newGroup('instructor');
    const commit = async () => {
      await owner.query('begin');
      await owner.query(
        `insert into commission_groups (level, owner_id, program_id) values (2, ${id}, ${program})`,
      );
      await owner.query(
        `insert into commission_rows ${columns} values ${rows.map(([type = 0, part = 0]) => row(type, part, id)).join()}`,
      );
      await owner.query('commit');
    };
    await expect(commit()).rejects.toMatchObject({ constraint: 'commission_groups_sum' });
    expect(await readRows('instructor', id)).toEqual([]);
  });

  test('nor by taking, changing or replacing a row alone, nor through a group that one may not see', async () => {
    const id = await newGroup('instructor');
    await setRows(db(), 'instructor', id, [{ type: 0, commission: 10 }]);
    for (const statement of [
      `delete from commission_rows where owner_id = ${id} and level = 2 and type = 4`,
      `update commission_rows set commission = 11 where owner_id = ${id} and level = 2 and type = 0`,
      `update commission_rows set replaced_at = now() where owner_id = ${id} and level = 2 and type = 0`,
    ])
      await expect(owner.query(statement), statement).rejects.toMatchObject({
        constraint: 'commission_groups_sum',
      });
    const foreign = (await makeProgram(db())).id;
    const scoped = app().platform.database.forProgram(foreign);
    const intrude = scoped
      .insertInto('commission_rows')
      .values({
        level: 2,
        owner_id: id,
        program_id: foreign,
        type: 1,
        commission: 95,
        created_at: new Date().toISOString(),
      })
      .execute();
    // The guard of the rows stands before the check of the group.
    await expect(intrude).rejects.toMatchObject({ code: '42501' });
    expect((await readRows('instructor', id)).map(({ commission }) => commission)).toEqual([10, 90]);
  });

  test('nor by transactions that each add what only together is too much', async () => {
    const id = await newGroup('instructor');
    await setRows(db(), 'instructor', id, [{ type: 0, commission: 10 }]);
    const add = () =>
      db()
        .transaction()
        .execute(async (trx) => {
          const values = {
            level: 2,
            owner_id: id,
            program_id: program,
            created_at: new Date().toISOString(),
          };
          await trx
            .insertInto('commission_rows')
            .values({ ...values, type: 2, commission: 45, referrer_id: people[0] ?? 0 })
            .execute();
          await trx
            .updateTable('commission_rows')
            .set({ commission: 45 })
            .where('owner_id', '=', id)
            .where('level', '=', 2)
            .where('type', '=', 4)
            .execute();
        });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, add));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await readRows('instructor', id)).map(({ commission }) => commission)).toEqual([10, 45, 45]);
  });

  test('is answered in words where only the commit finds it', async () => {
    const id = await newGroup('instructor');
    await owner.query(`
      create or replace function spoil_in_this_test() returns trigger language plpgsql as
        $$ begin new.commission := new.commission + 1; return new; end $$;
      create trigger spoiled before insert on commission_rows for each row
        when (new.type = 4 and new.owner_id = ${id}) execute function spoil_in_this_test()`);
    try {
      const commission = [{ type: 2, commission: 5, referrer_id: people[0] }];
      const answer = await callers['bound admin']('POST', `instructor-commission/${id}`, {
        commission,
        update: true,
      });
      expect([answer.status, answer.body.message]).toEqual([409, 'The commissions do not add up to 100']);
    } finally {
      await owner.query('drop trigger spoiled on commission_rows');
    }
    expect([await readRows('instructor', id), await waits(2, id)]).toEqual([[], false]);
  });
});
