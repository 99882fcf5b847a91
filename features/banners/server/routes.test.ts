import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { inDays, makeEvent } from '../../../test/rows/events.ts';
import type { Banner } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };

beforeEach(async () => {
  program = (await makeProgram(db(), { program_display_name: 'Zebra' })).id;
  other = (await makeProgram(db(), { program_display_name: 'ant' })).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['content'], program_id: program });
});

const save = (call: Call, id: number, body: object) => call('POST', `lilt-banner/${id}`, body);
async function make(values: object = {}, call: Call = superadmin): Promise<Banner> {
  const { status, body } = await save(call, 0, { title: 'A banner', program_id: program, ...values });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.banner;
}
const liveEvent = (values: object = {}) =>
  makeEvent(db(), { type: 'regular', end_at: inDays(1), program_id: program, ...values });
async function refused(answer: ReturnType<Call>) {
  const { status, body } = await answer;
  return [status, body.errors?.[0]?.path];
}
const audited = (id: number) =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'program_id', 'before', 'after'])
    .where('entity', '=', 'banner')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

test('by SQL a program’s session names no event that it does not see', async () => {
  const { id } = await make();
  const [own, foreign] = [await liveEvent(), await makeEvent(db(), { program_id: other })];
  const session = app().platform.database.forProgram(program);
  const name = (event: number) =>
    session.updateTable('banners').set({ event_id: event }).where('id', '=', id).execute();
  await expect(name(foreign.id)).rejects.toMatchObject({ constraint: 'events_in_sight' });
  await name(own.id);
});

describe('GET lilt-banners and lilt-banner/{id}', () => {
  test('200: by program and in every order; a bound admin’s are the own program’s, whatever it asks for', async () => {
    await make({ title: 'beta' });
    await make({ title: 'Alpha' });
    await make({ title: 'Gamma', program_id: other });
    const list = async (query: string, call: Call = superadmin) => {
      const { body } = await call('GET', `lilt-banners?${query}`);
      expect(body.banners.count).toBe(body.banners.banners.length);
      return body.banners.banners.map(({ title }: Banner) => title);
    };
    expect(await list(`program_id=${program}`)).toEqual(['beta', 'Alpha']);
    expect(await list(`program_id=${program}&sort_by=title`)).toEqual(['Alpha', 'beta']);
    expect(await list(`program_id=${program}&sort_by=id&sort_dest=desc`)).toEqual(['Alpha', 'beta']);
    expect((await list('sort_by=program')).slice(0, 1)).toEqual(['Gamma']);
    expect(await list(`program_id=${other}`, bound)).toEqual(['beta', 'Alpha']);
    expect((await bound('GET', 'lilt-banners?sort_by=active')).status).toBe(400);
    expect((await superadmin('GET', `lilt-banners?page=2&program_id=${program}`)).body).toEqual({
      banners: { banners: [], count: 2 },
    });
  });
});

test('a banner takes the events that its chooser offers, and no others', async () => {
  const named = { name: 'Offered or not' };
  const [own, elsewhere, foreign, ofSite] = [
    await liveEvent(named),
    await liveEvent({ ...named, program_id: other }),
    await liveEvent({ ...named, program_id: other }),
    await liveEvent({ ...named, program_id: null }),
  ];
  const over = await liveEvent({ ...named, end_at: inDays(-1) });
  const off = await liveEvent({ ...named, active: 0 });
  await db().insertInto('event_programs').values({ event_id: elsewhere.id, program_id: program }).execute();
  const all = [own, elsewhere, foreign, ofSite, over, off].map(({ id }) => id);
  const offered = async (program_id: number) => {
    const asked = `name=Offered&active=1&processed=0&sort_by=name&program_id=${program_id}`;
    const of_site = program_id === 0 ? '1' : '';
    const { body } = await superadmin('GET', `lilt-events?${asked}&of_site=${of_site}`);
    return body.events.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
  };
  const taken = async (program_id: number) => {
    const answers = await Promise.all(
      all.map((event_id) => save(superadmin, 0, { title: 'A banner', program_id, event_id })),
    );
    return all.filter((_, index) => answers[index]?.status === 200);
  };
  expect(await offered(program)).toEqual([own.id, elsewhere.id]);
  expect(await taken(program)).toEqual([own.id, elsewhere.id]);
  expect(await offered(0)).toEqual([ofSite.id]);
  expect(await taken(0)).toEqual([ofSite.id]);
});

describe('POST lilt-banner/0', () => {
  test('200: has the defaults of a new one, and is recorded', async () => {
    const { body } = await save(superadmin, 0, { title: ' Spring ' });
    expect(body.banner).toMatchObject({
      title: 'Spring',
      sub_title: '',
      active: 1,
      program_id: 1,
      event_id: null,
      event: null,
      colors: {
        color_1: '#FC5B00',
        color_2: '#F9BF2D',
        color_text: '#ffffff',
        color_button_text: '#ffffff',
        color_button_bg: '#52943A',
        color_stripe_bg: '#EE6E27',
      },
      image: null,
      mobile_image_id: null,
      focal: { image: { x: 0.5, y: 0.5 }, small_image: { x: 0.5, y: 0.5 } },
      originals: { image: null },
    });
    const { after } = (await audited(body.banner.id))[0] ?? {};
    expect(after).toMatchObject({ title: 'Spring', program_id: 1, image: null });
  });

  test('200: once for a key, however often it is sent; in the own program for a bound admin', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const sent = { title: 'Once', sub_title: 'and for all' };
    const answers = await Promise.all([1, 2, 3].map(() => bound('POST', 'lilt-banner/0', sent, key)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.banner.id)).size).toBe(1);
    expect(answers[0]?.body.banner.program_id).toBe(program);
    const { status, body } = await bound('POST', 'lilt-banner/0', { title: 'Another' }, key);
    expect([status, body.code]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
  });

  test.each([
    ['title', {}],
    ['title', { title: '\u200b ' }],
    ['title', { title: 'x'.repeat(201) }],
    ['colors.color_1', { title: 'x', colors: { color_1: 'red' } }],
    ['focal.image.x', { title: 'x', focal: { image: { x: 1.1, y: 0 } } }],
    ['program_id', { title: 'x', program_id: 2_000_000 }],
    ['event_id', { title: 'x', event_id: 2_000_000 }],
    ['small_image_id', { title: 'x', small_image_id: 2_000_000 }],
    ['active', { title: 'x', active: 2 }],
  ])('400 at %s', async (field, body) => {
    expect(await refused(save(superadmin, 0, body))).toEqual([400, field]);
  });
});

describe('POST lilt-banner/{id}', () => {
  test('200: what is left out stays; nothing changed, nothing written', async () => {
    const made = await make({ sub_title: 'Sub', colors: { color_1: '#000000' }, active: 0 });
    const { body } = await save(bound, made.id, { colors: { color_2: '#111111' }, image_id: null });
    expect(body.banner).toEqual({
      ...made,
      colors: { ...made.colors, color_2: '#111111' },
      updated_at: body.banner.updated_at,
    });
    const again = await save(bound, made.id, { colors: { color_2: '#111111' }, active: false });
    expect(again.body.banner.updated_at).toBe(body.banner.updated_at);
    expect((await audited(made.id)).map(({ action }) => action)).toEqual(['create', 'update']);
  });

  test('403 beyond the own program, 404 for a foreign row, 409 once somebody has saved', async () => {
    const { id, updated_at } = await make();
    expect(await refused(save(bound, id, { program_id: other }))).toEqual([403, undefined]);
    expect(await refused(save(bound, 0, { title: 'x', program_id: other }))).toEqual([403, undefined]);
    const foreign = await make({ program_id: other });
    expect(await refused(save(bound, foreign.id, { title: 'x' }))).toEqual([404, undefined]);
    expect((await save(superadmin, id, { title: 'Newer', updated_at })).status).toBe(200);
    const late = await save(bound, id, { title: 'Older', updated_at });
    expect([late.status, Boolean(late.body.conflict.changed_by)]).toEqual([409, true]);
    const { body } = await superadmin('GET', `lilt-banner/${id}`);
    expect(body.banner.title).toBe('Newer');
  });
});

describe('the event of a banner', () => {
  test('200 for one at home in its program, one that is assigned to it, and of the global site', async () => {
    const own = await liveEvent({ name: 'Own' });
    const lent = await liveEvent({ program_id: other });
    await db().insertInto('event_programs').values({ event_id: lent.id, program_id: program }).execute();
    expect((await make({ event_id: own.id }, bound)).event).toEqual({ id: own.id, name: 'Own' });
    expect((await make({ event_id: lent.id }, bound)).event_id).toBe(lent.id);
    const global = await liveEvent({ program_id: null });
    expect((await make({ event_id: global.id, program_id: 0 })).event_id).toBe(global.id);
    expect(await refused(save(superadmin, 0, { title: 'x', event_id: own.id, program_id: 0 }))).toEqual([
      400,
      'event_id',
    ]);
  });

  test('400 for another program’s, one that is switched off and one that is over', async () => {
    const foreign = await liveEvent({ program_id: other });
    const off = await liveEvent({ active: 0 });
    const over = await liveEvent({ end_at: inDays(-1) });
    for (const call of [superadmin, bound]) {
      for (const { id } of [foreign, off, over]) {
        const body = { title: 'x', program_id: program, event_id: id };
        expect(await refused(save(call, 0, body))).toEqual([400, 'event_id']);
      }
    }
  });

  test('stays when it has ended since, until another is chosen or the program changes', async () => {
    const event = await liveEvent();
    const { id } = await make({ event_id: event.id });
    await db().updateTable('events').set({ active: 0 }).where('id', '=', event.id).execute();
    expect((await save(bound, id, { title: 'Later', event_id: event.id })).status).toBe(200);
    expect(await refused(save(superadmin, id, { program_id: other }))).toEqual([400, 'event_id']);
    expect((await save(bound, id, { event_id: null })).body.banner.event).toBeNull();
    expect(await refused(save(bound, id, { event_id: event.id }))).toEqual([400, 'event_id']);
  });

  test('can be chosen by whoever may edit banners, and by nobody of another area', async () => {
    const event = await liveEvent({ name: 'Chosen' });
    const query = `lilt-events?program_id=${program}&active=1&processed=0&sort_by=name&sort_dest=asc`;
    expect((await bound('GET', query)).body.events).toMatchObject([{ id: event.id }]);
    const money = await app().as({ permissions: ['money'], program_id: program });
    expect((await money('GET', query)).status).toBe(403);
    expect((await bound('GET', `lilt-event/${event.id}`)).status).toBe(403);
  });
});

describe('the translations of a banner', () => {
  test('are outdated once the English changes, unless that was a typo only', async () => {
    const { id } = await make({ title: 'Sprng', sub_title: 'Sale' });
    const german = { language_slug: 'de', title: 'Frühling', sub_title: 'Ausverkauf' };
    await bound('PATCH', `lilt-banner/${id}/translations`, { translations: [german] });
    const outdated = async () => {
      const { body } = await bound('GET', `lilt-banner/${id}/translations`);
      return body.translations.find((row: { language_slug: string }) => row.language_slug === 'de').fields;
    };
    await save(bound, id, { title: 'Spring', typo_only: true });
    expect(await outdated()).toEqual([]);
    await save(bound, id, { sub_title: 'No sale' });
    expect(await outdated()).toEqual(['sub_title']);
  });
});
