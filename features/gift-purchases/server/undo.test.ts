/** A fulfillment undone until its sheet is printed, as previewed, and how its parcels travel. */
import { beforeAll, describe, expect, test } from 'vitest';
import { DELIVERY, makeProduct, makeProgram, makePurchase, makeSiteUser } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';

type Staff = Call & { admin_id: number };

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let product: number;
let superadmin: Staff;
let other: Staff;
let bound: Staff;

beforeAll(async () => {
  program = (await makeProgram(db())).id;
  product = (await makeProduct(db(), { program_id: program })).id;
  superadmin = await app().as({ permissions: ['superadmin'] });
  other = await app().as({ permissions: ['superadmin'] });
  bound = await app().as({ permissions: ['programadmin'], program_id: program });
});

async function orders(number: number, values: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < number; n++) {
    const user = await makeSiteUser(db(), { program_id: program, lilt_delivery: DELIVERY, ...values });
    ids.push((await makePurchase(db(), { user_id: user.id, product_id: product })).id);
  }
  return ids;
}
const emailOf = async ({ admin_id }: Staff) =>
  (await db().selectFrom('admins').select('email').where('id', '=', admin_id).executeTakeFirstOrThrow())
    .email;
async function fulfil(
  call: Call,
  ids: number[],
  more: object = {},
): Promise<{ fulfilment_id: number; file: string }> {
  const { status, body } = await call('POST', 'lilt-purchases/fulfill', { ids, ...more });
  expect(status, body.message).toBe(200);
  return body;
}
const undo = (call: Call, id: number) => call('POST', `lilt-fulfilment/${id}/undo`);
const print = (call: Call, id: number) => call('POST', `lilt-fulfilment/${id}/printed`);
const rowOf = (id: number) =>
  db().selectFrom('gift_purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('POST lilt-fulfilment/{id}/undo', () => {
  test('puts its orders back, which can be fulfilled again; its file is gone; a second undo names the first', async () => {
    const ids = await orders(3);
    const { fulfilment_id, file } = await fulfil(superadmin, ids, { carrier: 'DHL' });
    expect((await superadmin('GET', `lilt-purchase/${ids[0]}`)).body.purchase.can_undo).toBe(1);
    const { status, body } = await undo(superadmin, fulfilment_id);
    expect([status, body.ids]).toEqual([200, ids]);
    for (const id of ids)
      expect(await rowOf(id)).toMatchObject({
        fulfilment_id: null,
        sent: null,
        carrier: '',
        tracking_number: '',
      });
    expect((await superadmin('GET', file)).status).toBe(404);
    expect((await superadmin('GET', `lilt-fulfilment/${fulfilment_id}`)).status).toBe(404);
    for (const late of [undo, print]) {
      const answer = await late(other, fulfilment_id);
      expect([answer.status, answer.body.message]).toEqual([
        409,
        `${await emailOf(superadmin)} has already undone this fulfillment`,
      ]);
    }
    expect((await fulfil(superadmin, ids)).fulfilment_id).toBeGreaterThan(fulfilment_id);
    const entries = await db()
      .selectFrom('audit_entries')
      .select('action')
      .where('entity', '=', 'gift_purchase')
      .where('entity_id', '=', String(ids[0]))
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['fulfil', 'undo', 'fulfil']);
  });

  test('409 once the sheet is printed, with who printed it; printed twice is printed once', async () => {
    const [id = 0] = await orders(1);
    const { fulfilment_id } = await fulfil(bound, [id]);
    const first = await print(bound, fulfilment_id);
    const second = await print(other, fulfilment_id);
    expect(second.body.fulfilment).toEqual(first.body.fulfilment);
    const { status, body } = await undo(superadmin, fulfilment_id);
    const changed_by = await emailOf(bound);
    expect([status, body.message]).toEqual([409, `${changed_by} has already printed this fulfillment`]);
    expect(body.conflict).toEqual({ changed_by, changed_at: first.body.fulfilment.printed_at });
    expect((await superadmin('GET', `lilt-purchase/${id}`)).body.purchase).toMatchObject({
      fulfilled: 1,
      can_undo: 0,
    });
  });

  test('several by a superadmin, one by its own program, and within a day', async () => {
    const [two, one] = [await orders(2), await orders(1)];
    const many = await fulfil(superadmin, two);
    const single = await fulfil(superadmin, one);
    const global = await app().as({ permissions: ['store'] });
    expect((await undo(global, many.fulfilment_id)).status).toBe(403);
    expect((await undo(bound, single.fulfilment_id)).status).toBe(403);
    expect((await bound('GET', `lilt-purchase/${one[0]}`)).body.purchase.can_undo).toBe(0);
    expect((await undo(global, single.fulfilment_id)).status).toBe(200);
    const [own = 0] = await orders(1);
    expect((await undo(bound, (await fulfil(bound, [own])).fulfilment_id)).status).toBe(200);
    const stranger = await app().as({
      permissions: ['store'],
      program_id: (await makeProgram(db())).id,
    });
    for (const call of [undo, print]) expect((await call(stranger, many.fulfilment_id)).status).toBe(404);
    const line = (await superadmin('GET', `lilt-purchase/${one[0]}`)).body.purchase.line;
    const old = await db()
      .insertInto('fulfilments')
      .values({
        file_name: `${'0'.repeat(31)}a.csv`,
        created_at: new Date(Date.now() - 25 * 3_600_000).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db()
      .updateTable('gift_purchases')
      .set({ fulfilment_id: old.id, sent: JSON.stringify(line) })
      .where('id', '=', one[0] ?? 0)
      .execute();
    const late = await undo(superadmin, old.id);
    expect([late.status, late.body.message]).toEqual([400, 'A fulfillment can be undone within 24 hours']);
  });

  test('undone, printed and fulfilled anew by many at once: printed or undone, never both, each order sent once', async () => {
    for (let round = 0; round < 10; round++) {
      const ids = await orders(2);
      const { fulfilment_id } = await fulfil(superadmin, ids);
      const calls = [superadmin, other];
      const answers = await Promise.all([
        ...calls.map((call) => undo(call, fulfilment_id)),
        ...calls.map((call) => print(call, fulfilment_id)),
        ...calls.map((call) => call('POST', 'lilt-purchases/fulfill', { ids })),
      ]);
      const [undone, printed, sent] = [answers.slice(0, 2), answers.slice(2, 4), answers.slice(4)].map(
        statusesOf,
      );
      expect(
        [...(undone ?? []), ...(printed ?? [])].every((status) => [200, 404, 409].includes(status)),
      ).toBe(true);
      const row = await db()
        .selectFrom('fulfilments')
        .select(['printed_at', 'undone_at'])
        .where('id', '=', fulfilment_id)
        .executeTakeFirstOrThrow();
      expect([row.printed_at, row.undone_at].filter((at) => at !== null)).toHaveLength(1);
      expect(undone).toEqual(row.undone_at ? [200, 409] : [409, 409]);
      expect(printed?.includes(200)).toBe(row.printed_at !== null);
      expect(sent?.filter((status) => status === 200).length).toBeLessThanOrEqual(row.undone_at ? 1 : 0);
      const [first, second] = await Promise.all(ids.map(rowOf));
      expect(first?.fulfilment_id).toBe(second?.fulfilment_id);
      expect(first?.fulfilment_id === fulfilment_id).toBe(row.printed_at !== null);
    }
  });
});

describe('as previewed', () => {
  test('409 with the new preview where an address has changed since; nothing is fulfilled', async () => {
    const ids = await orders(2);
    const { body: before } = await superadmin('GET', `lilt-purchases/fulfill-preview?ids=${ids.join()}`);
    expect(before.orders).toMatchObject(ids.map((id) => ({ line: { id }, against: null })));
    const { user_id } = await rowOf(ids[1] ?? 0);
    const lilt_delivery = DELIVERY.replace(/"street":"[^"]*"/, '"street":"Moved 7"');
    expect(lilt_delivery).not.toBe(DELIVERY);
    await db().updateTable('site_users').set({ lilt_delivery }).where('id', '=', user_id).execute();
    const refused = await superadmin('POST', 'lilt-purchases/fulfill', {
      ids,
      fingerprint: before.fingerprint,
    });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'An address or payout method has changed since. Nothing was fulfilled.',
    ]);
    expect((await rowOf(ids[0] ?? 0)).fulfilment_id).toBeNull();
    const { fingerprint, orders: shown } = refused.body.preview;
    expect(shown[1].line.address).toContain('Moved 7');
    await fulfil(superadmin, ids, { fingerprint });
  });

  test('a carrier is of parcels alone, and a number of its order; both can be said later', async () => {
    const [parcel = 0, second = 0] = await orders(2);
    const { fulfilment_id } = await fulfil(superadmin, [parcel, second], {
      carrier: ' DHL ',
      tracking: [{ id: second, tracking_number: '0034' }],
    });
    const { orders: sent } = (await superadmin('GET', `lilt-fulfilment/${fulfilment_id}`)).body.fulfilment;
    expect(sent).toMatchObject([
      { id: parcel, carrier: 'DHL', tracking_number: '' },
      { id: second, carrier: 'DHL', tracking_number: '0034' },
    ]);
    const later = { carrier: 'UPS', tracking_number: '1Z' };
    expect((await bound('PATCH', `lilt-purchase/${parcel}/tracking`, later)).body.purchase).toMatchObject(
      later,
    );
    const [open = 0] = await orders(1);
    const early = await bound('PATCH', `lilt-purchase/${open}/tracking`, later);
    expect([early.status, early.body.message]).toEqual([
      400,
      'Only a fulfilled parcel has a carrier and a tracking number',
    ]);
  });
});

describe('the database itself', () => {
  test('puts no order back whose fulfillment is not undone, and undoes none that is printed or another program’s', async () => {
    const ids = await orders(1);
    const { fulfilment_id } = await fulfil(superadmin, ids);
    const back = db()
      .updateTable('gift_purchases')
      .set({ fulfilment_id: null, sent: null })
      .where('id', '=', ids[0] ?? 0);
    await expect(back.execute()).rejects.toMatchObject({ constraint: 'gift_purchases_undone' });
    const scoped = app().platform.database.forProgram(program, bound.admin_id);
    const end = (how: object) => scoped.updateTable('fulfilments').set(how).where('id', '=', fulfilment_id);
    const now = new Date().toISOString();
    await expect(end({ undone_at: now, undone_by: bound.admin_id }).execute()).rejects.toMatchObject({
      code: '42501',
    });
    await expect(end({ printed_at: now, printed_by: superadmin.admin_id }).execute()).rejects.toMatchObject({
      code: '42501',
    });
    await end({ printed_at: now, printed_by: bound.admin_id }).execute();
    const undone = db().updateTable('fulfilments').set({ undone_at: now }).where('id', '=', fulfilment_id);
    await expect(undone.execute()).rejects.toMatchObject({ constraint: 'fulfilments_printed_or_undone' });
    const anew = db().updateTable('fulfilments').set({ printed_at: null }).where('id', '=', fulfilment_id);
    await expect(anew.execute()).rejects.toMatchObject({ constraint: 'fulfilments_kept' });
  });
});
