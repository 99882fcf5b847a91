/** The event calls over HTTP: what they do, what they refuse, whose rows they leave alone. Draws have a test of their own. */
import { beforeEach, describe, expect, test } from 'vitest';
import { LOCALES } from '../../../core/locales.ts';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { inDays, makeEvent, makeTickets } from '../../../test/rows/events.ts';
import type { Event } from '../contract.ts';
import { commitmentOf } from '../draws/server/draw-arithmetic.ts';
import { readSecret } from '../draws/server/draw-secrets.ts';
import { statusOf } from '../rules.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };
let stranger: Call & { admin_id: number };

beforeEach(async () => {
  // What one test means for all new programs is not meant for those of the next.
  await db().updateTable('events').set({ auto_assign: false }).execute();
  program = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['events'], program_id: program });
  stranger = await app().as({ permissions: ['events'], program_id: other });
});

const ids = ({ body }: { body: { events: Event[] } }) => body.events.map(({ id }) => id);
const data = (values: object = {}) => ({
  name: 'Spring draw',
  type: 'giveaway',
  ticket_price: 12.5,
  usd_price: 3.99,
  available: 10,
  start_at: '2026-01-01T00:00:00Z',
  end_at: '2026-02-01T02:00:00+02:00',
  ...values,
});
const make = (values: object = {}) => makeEvent(db(), { program_id: program, ...values });
const path = (id: number, rest = '') => `lilt-event/${id}${rest}`;
const audited = (id: number) =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'admin_id', 'program_id', 'before', 'after'])
    .where('entity', '=', 'event')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

describe('GET lilt-events', () => {
  test('200: filters by program, name, id, flags and what waits for a draw', async () => {
    const waiting = await make({ name: 'Waiting' });
    const live = await make({ name: 'Live', end_at: inDays(1) });
    const regular = await make({ name: 'Regular 100%', type: 'regular', active: 0 });
    const list = (query: string) => superadmin('GET', `lilt-events?program_id=${program}${query}`);
    // The newest first.
    expect(ids(await list(''))).toEqual([regular.id, live.id, waiting.id]);
    expect(ids(await list('&name=wait'))).toEqual([waiting.id]);
    expect(ids(await list(`&name=${live.id}`))).toEqual([live.id]);
    expect(ids(await list('&name=0%25'))).toEqual([regular.id]);
    expect(ids(await list('&active=0'))).toEqual([regular.id]);
    expect(ids(await list('&processed=1'))).toEqual([regular.id]);
    expect(ids(await list('&active=1&processed=0&sort_by=name'))).toEqual([live.id, waiting.id]);
    expect(ids(await list('&undrawn=1'))).toEqual([waiting.id]);
    const day = (days: number) => inDays(days).slice(0, 10);
    expect(ids(await list(`&dates=${day(0)},${day(3)}`))).toEqual([live.id]);
    expect(ids(await list(`&dates=${day(-30)},${day(-11)}`))).toEqual([]);
    expect((await list('&page=9')).body).toEqual({ events: [], count: 3 });
  });

  test('200: the status is derived from the flag and the dates, as the browser derives it', async () => {
    await make({ active: 0 });
    await make({ start_at: inDays(1), end_at: inDays(2) });
    await make({ end_at: inDays(1) });
    await makeTickets(db(), await make({ end_at: inDays(1), available: 2 }), 2);
    await make();
    const { body } = await superadmin('GET', `lilt-events?program_id=${program}&sort_by=n`);
    expect(body.events.map(({ n }: Event) => n)).toEqual(['draft', 'scheduled', 'live', 'sold_out', 'ended']);
    for (const event of body.events) expect(statusOf(event, Date.now())).toBe(event.n);
  });

  test('200: sorts by every column both ways, ties by id', async () => {
    const made = [];
    for (let index = 0; index < 4; index++) {
      const giveaway = index % 2 === 0;
      const price = { price: giveaway ? null : 500 - index, ticket_price: giveaway ? index * 7 : null };
      made.push(
        await make({
          type: giveaway ? 'giveaway' : 'regular',
          ...price,
          usd_price: index % 2,
          available: 9 - index,
        }),
      );
    }
    for (const column of [
      'id',
      'name',
      'type',
      'ticket_price',
      'price',
      'usd_price',
      'available',
      'n',
      'status',
      'active',
    ].concat(['featured', 'sort_order', 'tickets', 'processed', 'start_at', 'end_at'])) {
      for (const direction of ['asc', 'desc']) {
        const { status, body } = await superadmin(
          'GET',
          `lilt-events?program_id=${program}&sort_by=${column}&sort_dest=${direction}`,
        );
        expect(status, column).toBe(200);
        expect(new Set(ids({ body })), column).toEqual(new Set(made.map(({ id }) => id)));
        const key = (column === 'status' ? 'n' : column) as keyof Event;
        const values = body.events
          .map((event: Event) => event[key])
          .filter((value: unknown) => value !== null);
        const before = (a: never, b: never) => (direction === 'asc' ? a <= b : a >= b);
        for (let at = 1; at < values.length; at++)
          expect(before(values[at - 1] as never, values[at] as never), `${column} ${direction}`).toBe(true);
        const equal = body.events.every((event: Event) => event[key] === body.events[0][key]);
        const sorted = ids({ body }).toSorted((a, b) => (direction === 'asc' ? a - b : b - a));
        expect(equal ? ids({ body }) : sorted, column).toEqual(sorted);
      }
    }
  });

  test('400: featured and display order sort within a program alone', async () => {
    for (const column of ['featured', 'sort_order']) {
      const { status, body } = await superadmin('GET', `lilt-events?sort_by=${column}`);
      expect([status, body.errors[0].path]).toEqual([400, 'sort_by']);
      expect((await bound('GET', `lilt-events?sort_by=${column}`)).status).toBe(200);
    }
    expect((await superadmin('GET', 'lilt-events?sort_by=commitment')).status).toBe(400);
    expect((await superadmin('GET', 'lilt-events?undrawn=2')).status).toBe(400);
  });

  test('200: a program shows its own and those it was given; its staff acts on its own alone', async () => {
    const own = await make();
    const given = await makeEvent(db(), { program_id: null });
    await db().insertInto('event_programs').values({ event_id: given.id, program_id: program }).execute();
    expect(ids(await bound('GET', `lilt-events?program_id=${other}`))).toEqual([given.id, own.id]);
    expect(ids(await stranger('GET', 'lilt-events'))).toEqual([]);
    expect((await bound('GET', path(given.id))).status).toBe(404);
    expect((await bound('PATCH', path(given.id), { data: { name: 'mine' } })).status).toBe(404);
  });
});

describe('POST lilt-event', () => {
  test('200: makes it with its commitment, in its program, and audits it', async () => {
    const { status, body } = await superadmin('POST', 'lilt-event', { data: data({ program_id: program }) });
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body.event).toMatchObject({
      name: 'Spring draw',
      price: null,
      ticket_price: 12.5,
      usd_price: 3.99,
      start_at: '2026-01-01T00:00:00.000Z',
      end_at: '2026-02-01T00:00:00.000Z',
      active: 1,
      n: 'ended',
      processed: false,
      tickets: 0,
      program_id: program,
    });
    const secret = await readSecret(db(), app().platform.drawKey, body.event.id);
    expect(secret).toHaveLength(32);
    expect(body.event.commitment).toBe(commitmentOf(secret).toString('hex'));
    const { sealed } = await db()
      .selectFrom('draw_secrets')
      .select('sealed')
      .where('event_id', '=', body.event.id)
      .executeTakeFirstOrThrow();
    expect(sealed.includes(secret)).toBe(false);
    expect((await superadmin('GET', path(body.event.id, '/programs'))).body.programs).toEqual([program]);
    expect(await audited(body.event.id)).toMatchObject([
      { action: 'create', admin_id: superadmin.admin_id, program_id: program },
    ]);
  });

  test('200: a bound admin makes it for its own program; its database role writes the secret and cannot read it', async () => {
    const { status, body } = await bound('POST', 'lilt-event', { data: data() });
    expect([status, body.event.program_id]).toEqual([200, program]);
    const scoped = app().platform.database.forProgram(program);
    await expect(scoped.selectFrom('draw_secrets').selectAll().execute()).rejects.toThrow(
      'permission denied',
    );
  });

  test('200: assign_to_all takes every program of today, auto_assign those of tomorrow', async () => {
    const all = await superadmin('POST', 'lilt-event', { data: data({ assign_to_all: 1 }) });
    const auto = await superadmin('POST', 'lilt-event', { data: data({ auto_assign: true }) });
    const later = (await makeProgram(db())).id;
    const programs = async (id: number) => (await superadmin('GET', path(id, '/programs'))).body.programs;
    expect(await programs(all.body.event.id)).toEqual(expect.arrayContaining([program, other]));
    expect(await programs(all.body.event.id)).not.toContain(later);
    expect(await programs(auto.body.event.id)).toEqual([later]);
  });

  test.each([
    [{ name: '  ' }, 'data.name'],
    [{ name: undefined }, 'data.name'],
    [{ end_at: '2026-01-01T00:00:00Z' }, 'data.end_at'],
    [{ start_at: 'soon' }, 'data.start_at'],
    [{ end_at: '0000-01-01T00:00:00Z' }, 'data.end_at'],
    [{ ticket_price: -1 }, 'data.ticket_price'],
    [{ ticket_price: null }, 'data.ticket_price'],
    [{ ticket_price: undefined }, 'data.ticket_price'],
    [{ type: 'regular', price: undefined }, 'data.price'],
    [{ type: 'regular', price: null }, 'data.price'],
    [{ usd_price: 1.999 }, 'data.usd_price'],
    [{ available: -1 }, 'data.available'],
    [{ available: 1.5 }, 'data.available'],
    [{ type: 'raffle' }, 'data.type'],
    [{ program_id: 99_999_999 }, 'data.program_id'],
    [{ image_id: 99_999_999 }, 'data.image_id'],
  ])('400: %j', async (wrong, field) => {
    const { status, body } = await superadmin('POST', 'lilt-event', { data: data(wrong) });
    expect([status, body.errors?.[0].path, body.message.length > 3]).toEqual([400, field, true]);
  });

  test('403: another program, or every program, by whoever may not', async () => {
    const globalAdmin = await app().as({ permissions: ['programadmin'] });
    for (const [call, wrong] of [
      [bound, { program_id: other }],
      [bound, { program_id: 0 }],
      [bound, { assign_to_all: true }],
      [globalAdmin, { auto_assign: true }],
    ] as const)
      expect((await call('POST', 'lilt-event', { data: data(wrong) })).status).toBe(403);
  });
});

describe('PATCH lilt-event', () => {
  test('200: changes what the data names, ignores the rest, audits before and after; nothing changed, nothing written', async () => {
    const { id } = await make();
    const first = (await bound('GET', path(id))).body.event;
    const { status, body } = await bound('PATCH', path(id), {
      data: { ...first, name: 'Renamed', assign_to_all: 0 },
    });
    expect([status, body.event]).toEqual([
      200,
      { ...first, name: 'Renamed', updated_at: body.event.updated_at },
    ]);
    expect(Date.parse(body.event.updated_at)).toBeGreaterThan(Date.parse(first.updated_at));
    const again = await bound('PATCH', path(id), { data: { name: 'Renamed' } });
    expect(again.body).toEqual(body);
    const entries = await audited(id);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ before: { name: 'An event' }, after: { name: 'Renamed' } });
    const regular = await bound('PATCH', path(id), { data: { type: 'regular', price: 7.01 } });
    expect(regular.body.event).toMatchObject({ price: 7.01, ticket_price: null, processed: true });
  });

  test('`assign_to_all` in a change assigns to every program: 200 for a superadmin, 403 for others', async () => {
    const { id } = await make();
    const send = (call: Call) => call('PATCH', path(id), { data: { assign_to_all: true } });
    expect((await send(bound)).status).toBe(403);
    expect((await send(superadmin)).status).toBe(200);
    const { programs } = (await superadmin('GET', path(id, '/programs'))).body;
    const all = await db().selectFrom('programs').select('id').where('status', '=', 1).execute();
    expect(new Set(programs)).toEqual(new Set(all.map((one) => one.id)));
    expect((await audited(id)).at(-1)).toMatchObject({ action: 'programs', after: { programs } });
    const { length } = await audited(id);
    expect((await send(superadmin)).status).toBe(200);
    expect(await audited(id)).toHaveLength(length);
  });

  test('409: stale, with who and when', async () => {
    const { id, updated_at } = await make();
    await superadmin('PATCH', path(id), { data: { name: 'First' } });
    const { status, body } = await bound('PATCH', path(id), { data: { name: 'Second', updated_at } });
    expect([status, body.conflict.changed_by]).toEqual([409, expect.stringContaining('@')]);
    expect((await bound('GET', path(id))).body.event.name).toBe('First');
  });

  test('400: fewer tickets than sold, another type once one was sold, an end before the start', async () => {
    const event = await make();
    await makeTickets(db(), event, 3);
    const refused = async (change: object) => {
      const { status, body } = await superadmin('PATCH', path(event.id), { data: change });
      return [status, body.errors?.[0].path];
    };
    expect(await refused({ available: 2 })).toEqual([400, 'data.available']);
    expect(await refused({ type: 'regular' })).toEqual([400, 'data.type']);
    expect(await refused({ end_at: '2001-01-01T00:00:00Z' })).toEqual([400, 'data.end_at']);
    expect((await superadmin('PATCH', path(event.id), { data: { available: 3 } })).status).toBe(200);
  });

  test('200: moved to another program, its tickets are for the other staff to see', async () => {
    const event = await make();
    await makeTickets(db(), event, 3);
    expect((await bound('GET', path(event.id, '/tickets'))).body).toEqual({ number: 3, users: 1 });
    await superadmin('PATCH', path(event.id), { data: { program_id: other } });
    expect((await bound('GET', path(event.id, '/tickets'))).status).toBe(404);
    expect((await stranger('GET', path(event.id, '/tickets'))).body).toEqual({ number: 3, users: 1 });
  });

  test('403 and 404: another program in the body, a foreign row', async () => {
    const { id } = await make();
    expect((await bound('PATCH', path(id), { data: { program_id: other } })).status).toBe(403);
    expect((await bound('PATCH', path(id), { data: { auto_assign: true } })).status).toBe(403);
    expect((await stranger('PATCH', path(id), { data: { name: 'x' } })).status).toBe(404);
  });
});

describe('display order and featured', () => {
  test('200: per program, seen in the list of the program alone', async () => {
    const { id } = await make();
    expect(
      (await bound('PATCH', path(id, '/display-order'), { program_id: program, sort_order: 4 })).body,
    ).toEqual({
      sort_order: 4,
    });
    expect((await bound('PATCH', path(id, '/featured'), { program_id: program })).body).toEqual({
      featured: true,
    });
    const listed = await superadmin('GET', `lilt-events?program_id=${program}`);
    expect(listed.body.events).toMatchObject([{ id, featured: true, sort_order: 4 }]);
    expect((await superadmin('GET', path(id))).body.event).toMatchObject({
      featured: false,
      sort_order: null,
    });
    expect((await bound('PATCH', path(id, '/featured'), { program_id: program })).body).toEqual({
      featured: false,
    });
    expect((await audited(id)).map(({ action }) => action)).toEqual([
      'display-order',
      'featured',
      'featured',
    ]);
  });

  test('200: an even number of toggles at once leaves it as it was', async () => {
    const { id } = await make();
    await Promise.all(
      Array.from({ length: 10 }, () => bound('PATCH', path(id, '/featured'), { program_id: program })),
    );
    expect((await bound('GET', path(id))).body.event.featured).toBe(false);
  });

  test.each(['display-order', 'featured'])(
    '%s: 400 not assigned, 403 another program, 404 a foreign row',
    async (what) => {
      const { id } = await make();
      const body = (program_id: number) => ({
        program_id,
        ...(what === 'featured' ? {} : { sort_order: 1 }),
      });
      const send = (call: Call, program_id: number) => call('PATCH', path(id, `/${what}`), body(program_id));
      expect((await send(superadmin, other)).body.errors[0].path).toBe('program_id');
      expect((await send(superadmin, 0)).status).toBe(400);
      expect((await send(bound, other)).status).toBe(403);
      expect((await send(stranger, other)).status).toBe(404);
    },
  );
});

describe('programs and categories', () => {
  test('200: the list replaces the list, its own program stays, places that stay are kept', async () => {
    const { id } = await make();
    await bound('PATCH', path(id, '/featured'), { program_id: program });
    const { body } = await superadmin('PATCH', path(id, '/programs'), { programs: [other, other] });
    expect(body.programs).toEqual([program, other]);
    expect((await superadmin('PATCH', path(id, '/programs'), { programs: [] })).body.programs).toEqual([
      program,
    ]);
    expect((await bound('GET', path(id))).body.event.featured).toBe(true);
    const category = await superadmin('POST', 'lilt-category', { data: { name: 'Books' } });
    const saved = await superadmin('PATCH', path(id, '/categories'), {
      categories: [category.body.category.id],
    });
    expect(saved.body.categories).toEqual([category.body.category.id]);
    expect((await superadmin('GET', path(id, '/categories'))).body).toEqual(saved.body);
  });

  test('400 unknown, 403 whoever is no superadmin, 409 stale', async () => {
    const { id, updated_at } = await make();
    const unknown = await superadmin('PATCH', path(id, '/programs'), { programs: [other, 99_999_999] });
    expect(unknown.body.errors[0].path).toBe('programs.1');
    const category = await superadmin('PATCH', path(id, '/categories'), { categories: [99_999_999] });
    expect(category.body.errors[0].path).toBe('categories.0');
    for (const what of ['/programs', '/categories'])
      expect((await bound('GET', path(id, what))).status).toBe(403);
    await superadmin('PATCH', path(id), { data: { name: 'Changed' } });
    const stale = await superadmin('PATCH', path(id, '/programs'), { programs: [other], updated_at });
    expect(stale.status).toBe(409);
  });
});

describe('translations', () => {
  test('200: all 26, English from the event, one save for those that changed', async () => {
    const { id } = await make({ description: 'All of it' });
    const first = await bound('GET', path(id, '/translations'));
    expect(first.body.translations.map((row: { language_slug: string }) => row.language_slug)).toEqual([
      ...LOCALES,
    ]);
    expect(first.body.translations[0]).toEqual({
      language_slug: 'en',
      name: 'An event',
      description: 'All of it',
      update: false,
      outdated: false,
      fields: [],
    });
    const changed = first.body.translations.map((row: { language_slug: string }) =>
      row.language_slug === 'he' ? { ...row, name: 'הגרלה', update: 1 } : row,
    );
    const saved = await bound('PATCH', path(id, '/translations'), { translations: changed });
    const texts = (body: { translations: { name: string; language_slug: string }[] }) =>
      body.translations.filter(({ name }) => name).map(({ language_slug, name }) => [language_slug, name]);
    expect(texts(saved.body)).toEqual([
      ['en', 'An event'],
      ['he', 'הגרלה'],
    ]);
    const gone = await bound('PATCH', path(id, '/translations'), {
      translations: [{ language_slug: 'he', name: ' ', update: true }],
    });
    expect(texts(gone.body)).toEqual([['en', 'An event']]);
  });

  test('400 for another English, a language twice or unknown; 404 for a foreign row; 409 stale', async () => {
    const { id, updated_at } = await make();
    const send = (call: Call, translations: object[], rest = {}) =>
      call('PATCH', path(id, '/translations'), { translations, ...rest });
    const english = await send(bound, [{ language_slug: 'en', name: 'Other' }]);
    expect([english.status, english.body.errors[0].path]).toEqual([400, 'translations.0.language_slug']);
    const german = { language_slug: 'de', name: 'Los' };
    expect((await send(bound, [german, german])).status).toBe(400);
    expect((await send(bound, [{ language_slug: 'xx', name: 'x' }])).status).toBe(400);
    expect((await send(stranger, [german])).status).toBe(404);
    expect((await stranger('GET', path(id, '/translations'))).status).toBe(404);
    expect((await send(bound, [german])).status).toBe(200);
    expect((await send(bound, [german], { updated_at })).status).toBe(409);
  });
});
