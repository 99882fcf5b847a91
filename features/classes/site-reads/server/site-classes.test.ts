/** Classes of a site beside staff's list, and what every list of a site has: stretches, languages, caching. */
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { inDepth } from '../../../../test/deep.ts';
import {
  makeCategory,
  makeClass,
  makeInstructor,
  makeProgram,
  makeSiteKey,
} from '../../../../test/factories.ts';
import { type Call, useTestApp } from '../../../../test/harness.ts';
import { ACCESS_TYPES } from '../../visibility.ts';
import type { SiteClass } from '../contract.ts';

const app = useTestApp({ siteCallsPerMinute: 100_000 });
const db = () => app().platform.database.everything;

let staff: Call;
let instructor_id: number;
beforeAll(async () => {
  staff = await app().as({ permissions: ['superadmin'] });
  instructor_id = (await makeInstructor(db())).id;
});

async function makeSite(values: object = {}) {
  const { id } = await makeProgram(db(), values);
  const { site_key } = await makeSiteKey(db(), id, { rights: ['read'] });
  const read = (path: string, headers: Record<string, string> = {}) =>
    app().call('GET', `/api/site/${path}`, undefined, { authorization: `Bearer ${site_key}`, ...headers });
  return { id, read, authorization: `Bearer ${site_key}` };
}
type Read = Awaited<ReturnType<typeof makeSite>>['read'];

const classOf = async (program_id: number, class_name: string, values: object = {}) =>
  (await makeClass(db(), { instructor_id, program_id, class_name, ...values })).id;
const placed = (class_id: number, values: object) =>
  db().updateTable('class_programs').set(values).where('class_id', '=', class_id).execute();
const translated = (class_id: number, language_slug: string, texts: object) =>
  db()
    .insertInto('class_translations')
    .values({ class_id, language_slug, ...texts })
    .execute();

/** All classes of a list, in stretches of `limit`. */
async function allClasses(read: Read, query: string, limit = 200): Promise<SiteClass[]> {
  const all: SiteClass[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const { status, body } = await read(`classes?limit=${limit}&cursor=${next}&${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.next === null || body.classes.length === limit, 'a stretch that goes on is full').toBe(true);
    all.push(...body.classes);
    next = body.next;
  }
  return all;
}

/** What staff sees in the program under a filter, by id. */
async function staffs(program_id: number, filter: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const { classes } = (await staff('GET', `classes?program_id=${program_id}&page=${page}&${filter}`)).body;
    if (classes.length === 0) return ids.toSorted((a, b) => a - b);
    ids.push(...classes.map(({ id }: { id: number }) => id));
  }
}

describe('the classes of a site', () => {
  test('are said to be for sale where a sale of them is taken, and else not', async () => {
    const { id, read } = await makeSite();
    const { site_key } = await makeSiteKey(db(), id);
    const home = await classOf(id, 'Sold at home');
    const off = await classOf(id, 'Shown at home');
    await placed(off, { active: 0 });
    const listed = await allClasses(read, '');
    expect(new Map(listed.map((one) => [one.id, one.for_sale]))).toEqual(
      new Map([
        [home, true],
        [off, false],
      ]),
    );
    for (const { id: class_id, for_sale } of listed) {
      const sale = { reference: `order-${class_id}`, type: 'class', class_id, amount: 1, currency: 'USD' };
      const authorization = `Bearer ${site_key}`;
      const { status } = await app().call('POST', '/api/site/charges', sale, { authorization });
      expect(status).toBe(for_sale ? 200 : 404);
    }
  });

  test('are what staff finds by the filter `visible`, whatever flags, homes and links there are', async () => {
    const bit = fc.constantFrom(0, 0, 0, 1);
    const off = bit.map((set) => 1 - set);
    const link = fc.record({ active: off, featured: fc.boolean(), display_order: fc.nat(3) });
    const world = fc.array(
      fc.record({
        flags: fc.record({
          status: off,
          del_flag: bit,
          cancel: bit,
          viewable: off,
          access_type: fc.constantFrom(...ACCESS_TYPES, 'public' as const),
          is_bundle: fc.boolean(),
        }),
        home: fc.constantFrom(0, 1, 2, null),
        links: fc.tuple(...[0, 1, 2].map(() => fc.option(link))),
      }),
      { minLength: 5, maxLength: 25 },
    );
    let shown = 0;
    let hidden = 0;
    await fc.assert(
      fc.asyncProperty(world, fc.integer({ min: 1, max: 7 }), async (classes, limit) => {
        const sites = [await makeSite(), await makeSite(), await makeSite()];
        for (const { flags, home, links } of classes) {
          const program_id = home === null ? null : (sites[home]?.id ?? null);
          const { id: class_id } = await makeClass(db(), { instructor_id, program_id, ...flags });
          for (const [index, values] of links.entries()) {
            const at = sites[index]?.id ?? 0;
            if (!values) continue;
            await db()
              .insertInto('class_programs')
              .values({ class_id, program_id: at, ...values })
              .onConflict((conflict) => conflict.columns(['class_id', 'program_id']).doUpdateSet(values))
              .execute();
          }
        }
        for (const { id, read } of sites) {
          const visible = await staffs(id, 'visible=1');
          const listed = await allClasses(read, '', limit);
          expect(listed.map((row) => row.id).toSorted((a, b) => a - b)).toEqual(visible);
          expect(listed.map(keyOf)).toEqual(listed.map(keyOf).toSorted(byKey));
          const all = await staffs(id, '');
          for (const other of classes.length > 20 ? [] : all)
            expect([other, (await read(`classes/${other}`)).status]).toEqual([
              other,
              visible.includes(other) ? 200 : 404,
            ]);
          for (const type of ['class', 'bundle'])
            expect((await allClasses(read, `type=${type}`)).map((row) => row.id)).toEqual(
              listed.filter((row) => row.type === type).map((row) => row.id),
            );
          shown += visible.length;
          hidden += all.length - visible.length;
        }
      }),
      // Shrinking would make worlds for minutes.
      { numRuns: inDepth(4, 60), seed: 20_261_125, endOnFailure: true },
    );
    expect([shown > 10, hidden > 10]).toEqual([true, true]);
  });

  test('begin with what is featured, then go by their places, those without one last', async () => {
    const { id, read } = await makeSite();
    const [none, second, first, star, lateStar] = [
      await classOf(id, 'none'),
      await classOf(id, 'second'),
      await classOf(id, 'first'),
      await classOf(id, 'star'),
      await classOf(id, 'late star'),
    ];
    await placed(second, { display_order: 2 });
    await placed(first, { display_order: 1 });
    await placed(star, { display_order: 9, featured: true });
    await placed(lateStar, { featured: true });
    const ids = (await allClasses(read, '', 2)).map((row) => row.id);
    expect(ids).toEqual([star, lateStar, first, second, none]);
  });

  test('are found by words of a name in the language shown, and by a category that the program shows', async () => {
    const [{ id, read }, other] = [await makeSite(), await makeSite()];
    const category = await makeCategory(db(), { program_id: id, programs: [id] });
    const below = await makeCategory(db(), { program_id: id, programs: [id], parent_id: category.id });
    const foreign = await makeCategory(db(), { program_id: other.id, programs: [other.id] });
    const chess = await classOf(id, 'Chess openings', { category: category.id, sub_category: below.id });
    const go = await classOf(id, 'Go openings', { category: foreign.id });
    await translated(chess, 'de', { class_name: 'Schach 100 %' });
    const ids = async (query: string) => (await allClasses(read, query)).map((row) => row.id);
    expect(await ids('q=openings%20CHESS')).toEqual([chess]);
    expect(await ids('q=openings')).toEqual([chess, go]);
    expect(await ids('q=schach')).toEqual([]);
    expect(await ids('q=schach&locale=de')).toEqual([chess]);
    expect(await ids('q=100%20%25&locale=de')).toEqual([chess]);
    expect(await ids(`category_id=${category.id}`)).toEqual([chess]);
    expect(await ids(`category_id=${below.id}`)).toEqual([chess]);
    expect(await ids(`category_id=${foreign.id}`)).toEqual([]);
    expect((await read(`classes/${go}`)).body.class).toMatchObject({ category: null, sub_category: null });
    expect((await read(`classes/${chess}`)).body.class).toMatchObject({
      category: { id: category.id },
      sub_category: { id: below.id },
    });
  });

  test('name who teaches what is lent, and of a bundle only what the program shows', async () => {
    const [{ id, read }, other] = [await makeSite(), await makeSite()];
    const teacher = await makeInstructor(db(), { program_id: other.id, first_name: 'Grace', last_name: 'H' });
    const lent = await classOf(other.id, 'lent', { instructor_id: teacher.id, is_bundle: true });
    await db().insertInto('class_programs').values({ class_id: lent, program_id: id }).execute();
    const [own, hidden, elsewhere] = [
      await classOf(id, 'own'),
      await classOf(id, 'hidden', { viewable: 0 }),
      await classOf(other.id, 'elsewhere'),
    ];
    const members = [own, hidden, elsewhere];
    await db()
      .insertInto('bundle_classes')
      .values(members.map((class_id, position) => ({ bundle_id: lent, class_id, position })))
      .execute();
    expect((await read(`classes/${lent}`)).body.class).toMatchObject({
      instructor: { id: teacher.id, name: 'Grace H' },
      classes: [{ id: own, name: 'own' }],
    });
    expect((await other.read(`classes/${lent}`)).body.class.classes).toEqual([
      { id: elsewhere, name: 'elsewhere' },
    ]);
    expect((await read(`classes/${elsewhere}`)).body).toMatchObject({
      code: 'NOT_FOUND',
      errors: [{ path: 'id' }],
    });
  });
});

const keyOf = (row: SiteClass) =>
  [row.featured ? 0 : 1, row.display_order || Number.MAX_SAFE_INTEGER, row.id] as const;
function byKey(one: ReturnType<typeof keyOf>, other: ReturnType<typeof keyOf>): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

describe('a list', () => {
  test('goes on behind its cursor although rows have come and gone meanwhile', async () => {
    const { id, read } = await makeSite();
    const ids: number[] = [];
    for (let turn = 0; turn < 6; turn++) ids.push(await classOf(id, 'a class'));
    const first = (await read('classes?limit=2')).body;
    await db()
      .updateTable('classes')
      .set({ status: 0 })
      .where('id', 'in', [ids[1] ?? 0, ids[2] ?? 0])
      .execute();
    const star = await classOf(id, 'a star');
    await placed(star, { featured: true });
    const second = (await read(`classes?limit=2&cursor=${first.next}`)).body;
    const third = (await read(`classes?limit=2&cursor=${second.next}`)).body;
    expect([first, second, third].flatMap(({ classes }) => classes.map((row: SiteClass) => row.id))).toEqual(
      ids.toSpliced(2, 1),
    );
    expect(third.next).toBeNull();
  });

  test('400 for a broken cursor, a limit out of bounds, an unknown language or parameter', async () => {
    const { id, read } = await makeSite();
    for (let turn = 0; turn < 2; turn++) await classOf(id, 'a class');
    const { next } = (await read('classes?limit=1')).body;
    const made = (text: string) => Buffer.from(text).toString('base64url');
    const cursors = [
      'x',
      `${next}A`,
      next.slice(1),
      made('classes 1 2'),
      made('classes 1 2 3 4'),
      made('classes 1 2 -3'),
      made('classes 1 3000000000 2'),
      made('classes 1 01 2'),
      made('classes 1 NaN 2'),
    ];
    for (const cursor of cursors) {
      const { status, body } = await read(`classes?cursor=${cursor}`);
      expect([cursor, status, body.errors?.[0].path]).toEqual([cursor, 400, 'cursor']);
    }
    expect((await read(`events?cursor=${next}`)).body.errors[0].path).toBe('cursor');
    for (const [query, path] of [
      ['limit=0', 'limit'],
      ['limit=201', 'limit'],
      ['limit=x', 'limit'],
      ['locale=xx', 'locale'],
      ['category_id=x', 'category_id'],
      ['type=x', 'type'],
    ]) {
      const { status, body } = await read(`classes?${query}`);
      expect([query, status, body.errors?.[0].path]).toEqual([query, 400, path]);
    }
    expect((await read('classes?page=2')).status).toBe(400);
  });

  test('answers fifty rows unless told', async () => {
    const { id, read } = await makeSite();
    for (let turn = 0; turn < 51; turn++) await classOf(id, 'a class');
    expect((await read('classes')).body.classes).toHaveLength(50);
  });

  test('has each text in the language asked for, or in the program’s, or in English', async () => {
    const { id, read } = await makeSite({ default_locale: 'fr' });
    const one = await classOf(id, 'English', { description: 'English text' });
    await translated(one, 'fr', { class_name: 'Français', description: 'Texte' });
    await translated(one, 'de', { class_name: 'Deutsch' });
    const two = await classOf(id, 'Second', { additional_info: 'More' });
    await translated(two, 'de', { additional_info: 'Mehr' });
    const texts = async (query: string) => {
      const { classes, locale } = (await read(`classes?${query}`)).body;
      return [locale, ...classes.map((row: SiteClass) => [row.name, row.description, row.additional_info])];
    };
    expect(await texts('locale=de')).toEqual(['de', ['Deutsch', 'Texte', ''], ['Second', '', 'Mehr']]);
    expect(await texts('')).toEqual(['fr', ['Français', 'Texte', ''], ['Second', '', 'More']]);
    expect(await texts('locale=en')).toEqual(['en', ['English', 'English text', ''], ['Second', '', 'More']]);
    expect(await texts('locale=ja')).toEqual(['ja', ['Français', 'Texte', ''], ['Second', '', 'More']]);
  });
});

describe('an answer for everybody', () => {
  test('is named by its content: 304 for who has it, another name once it has changed', async () => {
    const { id, read } = await makeSite();
    const twin = await makeSite();
    const one = await classOf(id, 'One');
    const { status, headers } = await read('classes');
    expect([status, headers['cache-control'], headers.vary]).toEqual([
      200,
      'public, max-age=60, stale-while-revalidate=600',
      'Authorization, Accept-Encoding',
    ]);
    const etag = String(headers.etag);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await read('classes', { 'if-none-match': known });
      expect([known, again.status, again.body, again.headers.etag]).toEqual([known, 304, '', etag]);
      expect(again.headers.vary).toBe('Authorization, Accept-Encoding');
      expect(again.headers['cache-control']).toContain('max-age=60');
    }
    await db()
      .updateTable('classes')
      .set({ updated_at: new Date().toISOString() })
      .where('id', '=', one)
      .execute();
    expect((await read('classes')).headers.etag).toBe(etag);
    await db().updateTable('classes').set({ class_price: 1 }).where('id', '=', one).execute();
    const changed = await read('classes', { 'if-none-match': etag });
    expect([changed.status, changed.body.classes[0].full_price]).toEqual([200, 1]);
    expect(changed.headers.etag).not.toBe(etag);
    expect((await twin.read('banners')).headers.etag).toBe((await read('banners')).headers.etag);
  });

  test('says once what it varies by where it is compressed', async () => {
    const { id, authorization } = await makeSite();
    await classOf(id, 'One', { description: 'x'.repeat(5000) });
    const { headers, rawPayload } = await app().http.inject({
      url: '/api/site/classes',
      headers: { authorization, 'accept-encoding': 'br' },
    });
    expect([headers['content-encoding'], headers.vary]).toEqual(['br', 'Authorization, Accept-Encoding']);
    expect(JSON.parse(brotliDecompressSync(rawPayload).toString()).classes[0].name).toBe('One');
  });

  test('is answered to a HEAD as to a GET, without the body', async () => {
    const { id, authorization } = await makeSite();
    const one = await classOf(id, 'One');
    const ask = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
      app().http.inject({ method, url: `/api/site/${url}`, headers: { authorization, ...headers } });
    for (const url of [
      'classes?limit=1',
      `classes/${one}`,
      'changes',
      'classes/1000000000',
      'classes?limit=0',
    ]) {
      const [read, head] = [await ask('GET', url), await ask('HEAD', url)];
      expect([url, head.statusCode, head.headers.etag, head.body]).toEqual([
        url,
        read.statusCode,
        read.headers.etag,
        '',
      ]);
    }
    const { headers } = await ask('GET', 'classes');
    expect((await ask('HEAD', 'classes', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
    expect((await ask('HEAD', 'classes', { authorization: 'Bearer unknown' })).statusCode).toBe(401);
    expect((await ask('HEAD', 'charges')).statusCode).toBe(404);
  });

  test('is not kept where it refuses', async () => {
    const { read } = await makeSite();
    const refused = [
      await read('classes?limit=0'),
      await read('classes/1000000000'),
      await read('classes', { authorization: 'Bearer unknown' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 404, 401]);
    for (const { headers } of refused) {
      expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined]);
      expect(String(headers.vary ?? '')).not.toContain('Authorization');
    }
  });
});
