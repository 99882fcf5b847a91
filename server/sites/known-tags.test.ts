/** Tags that a server knows: never one that a change has made wrong, however late it was committed. */
import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { makeCategory, makeProduct, makeProgram, makeSiteKey } from '../../test/factories.ts';
import { useTestApp } from '../../test/harness.ts';
import { makeEvent } from '../../test/rows/events.ts';
import { makeSoldClass } from '../../test/rows/sold-classes.ts';
import { statementsOf } from '../../test/statements.ts';

const app = useTestApp({ siteCallsPerMinute: 1_000_000 });
const db = () => app().platform.database.everything;

async function makeSite() {
  const { id } = await makeProgram(db());
  const cacheOf = await makeCache(id);
  const class_id = await makeSoldClass(db(), id);
  const cached = cacheOf('classes');
  const read = async () => {
    const { status, body } = await cached();
    return { status, price: body?.classes?.[0].full_price as number | undefined };
  };
  return { class_id, read };
}

/** Returns reads of a site's address as a cache does them, each with the tag of the last answer. */
async function makeCache(program: number) {
  const authorization = `Bearer ${(await makeSiteKey(db(), program)).site_key}`;
  return (path: string) => {
    let etag = '';
    return async () => {
      const answer = await app().call('GET', `/api/site/${path}`, undefined, {
        authorization,
        'if-none-match': etag,
      });
      etag = String(answer.headers.etag);
      return answer;
    };
  };
}

test('a change that began before the answer and is committed behind it is seen', async () => {
  const { class_id, read } = await makeSite();
  const writer = new pg.Client({ connectionString: app().urls.global });
  await writer.connect();
  try {
    await writer.query('begin');
    await writer.query('update classes set class_price = 7 where id = $1', [class_id]);
    for (let round = 0; round < 3; round++) await read();
    expect((await read()).status).toBe(304);
    await writer.query('commit');
    expect(await read()).toEqual({ status: 200, price: 7 });
  } finally {
    await writer.end();
  }
});

test('a 304 costs the one statement that every call begins with', async () => {
  const { read } = await makeSite();
  for (let round = 0; round < 3; round++) await read();
  const { result, statements } = await statementsOf(read);
  expect(result.status).toBe(304);
  expect(statements).toHaveLength(1);
});

test('a key says nothing of what another was answered, of the own program or of another', async () => {
  const [{ id }, { id: other }] = [await makeProgram(db()), await makeProgram(db())];
  for (const program of [id, other]) await makeSoldClass(db(), program);
  const caches = await Promise.all([id, id, other].map((program) => makeCache(program)));
  const [first, second, third] = caches.map((cacheOf) => cacheOf('classes'));
  const statuses = async () => [
    (await first?.())?.status,
    (await second?.())?.status,
    (await third?.())?.status,
  ];
  expect([await statuses(), await statuses()]).toEqual([Array(3).fill(200), Array(3).fill(304)]);
  await db().updateTable('classes').set({ class_price: 7 }).where('program_id', '=', other).execute();
  expect(await statuses()).toEqual([304, 304, 200]);
});

test('in any order of saves and reads the last price is read, and nothing is sent twice', async () => {
  const { class_id, read } = await makeSite();
  let known: number | undefined;
  let price = 1;
  const save = (to: number) =>
    db().updateTable('classes').set({ class_price: to }).where('id', '=', class_id).execute();
  await save(price);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(fc.integer({ min: 1, max: 5 })), { maxLength: 12 }),
      async (steps) => {
        for (const step of steps) {
          if (step !== null) {
            price = step;
            await save(price);
            continue;
          }
          const wanted = known === price ? { status: 304, price: undefined } : { status: 200, price };
          expect(await read()).toEqual(wanted);
          known = price;
        }
      },
    ),
    { numRuns: 25 },
  );
});

/** What a read says in words that another row holds, and a change of that row: of each the read, what to make, the change. */
const NAMED_WITHIN: [string, (program: number, away: number) => Promise<{ path: string; change: string }>][] =
  [
    [
      'a page without a title, by its name',
      async (program) => {
        const page = { name: 'before', path: '/a', program_id: program, template: 'letter.html' };
        await db().insertInto('landing_pages').values(page).execute();
        return {
          path: 'pages/a',
          change: `update landing_pages set name = 'after' where program_id = ${program}`,
        };
      },
    ],
    [
      'the prize of an event of another program',
      async (program, away) => {
        const { id } = await makeProduct(db(), { program_id: away });
        const event = await makeEvent(db(), { program_id: away, product_id: id });
        await db().insertInto('event_programs').values({ event_id: event.id, program_id: program }).execute();
        return {
          path: `events/${event.id}`,
          change: `update gift_products set name = 'after' where id = ${id}`,
        };
      },
    ],
    [
      'the category of a class',
      async (program, away) => {
        const { id } = await makeCategory(db(), { programs: [program], program_id: away });
        const of = await makeSoldClass(db(), program, { category: id, home: away });
        return {
          path: `classes/${of}`,
          change: `update site_categories set category_name = 'after' where id = ${id}`,
        };
      },
    ],
    [
      'the instructor of a class',
      async (program, away) => {
        const id = await makeSoldClass(db(), program, { home: away });
        const whose = `(select instructor_id from classes where id = ${id})`;
        return {
          path: `classes/${id}`,
          change: `update site_users set first_name = 'after' where id = ${whose}`,
        };
      },
    ],
    [
      'a class in a bundle',
      async (program, away) => {
        const id = await makeSoldClass(db(), program, { home: away });
        const bundle = await makeSoldClass(db(), program, { home: away, is_bundle: true });
        await db()
          .insertInto('bundle_classes')
          .values({ bundle_id: bundle, class_id: id, position: 1 })
          .execute();
        return {
          path: `classes/${bundle}`,
          change: `update classes set class_name = 'after' where id = ${id}`,
        };
      },
    ],
    [
      'the class of a product',
      async (program, away) => {
        const class_id = await makeSoldClass(db(), program, { home: away });
        const { id } = await makeProduct(db(), { type: 'class', class_id });
        await db()
          .insertInto('gift_product_programs')
          .values({ product_id: id, program_id: program })
          .execute();
        return { path: 'products', change: `update classes set class_name = 'after' where id = ${class_id}` };
      },
    ],
    [
      'the event of a banner, switched off',
      async (program, away) => {
        const event = await makeEvent(db(), { program_id: away });
        await db().insertInto('event_programs').values({ event_id: event.id, program_id: program }).execute();
        await db()
          .insertInto('banners')
          .values({ program_id: program, title: 'x', event_id: event.id })
          .execute();
        return { path: 'banners', change: `update events set active = 0 where id = ${event.id}` };
      },
    ],
  ];

test.each(NAMED_WITHIN)('%s is no stale 304', async (_, make) => {
  const [{ id: program }, { id: away }] = [await makeProgram(db()), await makeProgram(db())];
  const { path, change } = await make(program, away);
  const read = (await makeCache(program))(path);
  const first = await read();
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  expect((await read()).status).toBe(304);
  await sql.raw(change).execute(db());
  const second = await read();
  expect(second.status).toBe(200);
  expect(second.body).not.toEqual(first.body);
});
