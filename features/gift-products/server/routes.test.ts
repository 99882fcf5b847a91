import { beforeEach, describe, expect, test } from 'vitest';
import { makeClass, makeInstructor, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, useTestApp } from '../../../test/harness.ts';
import { formOf, goodFiles } from '../../../test/hostile/hostile-files.ts';
import { makeEvent, makeTickets } from '../../../test/rows/events.ts';
import type { GiftProduct } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;

let program: number;
let other: number;
let superadmin: Call & { admin_id: number };
let bound: Call & { admin_id: number };
let stranger: Call & { admin_id: number };
let eventsAdmin: Call & { admin_id: number };

beforeEach(async () => {
  // What one test means for all new programs is not meant for those of the next.
  await db().updateTable('gift_products').set({ auto_assign: false }).execute();
  program = (await makeProgram(db(), { program_display_name: 'Zebra' })).id;
  other = (await makeProgram(db(), { program_display_name: 'ant' })).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['store'], program_id: program });
  stranger = await app().as({ permissions: ['store'], program_id: other });
  eventsAdmin = await app().as({ permissions: ['events'], program_id: program });
});

const path = (id: number, rest = '') => `lilt-product/${id}${rest}`;
const post = (call: Call, data: object) => call('POST', 'lilt-product', { data });
const patch = (call: Call, id: number, data: object) => call('PATCH', path(id), { data });

async function make(values: object = {}): Promise<GiftProduct> {
  const { status, body } = await post(superadmin, {
    name: 'A mug',
    type: 'physical',
    program_id: program,
    ...values,
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.product;
}
async function refused(answer: ReturnType<Call>) {
  const { status, body } = await answer;
  return [status, body.errors?.[0].path, body.message];
}
async function upload(call: Call, kind: 'png' | 'svg'): Promise<{ id: number; path: string }> {
  return (await call('POST', '/api/upload', formOf((await goodFiles())[kind]))).body;
}
async function aClass(values: object = {}): Promise<number> {
  const { id: instructor_id } = await makeInstructor(db());
  return (await makeClass(db(), { instructor_id, program_id: program, ...values })).id;
}
const audited = (id: number) =>
  db()
    .selectFrom('audit_entries')
    .select(['action', 'program_id', 'before', 'after'])
    .where('entity', '=', 'gift_product')
    .where('entity_id', '=', String(id))
    .orderBy('id')
    .execute();

describe('GET lilt-products and lilt-product/{id}', () => {
  test('names the events that give it and are not over, of those the caller sees', async () => {
    const { id: product_id } = await make();
    const over = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-01-02T00:00:00Z' };
    const event = (name: string, values: object = {}) =>
      makeEvent(db(), { name, program_id: program, product_id, ...values });
    const archived = await event('archived', { active: 0 });
    await db()
      .updateTable('events')
      .set({ archived_at: new Date().toISOString() })
      .where('id', '=', archived.id)
      .execute();
    await event('not drawn yet');
    await event('paid and over', { type: 'regular', price: 100, ticket_price: null, ...over });
    await event('never to be drawn', { ...over, active: 0 });
    await event('to come', { end_at: new Date(Date.now() + 86_400_000).toISOString() });
    await event('of another program', { program_id: other });
    const prizeOf = async (call: Call) => (await call('GET', path(product_id))).body.product.prize_of;
    expect(await prizeOf(superadmin)).toEqual(['not drawn yet', 'to come', 'of another program']);
    expect(await prizeOf(bound)).toEqual(['not drawn yet', 'to come']);
  });

  test('200: by program, name and id, in every order, for those of the store and of events', async () => {
    const mug = await make({ name: 'Mug of 100%' });
    const cash = await make({ name: 'cash', type: 'money', active: 0 });
    const lent = await make({ name: 'Anvil', program_id: other });
    await superadmin('PATCH', path(lent.id, '/programs'), { programs: [program] });
    const list = async (query = '', call: Call = superadmin) => {
      const { body } = await call('GET', `lilt-products?program_id=${program}${query}`);
      return body.products.map(({ name }: GiftProduct) => name);
    };
    expect(await list()).toEqual(['Mug of 100%', 'cash', 'Anvil']);
    for (const [sort, names] of [
      ['name', ['Anvil', 'cash', 'Mug of 100%']],
      ['type', ['cash', 'Mug of 100%', 'Anvil']],
      ['active', ['cash', 'Mug of 100%', 'Anvil']],
      ['program', ['Anvil', 'Mug of 100%', 'cash']],
      ['id', ['Mug of 100%', 'cash', 'Anvil']],
    ] as const) {
      expect(await list(`&sort_by=${sort}`)).toEqual(names);
    }
    expect(await list('&sort_by=id&sort_dest=desc')).toEqual(['Anvil', 'cash', 'Mug of 100%']);
    expect(await list('&name=100%25 mug')).toEqual(['Mug of 100%']);
    expect(await list(`&name=%23${cash.id}`)).toEqual(['cash']);
    expect((await superadmin('GET', `lilt-products?page=2&program_id=${program}`)).body).toEqual({
      products: [],
      count: 3,
    });
    expect(await list('', bound)).toEqual(['Mug of 100%', 'cash', 'Anvil']);
    expect(await list('', eventsAdmin)).toEqual(['Mug of 100%', 'cash', 'Anvil']);
    expect(await list('', stranger)).toEqual(['Anvil']);
    expect((await bound('GET', 'lilt-products?sort_by=price')).status).toBe(400);

    const read = async (call: Call, id: number) => (await call('GET', path(id))).status;
    expect(await read(bound, lent.id)).toBe(200);
    expect(await read(eventsAdmin, mug.id)).toBe(200);
    expect(await read(stranger, mug.id)).toBe(404);
    expect(
      await app()
        .as({ permissions: ['content'] })
        .then((call) => read(call, mug.id)),
    ).toBe(403);
    expect((await post(eventsAdmin, { name: 'x', type: 'physical' })).status).toBe(403);
  });
});

describe('POST and PATCH lilt-product', () => {
  test('200: makes, changes and audits; nothing changed, nothing written', async () => {
    const { body } = await post(bound, {
      name: ' Tea ',
      type: 'physical',
      description: 'Green',
      active: true,
    });
    const { id } = body.product;
    expect(body.product).toMatchObject({ name: 'Tea', active: 1, program_id: program, image: null });
    expect(body.product.data).toEqual({
      class_id: null,
      class_name: null,
      nft_id: '',
      preview: null,
      amount: null,
      currency: null,
    });
    const same = await patch(bound, id, body.product);
    expect(same.body).toEqual(body);
    const changed = await patch(bound, id, { active: 0, description: '' });
    expect(changed.body.product).toMatchObject({ name: 'Tea', description: '', active: 0 });
    expect(await audited(id)).toMatchObject([
      { action: 'create', program_id: program, after: { name: 'Tea', type: 'physical' } },
      {
        action: 'update',
        before: { description: 'Green', active: 1 },
        after: { description: '', active: 0 },
      },
    ]);
    expect((await bound('GET', path(id, '/programs'))).body.programs).toEqual([program]);
  });

  test('400 for a name, a type and texts that cannot be', async () => {
    const { id } = await make();
    const tried = (data: object, by = bound) => refused(post(by, { name: 'x', type: 'physical', ...data }));
    expect((await tried({ name: ' ' })).slice(0, 2)).toEqual([400, 'data.name']);
    expect((await tried({ name: 'x'.repeat(201) })).slice(0, 2)).toEqual([400, 'data.name']);
    expect((await tried({ description: 'x'.repeat(20_001) })).slice(0, 2)).toEqual([400, 'data.description']);
    expect((await tried({ type: 'voucher' })).slice(0, 2)).toEqual([400, 'data.type']);
    expect((await tried({ type: undefined })).slice(0, 2)).toEqual([400, 'data.type']);
    expect((await tried({ type: 'discount' })).slice(0, 2)).toEqual([400, 'data.type']);
    expect((await refused(patch(bound, id, { type: 'discount' }))).slice(0, 2)).toEqual([400, 'data.type']);
    expect((await tried({ program_id: 99_999_999 }, superadmin)).slice(0, 2)).toEqual([
      400,
      'data.program_id',
    ]);
    expect((await post(bound, { name: 'x', type: 'physical', program_id: other })).status).toBe(403);
    expect((await post(bound, { name: 'x', type: 'physical', auto_assign: true })).status).toBe(403);
    expect((await post(bound, { name: 'x', type: 'physical', assign_to_all: true })).status).toBe(403);
  });

  test('an old discount keeps its type, stays editable, and may become something else', async () => {
    const { id } = await db()
      .insertInto('gift_products')
      .values({ name: 'Old', type: 'discount', program_id: program })
      .returning('id')
      .executeTakeFirstOrThrow();
    const kept = await patch(bound, id, { name: 'Older', type: 'discount' });
    expect(kept.body.product).toMatchObject({ name: 'Older', type: 'discount' });
    expect((await patch(bound, id, { type: 'physical' })).body.product.type).toBe('physical');
    expect((await patch(bound, id, { type: 'discount' })).status).toBe(400);
  });

  test('a class: its own, a bundle or one sold here; the same 400 for none, a missing, a deleted and a foreign one', async () => {
    const [own, bundle, foreign, gone, sold] = [
      await aClass({ class_name: 'Knots' }),
      await aClass({ is_bundle: true }),
      await aClass({ program_id: other }),
      await aClass({ del_flag: 1 }),
      await aClass({ program_id: other, class_name: 'Sold here' }),
    ];
    await db().insertInto('class_programs').values({ class_id: sold, program_id: program }).execute();
    const give = (class_id?: number | null, by: Call = bound) =>
      post(by, { name: 'A class', type: 'class', data: { class_id } });
    const { body } = await give(own);
    expect(body.product.data).toMatchObject({ class_id: own, class_name: 'Knots' });
    expect((await give(bundle)).status).toBe(200);
    expect((await give(sold)).body.product.data.class_name).toBe('Sold here');
    const at = 'data.data.class_id';
    for (const id of [99_999_999, foreign, gone])
      expect(await refused(give(id))).toEqual([400, at, `There is no class or bundle ${id}`]);
    expect(await refused(give(foreign, superadmin))).toEqual([200, undefined, undefined]);
    expect(await refused(give(gone, superadmin))).toEqual([400, at, `There is no class or bundle ${gone}`]);
    expect((await refused(give())).slice(0, 2)).toEqual([400, at]);
    expect((await refused(give(null))).slice(0, 2)).toEqual([400, at]);

    // What it gives already is not asked again.
    await db().updateTable('classes').set({ del_flag: 1 }).where('id', '=', own).execute();
    const { id } = body.product;
    expect((await patch(bound, id, { name: 'Still', data: { class_id: own } })).status).toBe(200);
    expect((await refused(patch(bound, id, { data: { class_id: null } }))).slice(0, 2)).toEqual([400, at]);
    expect((await refused(patch(bound, id, { data: { class_id: foreign } }))).slice(0, 2)).toEqual([400, at]);
  });

  test('a digital item: its picture from a real upload, an SVG too, which stays', async () => {
    const [svg, png] = [await upload(bound, 'svg'), await upload(bound, 'png')];
    const foreign = await upload(stranger, 'svg');
    const item = (nft_image_id: number | undefined, more: object = {}) =>
      post(bound, { name: 'A token', type: 'nft', nft_image_id, ...more });
    const { status, body } = await item(svg.id, {
      image_id: png.id,
      data: { nft_id: ' 0xab ', preview: 'x' },
    });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        product: {
          nft_image_id: svg.id,
          nft_image: svg.path,
          image: png.path,
          data: { nft_id: '0xab', preview: 'x' },
        },
      },
    });
    const at = 'data.nft_image_id';
    expect((await refused(item(undefined))).slice(0, 2)).toEqual([400, at]);
    expect((await refused(item(0))).slice(0, 2)).toEqual([400, at]);
    expect(await refused(item(foreign.id))).toEqual([400, at, 'There is no such image']);
    expect(await refused(item(png.id))).toEqual([400, at, 'There is no such image']);
    expect((await refused(item(svg.id, { image_id: svg.id }))).slice(0, 2)).toEqual([400, 'data.image_id']);
    expect((await refused(item(svg.id, { data: { nft_id: 'x'.repeat(201) } }))).slice(0, 2)).toEqual([
      400,
      'data.data.nft_id',
    ]);
    const { id } = body.product;
    expect((await refused(patch(bound, id, { nft_image_id: 0 }))).slice(0, 2)).toEqual([400, at]);
    const bare = await patch(bound, id, { image_id: 0, data: { nft_id: '' } });
    expect(bare.body.product).toMatchObject({ image_id: null, image: null, data: { nft_id: '' } });
    // It keeps what another program's staff has given it, and cannot take it elsewhere.
    await db().updateTable('gift_products').set({ nft_image_id: foreign.id }).where('id', '=', id).execute();
    expect((await patch(bound, id, { name: 'y', nft_image_id: foreign.id })).status).toBe(200);
  });

  test('money: an amount with its currency or neither, in that currency’s decimals', async () => {
    const money = (data: object) => post(bound, { name: 'Cash', type: 'money', data });
    const yen = (await money({ amount: 500, currency: 'JPY' })).body.product;
    expect(yen.data).toMatchObject({ amount: 500, currency: 'JPY' });
    expect((await money({})).body.product.data).toMatchObject({ amount: null, currency: null });
    for (const [data, at] of [
      [{ amount: 5 }, 'amount.currency'],
      [{ currency: 'USD' }, 'amount'],
      [{ amount: 0, currency: 'USD' }, 'amount'],
      [{ amount: -5, currency: 'USD' }, 'amount'],
      [{ amount: 1.005, currency: 'USD' }, 'amount'],
      [{ amount: 1.5, currency: 'JPY' }, 'amount'],
      [{ amount: 1e21, currency: 'USD' }, 'amount'],
      [{ amount: '5', currency: 'USD' }, 'amount'],
      [{ amount: 5, currency: 'XXX' }, 'amount.currency'],
    ] as const) {
      expect((await refused(money(data))).slice(0, 2)).toEqual([400, `data.data.${at.split('.').at(-1)}`]);
    }
    const dollars = (await patch(bound, yen.id, { data: { currency: 'USD' } })).body.product;
    expect(dollars.data).toMatchObject({ amount: 500, currency: 'USD' });
    expect((await patch(bound, yen.id, { data: { amount: 4.99 } })).body.product.data.amount).toBe(4.99);
    expect((await refused(patch(bound, yen.id, { data: { currency: 'KRW' } }))).slice(0, 2)).toEqual([
      400,
      'data.data.amount',
    ]);
    const none = await patch(bound, yen.id, { data: { amount: null, currency: null } });
    expect(none.body.product.data).toMatchObject({ amount: null, currency: null });
  });

  test('a preview is kept by a product of every type, and goes with the type', async () => {
    const mug = await make({ type: 'physical', data: { preview: ' A blue mug ' } });
    expect(mug.data.preview).toBe('A blue mug');
    const named = (await patch(bound, mug.id, { name: 'Mug' })).body.product;
    expect(named.data.preview).toBe('A blue mug');
    const given = await patch(bound, mug.id, {
      ...named,
      type: 'class',
      data: { ...named.data, class_id: await aClass() },
    });
    expect(given.body.product).toMatchObject({ type: 'class', data: { preview: null } });
    const placed = await patch(bound, mug.id, { data: { preview: 'A place in a class' } });
    expect(placed.body.product.data.preview).toBe('A place in a class');
    expect((await patch(bound, mug.id, { type: 'money' })).body.product.data.preview).toBeNull();
    const cash = await patch(bound, mug.id, { data: { preview: 'Money' } });
    expect(cash.body.product.data.preview).toBe('Money');
    expect((await patch(bound, mug.id, { data: { preview: null } })).body.product.data.preview).toBeNull();
  });

  test('another type clears what is not its own; what is newly given to the wrong type is a 400', async () => {
    const class_id = await aClass();
    const given = await make({ type: 'class', data: { class_id } });
    // All that was read goes back beside the new type.
    const cash = await patch(bound, given.id, { ...given, type: 'money' });
    expect(cash.body.product).toMatchObject({ type: 'money', data: { class_id: null } });
    await patch(bound, given.id, { data: { amount: 5, currency: 'EUR' } });
    const svg = await upload(bound, 'svg');
    const item = await patch(bound, given.id, { type: 'nft', nft_image_id: svg.id });
    expect(item.body.product).toMatchObject({ data: { amount: null, currency: null, preview: svg.path } });
    const mug = await patch(bound, given.id, { type: 'physical' });
    expect(mug.body.product).toMatchObject({ nft_image_id: null, data: { preview: null } });
    for (const [data, at] of [
      [{ data: { class_id } }, 'data.data.class_id'],
      [{ data: { nft_id: 'x' } }, 'data.data.nft_id'],
      [{ data: { amount: 5, currency: 'EUR' } }, 'data.data.amount'],
      [{ nft_image_id: svg.id }, 'data.nft_image_id'],
    ] as const) {
      expect((await refused(patch(bound, given.id, data))).slice(0, 2)).toEqual([400, at]);
    }
  });

  test('400 for another class or sum of what somebody has; a sum can be named later', async () => {
    const own = async (values: object) => {
      const { id } = await make(values);
      const { id: user_id } = await makeSiteUser(db(), { program_id: other });
      await db().insertInto('gift_purchases').values({ product_id: id, user_id, type: 'regular' }).execute();
      return id;
    };
    const lesson = await own({ type: 'class', data: { class_id: await aClass() } });
    expect((await refused(patch(bound, lesson, { data: { class_id: await aClass() } }))).slice(0, 2)).toEqual(
      [400, 'data.data.class_id'],
    );
    const cash = await own({ type: 'money' });
    const pay = (amount: number) => patch(bound, cash, { data: { amount, currency: 'USD' } });
    expect((await pay(50)).status).toBe(200);
    expect((await pay(50)).status).toBe(200);
    expect((await refused(pay(500))).slice(0, 2)).toEqual([400, 'data.data.amount']);
    expect((await patch(bound, cash, { name: 'Fifty dollars' })).status).toBe(200);
  });

  test('400 for another thing as the prize of a giveaway that has sold tickets; a superadmin corrects a sum', async () => {
    const prize = await make({ type: 'money', data: { amount: 1000, currency: 'USD' } });
    const event = await makeEvent(db(), { program_id: program, product_id: prize.id });
    const pay = (call: Call, amount: number) => patch(call, prize.id, { data: { amount, currency: 'USD' } });
    expect((await pay(bound, 900)).status).toBe(200);
    await makeTickets(db(), { id: event.id, program_id: program }, 2);
    expect((await refused(pay(bound, 1))).slice(0, 2)).toEqual([400, 'data.data.amount']);
    expect((await refused(patch(bound, prize.id, { type: 'physical' }))).slice(0, 2)).toEqual([
      400,
      'data.type',
    ]);
    expect((await pay(superadmin, 950)).body.product.data.amount).toBe(950);
    const badge = await make({ type: 'nft', nft_image_id: (await upload(bound, 'svg')).id });
    const shown = await makeEvent(db(), { program_id: program, product_id: badge.id });
    await makeTickets(db(), { id: shown.id, program_id: program }, 2);
    const other = await upload(bound, 'svg');
    expect((await refused(patch(bound, badge.id, { nft_image_id: other.id }))).slice(0, 2)).toEqual([
      400,
      'data.nft_image_id',
    ]);
  });

  test('the role of a program’s staff names no product and no class that it does not see', async () => {
    const [theirs, hidden] = [await make({ program_id: other }), await aClass({ program_id: other })];
    const scoped = app().platform.database.forProgram(program);
    const event = await makeEvent(db(), { program_id: program });
    await expect(
      scoped.updateTable('events').set({ product_id: theirs.id }).where('id', '=', event.id).execute(),
    ).rejects.toMatchObject({ constraint: 'events_product_in_sight' });
    await expect(
      scoped
        .insertInto('gift_products')
        .values({ name: 'x', type: 'class', class_id: hidden, program_id: program })
        .execute(),
    ).rejects.toMatchObject({ constraint: 'gift_products_class_in_sight' });
  });

  test('400 for another type of what somebody has, whoever they are', async () => {
    const { id, updated_at } = await make({ auto_assign: true });
    const { id: user_id } = await makeSiteUser(db(), { program_id: other });
    await db().insertInto('gift_purchases').values({ product_id: id, user_id, type: 'regular' }).execute();
    const message = 'Users have this product: its type cannot be changed any more';
    for (const call of [bound, superadmin]) {
      expect(await refused(patch(call, id, { type: 'money' }))).toEqual([400, 'data.type', message]);
    }
    const kept = await patch(bound, id, { name: 'Renamed', type: 'physical', updated_at });
    expect(kept.body.product).toMatchObject({ name: 'Renamed', auto_assign: true });
  });

  test('programs of today and tomorrow are a superadmin’s; 404 for a foreign row, 409 for a stale one', async () => {
    const inactive = (await makeProgram(db(), { status: 0 })).id;
    const all = await make({ program_id: 0, assign_to_all: true, auto_assign: 1 });
    const later = (await makeProgram(db())).id;
    const { programs } = (await superadmin('GET', path(all.id, '/programs'))).body;
    expect(programs).toEqual(expect.arrayContaining([program, other, later]));
    expect(programs).not.toContain(inactive);
    expect((await patch(bound, all.id, { name: 'x' })).status).toBe(404);
    const { id, updated_at } = await make();
    expect((await patch(bound, id, { auto_assign: true })).status).toBe(403);
    expect((await patch(stranger, id, { name: 'x' })).status).toBe(404);
    await patch(superadmin, id, { name: 'Ours' });
    const { status, body } = await patch(bound, id, { name: 'x', updated_at });
    expect([status, body.conflict.changed_by]).toEqual([409, expect.stringContaining('@')]);
  });
});

describe('what hangs on a product', () => {
  test('programs: 200 replaces and keeps its own, 400 unknown, 403 no superadmin, read by the store alone', async () => {
    const { id } = await make();
    const send = (call: Call, programs: number[]) => call('PATCH', path(id, '/programs'), { programs });
    expect((await send(superadmin, [other])).body.programs).toEqual([program, other]);
    expect((await refused(send(superadmin, [99_999_999]))).slice(0, 2)).toEqual([400, 'programs.0']);
    expect((await send(bound, [])).status).toBe(403);
    expect((await bound('GET', path(id, '/programs'))).body.programs).toContain(program);
    expect((await stranger('GET', path(id, '/programs'))).status).toBe(404);
    expect((await eventsAdmin('GET', path(id, '/programs'))).status).toBe(403);
  });

  test('`assign_to_all` in a change assigns to every program: 200 for a superadmin, 403 for others', async () => {
    const { id } = await make();
    const programs = async () => (await superadmin('GET', path(id, '/programs'))).body.programs;
    expect((await patch(bound, id, { assign_to_all: 1 })).status).toBe(403);
    expect((await patch(superadmin, id, { assign_to_all: 0 })).status).toBe(200);
    expect(await programs()).toEqual([program]);
    expect((await patch(superadmin, id, { assign_to_all: 1 })).status).toBe(200);
    const all = await db().selectFrom('programs').select('id').where('status', '=', 1).execute();
    expect(new Set(await programs())).toEqual(new Set(all.map((one) => one.id)));
  });

  test('translations: outdated by new English, spared by a typo; 404 a foreign row', async () => {
    const { id } = await make({ name: 'A mug', description: 'Holds tea' });
    const german = { language_slug: 'de', name: 'Ein Becher', description: 'Für Tee' };
    const saved = await bound('PATCH', path(id, '/translations'), { translations: [german] });
    expect(saved.status).toBe(200);
    const outdated = async () => {
      const { translations } = (await bound('GET', path(id, '/translations'))).body;
      return translations.find(({ language_slug }: { language_slug: string }) => language_slug === 'de')
        .fields;
    };
    expect(await outdated()).toEqual([]);
    await bound('PATCH', path(id), { data: { name: 'A  mug' }, typo_only: true });
    expect(await outdated()).toEqual([]);
    await patch(bound, id, { description: 'Holds coffee' });
    expect(await outdated()).toEqual(['description']);
    expect((await stranger('PATCH', path(id, '/translations'), { translations: [] })).status).toBe(404);
  });
});

describe('GET class-search', () => {
  test('200: by name or id, none that is deleted or another program’s, at most 20', async () => {
    const word = `q${program}`;
    const plain = await aClass({ class_name: `The ${word} of rope` });
    const first = await aClass({ class_name: `${word} and knots`, is_bundle: true });
    await aClass({ class_name: `${word} gone`, del_flag: 1 });
    const foreign = await aClass({ class_name: `${word} elsewhere`, program_id: other });
    const found = async (call: Call, name: string) =>
      (await call('GET', `class-search?name=${encodeURIComponent(name)}`)).body.classes.map(
        ({ id }: { id: number }) => id,
      );
    expect(await found(bound, word)).toEqual([first, plain]);
    expect(await found(superadmin, word)).toEqual([first, foreign, plain]);
    expect((await found(bound, `#${plain}`))[0]).toBe(plain);
    expect(await found(bound, `#${foreign}`)).not.toContain(foreign);
    for (let number = 0; number < 22; number++) await aClass({ class_name: `${word} ${number}` });
    expect(await found(bound, word)).toHaveLength(20);
    expect((await eventsAdmin('GET', 'class-search')).status).toBe(403);
  });
});
