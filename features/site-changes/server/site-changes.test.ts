/** The feed of changes: what is in it, its order, and where it ends. Specification: Sites, changes. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  makeClass,
  makeInstructor,
  makeProduct,
  makeProgram,
  makePurchase,
  makeSiteKey,
  makeSiteUser,
} from '../../../test/factories.ts';
import { type Answer, useTestApp } from '../../../test/harness.ts';
import { makeCharge, makeRefund } from '../../../test/rows/charges.ts';
import { makeEvent, makeTickets } from '../../../test/rows/events.ts';
import { changeBegunBefore, settledChanges, useSettledFeed } from '../../../test/rows/site-changes.ts';
import { makeSoldClass } from '../../../test/rows/sold-classes.ts';
import type { SiteChange } from '../contract.ts';
import { alignSiteChanges, sweepSiteChanges } from './sweeps.ts';

useSettledFeed();
const app = useTestApp({ siteCallsPerMinute: 100_000 });
const db = () => app().platform.database.everything;

let program: number;
let read: (query?: string) => Promise<Answer>;
let other: number;
let readOther: (query?: string) => Promise<Answer>;

async function makeReader() {
  const { id } = await makeProgram(db());
  const { site_key } = await makeSiteKey(db(), id);
  const reader = async (query = '') => {
    await settledChanges(db());
    return app().call('GET', `/api/site/changes?${query}`, undefined, {
      authorization: `Bearer ${site_key}`,
    });
  };
  return [id, reader] as const;
}

beforeEach(async () => {
  [program, read] = await makeReader();
  [other, readOther] = await makeReader();
});

/** What a piece of work tells one site, as `kind id change`. */
async function toldBy(work: () => Promise<unknown>, reader = read): Promise<string[]> {
  const { body } = await reader('limit=200');
  await work();
  const answer = await reader(`after=${body.next}&limit=200`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { changes } = answer.body;
  return changes.map(({ kind, id, change }: SiteChange) => `${kind} ${id} ${change}`);
}

const run = (statement: string) => sql.raw(statement).execute(db());

describe('what is told', () => {
  test('a class: its texts, its price there, where it is sold and no more', async () => {
    const id = await makeSoldClass(db(), program);
    const saved = [`class ${id} saved`];
    expect(await toldBy(() => run(`update classes set class_name = 'Other' where id = ${id}`))).toEqual(
      saved,
    );
    expect(
      await toldBy(() =>
        run(`insert into class_translations (class_id, language_slug) values (${id}, 'de')`),
      ),
    ).toEqual(saved);
    expect(
      await toldBy(() => run(`update class_programs set discount_percentage = 5 where class_id = ${id}`)),
    ).toEqual(saved);
    const sell = () => run(`insert into class_programs (class_id, program_id) values (${id}, ${other})`);
    expect(await toldBy(sell, readOther)).toEqual(saved);
    const take = () => run(`delete from class_programs where class_id = ${id} and program_id = ${other}`);
    expect(await toldBy(take, readOther)).toEqual([`class ${id} deleted`]);
    const hide = () => run(`update classes set del_flag = 1 where id = ${id}`);
    expect(await toldBy(hide)).toEqual([`class ${id} deleted`]);
  });

  test('a class that a site does not sell any more and still names, as deleted when it is renamed', async () => {
    const id = await makeSoldClass(db(), other);
    const bundle = await makeSoldClass(db(), program);
    await run(`update classes set is_bundle = true where id = ${bundle}`);
    await run(`insert into bundle_classes (bundle_id, class_id, position) values (${bundle}, ${id}, 1)`);
    const rename = (name: string) => () => run(`update classes set class_name = '${name}' where id = ${id}`);
    const deleted = [`class ${id} deleted`];
    // Within a bundle of the site its people are enrolled in it.
    expect(await toldBy(rename('Within'))).toEqual(deleted);
    await run(`delete from bundle_classes where bundle_id = ${bundle}`);
    expect(await toldBy(rename('Unknown'))).toEqual([]);
    const { id: instructor_id } = await makeInstructor(db(), { program_id: other });
    await makeCharge(db(), { class_id: id, instructor_id, program_id: other, site_program_id: program });
    expect(await toldBy(rename('Sold once'))).toEqual(deleted);
    expect(await toldBy(rename('Sold once'))).toEqual([]);
    expect(await toldBy(() => run(`update classes set class_price = 1 where id = ${id}`))).toEqual([]);
    const texts = [
      `insert into class_translations (class_id, language_slug, class_name) values (${id}, 'de', 'Einst')`,
      `update class_translations set class_name = 'Früher' where class_id = ${id}`,
      `delete from class_translations where class_id = ${id}`,
    ];
    for (const text of texts) expect(await toldBy(() => run(text)), text).toEqual(deleted);
    const saved = await toldBy(rename('Where it is sold'), readOther);
    expect(saved).toEqual([`class ${id} saved`]);
  });

  test('nothing of what no site sees', async () => {
    const id = await makeSoldClass(db(), program);
    const user = await makeSiteUser(db(), { program_id: program });
    const unseen = async () => {
      await run(`update classes set external_id = 'x', updated_at = now() where id = ${id}`);
      await run(`update class_translations set outdated = outdated where class_id = ${id}`);
      await run(`insert into seen_users (user_id, last_seen_at) values (${user.id}, now())`);
      await run(`update site_users set mail_failures = 1, updated_at = now() where id = ${user.id}`);
      await run(`update programs set updated_at = now() where id = ${program}`);
    };
    expect(await toldBy(unseen)).toEqual([]);
  });

  test('a person, at home and where they sign in, and who is gone', async () => {
    const { id } = await makeSiteUser(db(), { program_id: other });
    const sign = () => run(`insert into site_user_sites (user_id, program_id) values (${id}, ${program})`);
    expect(await toldBy(sign)).toEqual([`user ${id} saved`]);
    const rename = () => run(`update site_users set first_name = 'Grace' where id = ${id}`);
    expect(await toldBy(rename)).toEqual([`user ${id} saved`]);
    expect(await toldBy(rename, readOther)).toEqual([]);
    const close = () => run(`update site_users set del_status = 1 where id = ${id}`);
    expect(await toldBy(close)).toEqual([`user ${id} deleted`]);
  });

  test('a person who moves home is deleted to the site they leave', async () => {
    const { id } = await makeSiteUser(db(), { program_id: program });
    const move = () => run(`update site_users set program_id = ${other} where id = ${id}`);
    expect(await toldBy(move)).toEqual([`user ${id} deleted`]);
    const back = () => run(`update site_users set program_id = ${program} where id = ${id}`);
    expect(await toldBy(back)).toEqual([`user ${id} saved`]);
  });

  test('events and their draws, where they are given too', async () => {
    const event = await makeEvent(db(), { program_id: other, type: 'giveaway' });
    const give = () =>
      run(`insert into event_programs (event_id, program_id) values (${event.id}, ${program})`);
    expect(await toldBy(give)).toEqual([`event ${event.id} saved`]);
    const rename = () => run(`update events set name = 'Other' where id = ${event.id}`);
    expect(await toldBy(rename)).toEqual([`event ${event.id} saved`]);
    const off = () => run(`update events set active = 0 where id = ${event.id}`);
    expect((await toldBy(off)).toSorted()).toEqual([`draw ${event.id} deleted`, `event ${event.id} deleted`]);
  });

  test('the prize of an event, and its texts, to sites that know the event and not the product', async () => {
    const { id: product_id } = await makeProduct(db(), { program_id: other });
    const { id: event } = await makeEvent(db(), { program_id: other, product_id });
    await run(`insert into event_programs (event_id, program_id) values (${event}, ${program})`);
    const rename = () => run(`update gift_products set name = 'Other' where id = ${product_id}`);
    expect(await toldBy(rename)).toEqual([`event ${event} saved`]);
    const translate = () =>
      run(
        `insert into gift_product_translations (product_id, language_slug, name) values (${product_id}, 'de', 'x')`,
      );
    expect(await toldBy(translate)).toEqual([`event ${event} saved`]);
    const describe = () => run(`update gift_products set description = 'x' where id = ${product_id}`);
    expect(await toldBy(describe)).toEqual([]);
  });

  test('an event that moves home, to the site that it leaves', async () => {
    const { id } = await makeEvent(db(), { program_id: program });
    await run(`delete from event_programs where event_id = ${id}`);
    const move = () => run(`update events set program_id = ${other} where id = ${id}`);
    expect(await toldBy(move)).toEqual([`event ${id} deleted`]);
  });

  test('a page by its path, and under its old one as deleted', async () => {
    const make = () =>
      run(
        `insert into landing_pages (name, path, program_id, template) values ('x', '/a', ${program}, '<p>x</p>')`,
      );
    expect(await toldBy(make)).toEqual(['page /a saved']);
    const rename = () => run(`update landing_pages set name = 'y' where program_id = ${program}`);
    expect(await toldBy(rename)).toEqual(['page /a saved']);
    const move = () => run(`update landing_pages set path = '/b' where program_id = ${program}`);
    expect((await toldBy(move)).toSorted()).toEqual(['page /a deleted', 'page /b saved']);
    expect(await toldBy(() => run(`delete from landing_pages where program_id = ${program}`))).toEqual([
      'page /b deleted',
    ]);
  });

  test('enrolments and their end to sites that know both, the person and the class', async () => {
    const class_id = await makeSoldClass(db(), program, { home: other });
    const { id: user_id } = await makeSiteUser(db(), { program_id: program });
    const enrol = async () => {
      const { id } = await db()
        .insertInto('class_users')
        .values({ class_id, user_id })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    let id = 0;
    const told = await toldBy(async () => (id = await enrol()));
    expect(told).toEqual([`enrolment ${id} saved`]);
    const cancel = () => run(`update class_users set enrol_status = 1 where id = ${id}`);
    expect((await toldBy(cancel)).toSorted()).toEqual([`cancellation ${id} saved`, `enrolment ${id} saved`]);
    const refunded = () => run(`update class_users set cancel_after_refund = 1 where id = ${id}`);
    expect(await toldBy(refunded)).toEqual([`enrolment ${id} saved`]);
    const stranger = await makeSiteUser(db(), { program_id: other });
    const elsewhere = () =>
      run(`insert into class_users (class_id, user_id) values (${class_id}, ${stranger.id})`);
    expect(await toldBy(elsewhere)).toEqual([]);
  });

  describe('of a guest', () => {
    let user_id: number;
    let home: number;
    let readHome: typeof read;
    beforeEach(async () => {
      [home, readHome] = await makeReader();
      user_id = (await makeSiteUser(db(), { program_id: home })).id;
      for (const site of [program, other])
        await run(`insert into site_user_sites (user_id, program_id) values (${user_id}, ${site})`);
    });
    /** What is told of purchases and tickets to the home, to `program`, and to `other`, which knows nothing of them. */
    const toldAll = async (work: () => Promise<unknown>) => {
      const readers = [readHome, read, readOther];
      const places = await Promise.all(readers.map(async (reader) => (await reader('limit=200')).body.next));
      await work();
      return Promise.all(
        readers.map(async (reader, index) => {
          const { body } = await reader(`after=${places[index]}&limit=200`);
          return body.changes
            .filter(({ kind }: SiteChange) => kind === 'purchase' || kind === 'ticket')
            .map(({ kind, id, change }: SiteChange) => `${kind} ${id} ${change}`);
        }),
      );
    };

    test.each([
      [
        'sells it',
        (id: number) =>
          run(`insert into gift_product_programs (product_id, program_id) values (${id}, ${program})`),
      ],
      [
        'is its home',
        (id: number) => run(`update gift_products set program_id = ${program} where id = ${id}`),
      ],
      ['knows an event with it', (id: number) => makeEvent(db(), { program_id: program, product_id: id })],
    ])('a purchase, to the home and to the site that %s', async (_, knowing) => {
      const product = await makeProduct(db());
      await knowing(product.id);
      let id = 0;
      const told = await toldAll(
        async () => ({ id } = await makePurchase(db(), { user_id, product_id: product.id })),
      );
      expect(told).toEqual([[`purchase ${id} saved`], [`purchase ${id} saved`], []]);
    });

    test('a ticket, to the home and to the site of the event', async () => {
      const event = await makeEvent(db(), { program_id: program });
      const told = await toldAll(() => makeTickets(db(), event, 1, user_id));
      const saved = [expect.stringMatching(/^ticket \d+ saved$/)];
      expect(told).toEqual([saved, saved, []]);
    });
  });

  test('sales to the site and to the program, and their refunds as they go', async () => {
    const instructor = await makeInstructor(db(), { program_id: other });
    const { id: class_id } = await makeClass(db(), { instructor_id: instructor.id, program_id: other });
    const values = { class_id, instructor_id: instructor.id, program_id: other, site_program_id: program };
    let charge = 0;
    const sell = async () => (charge = (await makeCharge(db(), values)).id);
    const [told] = await toldBy(sell);
    expect(told).toBe(`charge ${charge} saved`);
    const ask = () => makeRefund(db(), { charge_id: charge, amount: 1 });
    expect(await toldBy(ask, readOther)).toContainEqual(expect.stringMatching(/^refund \d+ saved$/));
  });

  test('coins, and with them the balance of the person', async () => {
    const { id } = await makeSiteUser(db(), { program_id: program });
    const give = () => run(`insert into lilt_entries (user_id, amount, kind) values (${id}, 100, 'grant')`);
    const told = await toldBy(give);
    expect(told.toSorted()).toEqual([expect.stringMatching(/^coin \d+ saved$/), `user ${id} saved`]);
  });
});

describe('the order', () => {
  test('what changes again moves to its last place, and stretches hold each object once', async () => {
    const { next } = (await read('limit=200')).body;
    const ids: number[] = [];
    for (let index = 0; index < 5; index++) ids.push((await makeSiteUser(db(), { program_id: program })).id);
    await run(`update site_users set first_name = 'again' where id = ${ids[1]}`);
    const seen: number[] = [];
    for (let after = next, more = true; more; ) {
      const { body } = await read(`after=${after}&limit=2`);
      seen.push(...body.changes.map(({ id }: SiteChange) => id));
      ({ next: after, more } = body);
    }
    expect(seen).toEqual([ids[0], ids[2], ids[3], ids[4], ids[1]]);
  });

  test('whoever changed an object last has the last word, though they had begun before others', async () => {
    const id = await makeSoldClass(db(), program);
    const set = (values: string) => `update classes set ${values} where id = ${id}`;
    const race = (last: string, first: string) => () =>
      changeBegunBefore(app().ownerUrl, set(last), { others: () => run(set(first)) });
    expect(await toldBy(race('del_flag = 0', 'del_flag = 1'))).toEqual([`class ${id} saved`]);
    expect(await toldBy(race('del_flag = 1', "class_name = 'Other'"))).toEqual([`class ${id} deleted`]);
  });

  test('a place is of one program, and nothing else is one', async () => {
    const { next } = (await read()).body;
    for (const after of [
      'x',
      next.slice(1),
      Buffer.from(`changes ${program} 1 99999999999999999999`).toString('base64url'),
    ])
      expect((await read(`after=${after}`)).body.errors).toMatchObject([{ path: 'after' }]);
    expect((await readOther(`after=${next}`)).status).toBe(400);
  });
});

describe('the end', () => {
  const age = (where: string) =>
    run(
      `update site_changes set changed_at = now() - interval '31 days' where program_id = ${program} and ${where}`,
    );

  test('is a 410 where something behind the place was swept, and none where nothing was', async () => {
    const { next: before } = (await read('limit=200')).body;
    await makeSiteUser(db(), { program_id: program });
    const { next: after } = (await read(`after=${before}`)).body;
    await age('true');
    while ((await sweepSiteChanges(db(), 1)) > 0);
    const gone = await read(`after=${before}`);
    expect([gone.status, gone.body.code]).toEqual([410, 'GONE']);
    expect((await read(`after=${after}`)).body).toMatchObject({ changes: [], more: false });
    expect((await read()).body).toMatchObject({ changes: [], more: false });
  });

  test('changes of another cluster stand before those of this one', async () => {
    const { id: first } = await makeSiteUser(db(), { program_id: program });
    await run(`update site_changes set xid = '900000000000' where program_id = ${program}`);
    await alignSiteChanges(db(), 1000);
    const { id: second } = await makeSiteUser(db(), { program_id: program });
    const { changes } = (await read('limit=200')).body;
    const users = changes.filter(({ kind }: SiteChange) => kind === 'user').map(({ id }: SiteChange) => id);
    expect(users).toEqual([first, second]);
    const future = Buffer.from(`changes ${program} 900000000000 1`).toString('base64url');
    expect((await read(`after=${future}`)).status).toBe(410);
  });
});
