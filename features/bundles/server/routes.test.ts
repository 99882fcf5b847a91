/** The list of classes in a bundle over HTTP: what a save does, what it refuses, and that no order of saves makes a circle. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { makeClass, makeInstructor, makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import type { ClassRow } from '../../classes/contract.ts';
import { LARGEST_BUNDLE } from '../contract.ts';
import { withHidden } from './bundles.ts';

type Caller = Call & { admin_id: number };

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let foreignProgram: number;
let instructor: number;
let superadmin: Caller;
let bound: Caller;

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  foreignProgram = (await makeProgram(db())).id;
  instructor = (await makeInstructor(db(), { program_id: program })).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['catalogue'], program_id: program });
});

async function newClasses(count: number, program_id: number | null = program): Promise<number[]> {
  const made = Array.from({ length: count }, () =>
    makeClass(db(), { instructor_id: instructor, program_id }),
  );
  return (await Promise.all(made)).map(({ id }) => id).toSorted((a, b) => a - b);
}

const save = (call: Call, id: number, classes: unknown, updated_at?: string) =>
  call('PATCH', `class/${id}/bundles`, { classes, ...(updated_at === undefined ? {} : { updated_at }) });
const read = async (id: number) => (await superadmin('GET', `class/${id}`)).body.class;
const idsOf = ({ bundles }: { bundles: ClassRow[] }) => bundles.map(({ id }) => id);

async function auditOf(id: number) {
  return db()
    .selectFrom('audit_entries')
    .select(['admin_id', 'program_id', 'action', 'before', 'after'])
    .where('entity', '=', 'bundle')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();
}

describe('a save', () => {
  test('replaces the list as a whole, in the order given, and says what there is now', async () => {
    const [bundle = 0, a = 0, b = 0, c = 0] = await newClasses(4);
    const first = await save(bound, bundle, [c, a]);
    expect(first.status).toBe(200);
    expect(idsOf(first.body)).toEqual([c, a]);
    expect(first.body.bundles[0]).toMatchObject({ id: c, program_id: program, class_price: 49.99 });
    expect(await read(bundle)).toMatchObject({ is_bundle: true, updated_at: first.body.updated_at });
    const second = await save(bound, bundle, [b, c], first.body.updated_at);
    expect(idsOf(second.body)).toEqual([b, c]);
    expect(second.body.updated_at > first.body.updated_at).toBe(true);
    expect(idsOf(await read(bundle))).toEqual([b, c]);
  });

  test('counts an id that is given twice once, where it stands first', async () => {
    const [bundle = 0, a = 0, b = 0] = await newClasses(3);
    expect(idsOf((await save(bound, bundle, [b, a, b, a, a])).body)).toEqual([b, a]);
  });

  test('can empty the list; the class stays a bundle', async () => {
    const [bundle = 0, a = 0] = await newClasses(2);
    await save(bound, bundle, [a]);
    expect((await save(bound, bundle, [])).body.bundles).toEqual([]);
    expect(await read(bundle)).toMatchObject({ is_bundle: true, bundles: [] });
  });

  test('takes a bundle into a bundle, and as many classes as there may be', async () => {
    const [outer = 0, inner = 0, a = 0] = await newClasses(3);
    await save(bound, inner, [a]);
    expect((await save(bound, outer, [inner, a])).status).toBe(200);
    const many = await newClasses(LARGEST_BUNDLE);
    expect(idsOf((await save(bound, outer, many)).body)).toEqual(many);
    const refused = await save(bound, outer, [...many, inner]);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'classes' }] } });
  });

  test('is written down with what was there before and after', async () => {
    const [bundle = 0, a = 0, b = 0] = await newClasses(3);
    await save(bound, bundle, [b, a]);
    await save(superadmin, bundle, [a]);
    expect(await auditOf(bundle)).toEqual([
      {
        admin_id: bound.admin_id,
        program_id: program,
        action: 'update',
        before: { classes: [] },
        after: { classes: [b, a] },
      },
      {
        admin_id: superadmin.admin_id,
        program_id: program,
        action: 'update',
        before: { classes: [b, a] },
        after: { classes: [a] },
      },
    ]);
  });

  test('of the same list again writes nothing', async () => {
    const [bundle = 0, a = 0, b = 0] = await newClasses(3);
    const first = await save(bound, bundle, [b, a]);
    expect((await save(bound, bundle, [b, a, b])).body).toEqual(first.body);
    expect(await auditOf(bundle)).toHaveLength(1);
    expect((await save(bound, bundle, [a, b])).body.updated_at).not.toBe(first.body.updated_at);
  });
});

describe('a save is refused', () => {
  test('404 for a bundle of another program, of none, or that is not there', async () => {
    const [foreign = 0] = await newClasses(1, foreignProgram);
    const [global = 0] = await newClasses(1, null);
    for (const id of [foreign, global, 2_000_000_000]) {
      expect((await save(bound, id, [])).status).toBe(404);
    }
    expect(await read(foreign)).toMatchObject({ is_bundle: false });
  });

  test('400 naming the field for a class that is not there or not the caller’s; nothing is written', async () => {
    const [bundle = 0, a = 0, b = 0] = await newClasses(3);
    const [foreign = 0] = await newClasses(1, foreignProgram);
    const [global = 0] = await newClasses(1, null);
    await save(bound, bundle, [b]);
    for (const stranger of [foreign, global, 2_000_000_000]) {
      const { status, body } = await save(bound, bundle, [a, a, stranger]);
      expect(status).toBe(400);
      expect(body.errors).toEqual([{ path: 'classes.2', message: `There is no class ${stranger}` }]);
    }
    expect(idsOf(await read(bundle))).toEqual([b]);
    const [anywhere = 0] = await newClasses(1, null);
    expect(idsOf((await save(superadmin, anywhere, [foreign, global])).body)).toEqual([foreign, global]);
  });

  test.each([
    ['nothing', undefined, 'classes'],
    ['no list', 1, 'classes'],
    ['an id as text', ['1'], 'classes.0'],
    ['0', [0], 'classes.0'],
    ['a fraction', [1.5], 'classes.0'],
    ['what no id can be', [2_147_483_648], 'classes.0'],
  ])('400 for %s', async (_, classes, path) => {
    const [bundle = 0] = await newClasses(1);
    expect(await save(bound, bundle, classes)).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  test('400 for itself, and for what already holds it, directly or through others', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = await newClasses(4);
    expect(await save(bound, a, [b, a])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'classes.1', message: "A bundle can't contain itself" }] },
    });
    await save(bound, a, [b]);
    await save(bound, b, [c]);
    for (const [bundle, classes] of [
      [b, [d, a]],
      [c, [d, a]],
      [c, [d, b]],
    ] as const) {
      const { status, body } = await save(bound, bundle, classes);
      const message = `Class ${classes[1]} already holds this bundle`;
      expect([status, body.errors]).toEqual([400, [{ path: 'classes.1', message }]]);
      expect(idsOf(await read(bundle))).not.toContain(classes[1]);
    }
    expect((await save(bound, a, [b, c, d])).status).toBe(200);
  });

  test('409 with who and when where somebody was faster; without updated_at it goes through', async () => {
    const [bundle = 0, a = 0, b = 0] = await newClasses(3);
    const { updated_at } = await read(bundle);
    const rival = await app().as({ permissions: ['superadmin'], email: `rival-${bundle}@example.com` });
    const first = await save(rival, bundle, [a], updated_at);
    const second = await save(bound, bundle, [b], updated_at);
    expect(second).toMatchObject({
      status: 409,
      body: {
        conflict: { changed_by: `rival-${bundle}@example.com`, changed_at: first.body.updated_at },
      },
    });
    expect(second.body.message).toContain(`rival-${bundle}@example.com`);
    expect(idsOf(await read(bundle))).toEqual([a]);
    expect((await save(bound, bundle, [b])).status).toBe(200);
  });

  test('409 for all but one of many who read the same', async () => {
    const [bundle = 0, ...others] = await newClasses(6);
    const { updated_at } = await read(bundle);
    const answers = await Promise.all(others.map((id) => save(bound, bundle, [id], updated_at)));
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409]);
    const won = answers.findIndex(({ status }) => status === 200);
    expect(idsOf(await read(bundle))).toEqual([others[won]]);
  });
});

describe('a circle', () => {
  const SIZE = 6;
  const saves = fc.array(
    fc.record({
      bundle: fc.nat(SIZE - 1),
      classes: fc.array(fc.nat(SIZE - 1), { maxLength: 3 }),
    }),
    { minLength: 4, maxLength: 14 },
  );

  test.each([
    ['one after the other', 1, inDepth(4, 100)],
    ['all at once', 14, inDepth(4, 100)],
  ])('is never made, whatever is saved %s', async (_, atOnce, numRuns) => {
    const run = fc.asyncProperty(saves, async (wishes) => {
      const ids = await newClasses(SIZE);
      const idOf = (index: number) => ids[index] ?? 0;
      for (let next = 0; next < wishes.length; next += atOnce) {
        const answers = await Promise.all(
          wishes
            .slice(next, next + atOnce)
            .map(({ bundle, classes }) => save(bound, idOf(bundle), classes.map(idOf))),
        );
        expect(answers.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
        const refused = answers.filter(({ status }) => status === 400);
        for (const { body } of refused) expect(body.errors[0].path).toMatch(/^classes\.\d$/);
        expect(await holdsItself(ids)).toEqual([]);
      }
    });
    await fc.assert(run, { numRuns, seed: 20_261_121, endOnFailure: true });
  });

  test('is not refused where there would be none: a save that an order of all classes allows succeeds', async () => {
    const upwards = fc.array(fc.tuple(fc.nat(SIZE - 1), fc.array(fc.nat(SIZE - 1), { maxLength: 3 })), {
      minLength: 1,
      maxLength: 8,
    });
    const run = fc.asyncProperty(upwards, async (wishes) => {
      const ids = await newClasses(SIZE);
      for (const [bundle, classes] of wishes) {
        const later = classes.filter((index) => index > bundle).map((index) => ids[index] ?? 0);
        const { status, body } = await save(bound, ids[bundle] ?? 0, later);
        expect([status, idsOf(body)]).toEqual([200, [...new Set(later)]]);
      }
    });
    await fc.assert(run, { numRuns: 15, seed: 20_261_121, endOnFailure: true });
  });

  /** Those of the classes that can be reached from themselves, found without the product's own query. */
  async function holdsItself(ids: readonly number[]): Promise<number[]> {
    const edges = await db()
      .selectFrom('bundle_classes')
      .select(['bundle_id', 'class_id'])
      .where('bundle_id', 'in', ids)
      .execute();
    const reach = (from: number, seen: Set<number>): Set<number> => {
      for (const { bundle_id, class_id } of edges) {
        if (bundle_id !== from || seen.has(class_id)) continue;
        seen.add(class_id);
        reach(class_id, seen);
      }
      return seen;
    };
    return ids.filter((id) => reach(id, new Set()).has(id));
  }
});

/** As data from before bundles were kept to their program: past what a save would check. */
async function hold(bundle: number, members: readonly number[]): Promise<void> {
  const rows = members.map((class_id, position) => ({ bundle_id: bundle, class_id, position }));
  await db().insertInto('bundle_classes').values(rows).execute();
  await db().updateTable('classes').set({ is_bundle: true }).where('id', '=', bundle).execute();
}
const stored = async (bundle: number) =>
  (
    await db()
      .selectFrom('bundle_classes')
      .select('class_id')
      .where('bundle_id', '=', bundle)
      .orderBy('position')
      .execute()
  ).map(({ class_id }) => class_id);

describe('a class of another program', () => {
  test('is put into a bundle of a program by staff of all programs, and said not to be sold there', async () => {
    const [bundle = 0, own = 0] = await newClasses(2);
    const [foreign = 0] = await newClasses(1, foreignProgram);
    const [global = 0] = await newClasses(1, null);
    const globalAdmin = await app().as({ permissions: ['catalogue'] });
    const { status, body } = await save(globalAdmin, bundle, [own, foreign, global]);
    expect([status, idsOf(body), body.hidden, body.not_sold]).toEqual([
      200,
      [own, foreign, global],
      0,
      [foreign, global],
    ]);
    const [anywhere = 0] = await newClasses(1, null);
    expect((await save(superadmin, anywhere, [own, foreign, global])).body).toMatchObject({ not_sold: [] });
  });

  test('that is sold in the program is taken by its staff; no longer sold, it stays and says so', async () => {
    const [bundle = 0, own = 0] = await newClasses(2);
    const [sold = 0, off = 0] = await newClasses(2, foreignProgram);
    for (const [class_id, active] of [
      [sold, 1],
      [off, 0],
    ] as const)
      await db().insertInto('class_programs').values({ class_id, program_id: program, active }).execute();
    expect(await save(bound, bundle, [own, off])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'classes.1', message: `Class ${off} is not sold in this program now` }] },
    });
    const taken = await save(bound, bundle, [sold, own]);
    expect([taken.status, idsOf(taken.body), taken.body.not_sold]).toEqual([200, [sold, own], []]);
    const link = db()
      .updateTable('class_programs')
      .where('class_id', '=', sold)
      .where('program_id', '=', program);
    await link.set({ active: 0 }).execute();
    for (const call of [bound, superadmin])
      expect((await call('GET', `class/${bundle}`)).body.class).toMatchObject({
        not_sold: [sold],
        hidden: 0,
      });
    expect((await save(bound, bundle, [own, sold])).status).toBe(200);
    await db()
      .deleteFrom('class_programs')
      .where('class_id', '=', sold)
      .where('program_id', '=', program)
      .execute();
    const counted = await save(bound, bundle, [own]);
    expect([counted.status, idsOf(counted.body), counted.body.hidden]).toEqual([200, [own], 1]);
    expect(await stored(bundle)).toEqual([own, sold]);
  });

  test('that is sold in the program names its instructor, who is of another program', async () => {
    const [bundle = 0] = await newClasses(1);
    const teacher = await makeInstructor(db(), {
      program_id: foreignProgram,
      first_name: 'Ada',
      last_name: 'Ng',
    });
    const { id } = await makeClass(db(), { instructor_id: teacher.id, program_id: foreignProgram });
    await db()
      .insertInto('class_programs')
      .values({ class_id: id, program_id: program, active: 1 })
      .execute();
    expect((await save(bound, bundle, [id])).body.bundles).toMatchObject([{ id, instructor_name: 'Ada Ng' }]);
    const read = await bound('GET', `class/${bundle}`);
    expect(read.body.class.bundles).toMatchObject([{ id, instructor_name: 'Ada Ng' }]);
  });

  test('does not close a circle through bundles that the program does not see', async () => {
    const [bundle = 0] = await newClasses(1);
    const [sold = 0, between = 0] = await newClasses(2, foreignProgram);
    await db()
      .insertInto('class_programs')
      .values({ class_id: sold, program_id: program, active: 1 })
      .execute();
    expect((await save(superadmin, sold, [between])).status).toBe(200);
    expect((await save(superadmin, between, [bundle])).status).toBe(200);
    expect(await save(bound, bundle, [sold])).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'classes.0', message: `Class ${sold} already holds this bundle` }] },
    });
  });

  test('that is in one is counted for a bound admin and shown to a global one', async () => {
    const [bundle = 0, a = 0, b = 0] = await newClasses(3);
    const foreign = await newClasses(2, foreignProgram);
    await db()
      .updateTable('classes')
      .set({ class_name: 'A foreign name' })
      .where('id', 'in', foreign)
      .execute();
    await hold(bundle, [a, foreign[0] ?? 0, b, foreign[1] ?? 0]);
    const { body } = await bound('GET', `class/${bundle}`);
    expect([idsOf(body.class), body.class.hidden]).toEqual([[a, b], 2]);
    expect(JSON.stringify(body)).not.toContain('A foreign name');
    const whole = (await superadmin('GET', `class/${bundle}`)).body.class;
    expect([idsOf(whole), whole.hidden]).toEqual([[a, foreign[0], b, foreign[1]], 0]);
  });

  test('stays where it is when a bound admin saves, and cannot be named', async () => {
    const [bundle = 0, a = 0, b = 0, c = 0] = await newClasses(4);
    const [x = 0, y = 0] = await newClasses(2, foreignProgram);
    await hold(bundle, [a, x, b, y]);
    const saved = await save(bound, bundle, [c, b]);
    expect([saved.status, idsOf(saved.body), saved.body.hidden]).toEqual([200, [c, b], 2]);
    expect(await stored(bundle)).toEqual([x, c, b, y]);
    for (const stranger of [x, 2_000_000_000]) {
      expect(await save(bound, bundle, [b, stranger])).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'classes.1', message: `There is no class ${stranger}` }] },
      });
    }
    const same = await save(bound, bundle, [c, b]);
    expect(same.body).toEqual(saved.body);
    await save(bound, bundle, []);
    expect(await stored(bundle)).toEqual([x, y]);
    // A superadmin may leave it, and takes it out by leaving it away.
    expect((await save(superadmin, bundle, [y, a, x])).status).toBe(200);
    expect((await save(superadmin, bundle, [a])).status).toBe(200);
    expect(await stored(bundle)).toEqual([a]);
    expect((await save(superadmin, bundle, [a, x])).status).toBe(200);
  });

  test('is named by no conflict, no circle and no entry that a program reads', async () => {
    const [bundle = 0, inner = 0, a = 0] = await newClasses(3);
    const [x = 0] = await newClasses(1, foreignProgram);
    await hold(inner, [x, a]);
    await hold(x, [bundle]);
    const circle = await save(bound, bundle, [inner]);
    expect(circle.body.errors).toEqual([
      { path: 'classes.0', message: `Class ${inner} already holds this bundle` },
    ]);
    const { updated_at } = await read(inner);
    await save(superadmin, inner, [a, x]);
    await save(bound, inner, []);
    const stale = await save(bound, inner, [a], updated_at);
    expect([stale.status, JSON.stringify(stale.body).includes(`${x}`)]).toEqual([409, false]);
    const staff = await app().as({ permissions: ['audit'], program_id: program });
    const { audit } = (await staff('GET', `audit?entity=bundle&entity_id=${inner}`)).body;
    expect(audit.map((entry: { before: object; after: object }) => [entry.before, entry.after])).toEqual([
      [
        { classes: [a], hidden: 1 },
        { classes: [], hidden: 1 },
      ],
      [
        { classes: [a], hidden: 1 },
        { classes: [a], hidden: 1 },
      ],
    ]);
    const all = (await superadmin('GET', `audit?entity=bundle&entity_id=${inner}`)).body.audit;
    expect(all).toContainEqual(
      expect.objectContaining({ before: { classes: [x, a] }, after: { classes: [a, x] } }),
    );
  });

  test('many saves at once of those who see it and those who do not neither lose it nor let another in', async () => {
    const [bundle = 0, ...own] = await newClasses(6);
    const hiddenOnes = await newClasses(3, foreignProgram);
    const [late = 0] = await newClasses(1, foreignProgram);
    await hold(bundle, [own[0] ?? 0, ...hiddenOnes]);
    const answers = await Promise.all(
      Array.from({ length: inDepth(24, 50) }, (_, at) => {
        const wish = own.filter((_id, index) => (at >> (index % 5)) % 2 === 0);
        if (at % 3 === 0) return save(superadmin, bundle, [...hiddenOnes.toReversed(), ...wish]);
        return save(bound, bundle, at % 3 === 1 ? wish : [...wish, late]);
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
    for (const [at, { status }] of answers.entries()) expect(status).toBe(at % 3 === 2 ? 400 : 200);
    const held = await stored(bundle);
    expect(held.filter((id) => hiddenOnes.includes(id)).toSorted((a, b) => a - b)).toEqual(
      hiddenOnes.toSorted((a, b) => a - b),
    );
    expect(held).not.toContain(late);
    expect(new Set(held).size).toBe(held.length);
  });

  test('keeps its neighbour and its order, whatever is saved around it', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 10 });
    fc.assert(
      fc.property(ids, ids, fc.uniqueArray(fc.integer({ min: 1, max: 12 })), (before, given, unseen) => {
        const seen = new Set(before.filter((id) => !unseen.includes(id)));
        const wish = given.filter((id) => !before.includes(id) || seen.has(id));
        const next = withHidden(before, seen, wish);
        const isHidden = (id: number) => before.includes(id) && !seen.has(id);
        expect(next.filter((id) => !isHidden(id))).toEqual(wish);
        expect(next.filter(isHidden).toSorted((a, b) => a - b)).toEqual(
          before.filter(isHidden).toSorted((a, b) => a - b),
        );
        const unchanged = before.filter((id) => seen.has(id));
        expect(withHidden(before, seen, unchanged)).toEqual(before);
      }),
    );
  });
});

describe('the list of bundles', () => {
  const listed = async (call: Call, id: number) =>
    (await call('GET', `classes?type=bundle&name=%23${id}`)).body.classes[0];

  test('tells the price of a bundle from the sum of its classes, by currency', async () => {
    const [bundle = 0, dollars = 0, more = 0] = await newClasses(3);
    const [foreign = 0] = await newClasses(1, foreignProgram);
    await db().updateTable('classes').set({ class_price: 4000 }).where('id', '=', bundle).execute();
    await db().updateTable('classes').set({ class_price: 1205 }).where('id', '=', more).execute();
    const { id: yen } = await makeClass(db(), {
      instructor_id: instructor,
      program_id: program,
      class_price: 1200,
      currency: 'JPY',
    });
    await save(superadmin, bundle, [dollars, more, yen, foreign]);
    expect(await listed(superadmin, bundle)).toMatchObject({
      class_price: 40,
      currency: 'USD',
      holds: {
        classes: 4,
        hidden: 0,
        sums: [
          { currency: 'JPY', amount: 1200 },
          { currency: 'USD', amount: 112.03 },
        ],
      },
    });
    expect((await listed(bound, bundle)).holds).toEqual({
      classes: 4,
      hidden: 1,
      sums: [
        { currency: 'JPY', amount: 1200 },
        { currency: 'USD', amount: 62.04 },
      ],
    });
    await save(superadmin, bundle, []);
    expect((await listed(superadmin, bundle)).holds).toEqual({ classes: 0, hidden: 0, sums: [] });
    expect((await superadmin('GET', `classes?name=%23${dollars}`)).body.classes[0].holds).toBeNull();
  });
});
