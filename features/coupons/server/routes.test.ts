import { beforeEach, describe, expect, test } from 'vitest';
import { makeProgram } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import type { Coupon } from '../contract.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;
let other: number;
let admin: Call & { admin_id: number };
let bound: Call & { admin_id: number };
let stranger: Call & { admin_id: number };

beforeEach(async () => {
  program = (await makeProgram(db())).id;
  other = (await makeProgram(db())).id;
  admin = await app().as({ permissions: ['store'] });
  bound = await app().as({ permissions: ['store'], program_id: program });
  stranger = await app().as({ permissions: ['store'], program_id: other });
});

let made = 0;
const wish = (values: object = {}) => ({
  data: { coupon_name: 'Spring', coupon_stripe_id: `SPRING-${++made}`, program_id: program, ...values },
});
async function make(values: object = {}, call: Call = admin): Promise<Coupon> {
  const { status, body } = await call('POST', 'coupon', wish(values));
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.coupon;
}
const change = (id: number, data: object, call: Call = admin) => call('PATCH', `coupon/${id}`, { data });
const refusal = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.errors?.[0].path];

describe('GET coupons', () => {
  test('200 ten a page, of the program, found by name, Stripe ID or id, sorted by every column', async () => {
    const rows: Coupon[] = [];
    for (let n = 0; n < 12; n++)
      rows.push(
        await make({
          coupon_name: `Name ${n % 3} of ${n}`,
          coupon_stripe_id: `ID-${11 - n}`,
          is_percents: n % 2,
        }),
      );
    await make({ program_id: other });
    const list = async (query = '', call: Call = admin) =>
      (await call('GET', `coupons?program_id=${program}${query}`)).body;
    expect(await list()).toEqual({ coupons: rows.slice(0, 10), count: 12 });
    expect((await list('&page=2')).coupons).toEqual(rows.slice(10));
    expect(await list('&page=9')).toEqual({ coupons: [], count: 12 });
    expect((await list('&name=0+OF+9')).count).toBe(1);
    expect((await list('&name=id-11')).coupons).toEqual([rows[0]]);
    expect((await list(`&name=%23${rows[3]?.id}`)).coupons).toEqual([rows[3]]);
    const first = async (sort: string) => (await list(`&sort_by=${sort}`)).coupons[0].id;
    expect(await first('coupon_name')).toBe(rows[0]?.id);
    expect(await first('coupon_name&sort_dest=desc')).toBe(rows[8]?.id);
    expect(await first('coupon_stripe_id')).toBe(rows[11]?.id);
    expect(await first('is_percents&sort_dest=desc')).toBe(rows[11]?.id);
    expect((await admin('GET', 'coupons?sort_by=known')).status).toBe(400);
    // A bound admin's own, whatever it asks for.
    expect((await list('', stranger)).coupons).toMatchObject([{ program_id: other }]);
  });

  test('sorted by program as it is read: the global site among them', async () => {
    const mark = crypto.randomUUID();
    for (const program_id of [program, 0, other]) await make({ coupon_name: mark, program_id });
    const name = (dest: string) =>
      admin('GET', `coupons?name=${mark}&sort_by=program_id&sort_dest=${dest}`).then(({ body }) =>
        body.coupons.map((row: Coupon) => row.program_display_name ?? 'Global site'),
      );
    const names = await name('asc');
    expect(names).toEqual(
      names.toSorted((a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
    expect(names[0]).toBe('Global site');
    expect(await name('desc')).toEqual(names.toReversed());
  });
});

describe('POST coupon', () => {
  test('200: kept as typed where there is nobody to ask, audited', async () => {
    const coupon = await make({ coupon_name: ' Autumn ', coupon_stripe_id: ' aUtumn ', is_percents: 1 });
    expect(coupon).toMatchObject({
      coupon_name: 'Autumn',
      coupon_stripe_id: 'aUtumn',
      program_id: program,
      is_percents: 1,
      known: null,
    });
    expect((await admin('GET', `coupon/${coupon.id}`)).body).toEqual({ coupon });
    expect((await admin('GET', 'coupon-lookup?coupon_stripe_id=SPRING')).body).toEqual({
      known: null,
      asked: false,
    });
    const { body } = await app()
      .as({ permissions: ['audit'], program_id: program })
      .then((call) => call('GET', `audit?entity=coupon&entity_id=${coupon.id}`));
    expect(body.audit).toMatchObject([
      { action: 'create', after: { coupon_name: 'Autumn', program_id: program } },
    ]);
  });

  test('200 the first one again for the same key, also at once; 400 for another body', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const same = wish();
    const answers = await Promise.all([1, 2, 3].map(() => admin('POST', 'coupon', same, key)));
    const [first] = answers;
    for (const { status, body } of answers) expect([status, body]).toEqual([200, first?.body]);
    expect((await admin('GET', `coupons?program_id=${program}`)).body.count).toBe(1);
    expect((await admin('POST', 'coupon', wish({ coupon_name: 'Other' }), key)).status).toBe(400);
  });

  test('of the admin’s own program, or of program 1, where none is named', async () => {
    await db()
      .insertInto('programs')
      .values({ id: 1, program_tag: 'first', program_display_name: 'First' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    expect((await make({ program_id: undefined })).program_id).toBe(1);
    expect((await make({ program_id: undefined }, bound)).program_id).toBe(program);
    expect((await make({ program_id: 0 })).program_id).toBe(0);
  });

  test('400 names the field; 403 beyond a bound admin’s program', async () => {
    for (const [field, values] of Object.entries({
      coupon_name: [undefined, '', '  ', 'x'.repeat(201), 5],
      coupon_stripe_id: [undefined, '', '  ', 'x'.repeat(201), null],
      program_id: [99_999_999, -1, 'x'],
      is_percents: ['yes', 2],
    })) {
      for (const value of values)
        expect(
          refusal(await admin('POST', 'coupon', wish({ [field]: value }))),
          `${field} ${JSON.stringify(value)}`,
        ).toEqual([400, `data.${field}`]);
    }
    for (const program_id of [0, other])
      expect((await bound('POST', 'coupon', wish({ program_id }))).status).toBe(403);
  });
});

describe('the same coupon twice in a program', () => {
  test('409 that names the other, also of fifty at once; elsewhere, or once that is gone, it is taken', async () => {
    const coupon_stripe_id = 'TWIN';
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin('POST', 'coupon', wish({ coupon_stripe_id }))),
    );
    expect(statusesOf(answers)).toEqual([200, ...Array(49).fill(409)]);
    const id = answers.find(({ status }) => status === 200)?.body.coupon.id as number;
    const refused = await admin('POST', 'coupon', wish({ coupon_stripe_id: ' TWIN ' }));
    expect(refused.body).toMatchObject({
      message: `This program already has this coupon: Spring (#${id})`,
      errors: [{ path: 'data.coupon_stripe_id' }],
    });
    const elsewhere = await make({ coupon_stripe_id, program_id: other });
    await make({ coupon_stripe_id, program_id: 0 });
    const another = await make();
    expect((await change(another.id, { coupon_stripe_id })).status).toBe(409);
    expect((await change(elsewhere.id, { program_id: program })).status).toBe(409);
    expect((await change(id, { coupon_name: 'Renamed', coupon_stripe_id })).status).toBe(200);
    await admin('DELETE', `coupon/${id}`);
    expect((await change(another.id, { coupon_stripe_id })).status).toBe(200);
  });
});

describe('PATCH coupon/{id}', () => {
  test('200 changes what it names; a move is read by both programs', async () => {
    const coupon = await make();
    const { body } = await change(coupon.id, { coupon_name: 'Summer', is_percents: true }, bound);
    expect(body.coupon).toMatchObject({
      coupon_name: 'Summer',
      coupon_stripe_id: coupon.coupon_stripe_id,
      is_percents: 1,
    });
    expect((await change(coupon.id, { ...body.coupon })).body).toEqual(body);
    expect((await change(coupon.id, { program_id: other })).body.coupon).toMatchObject({
      program_id: other,
      is_percents: 1,
    });
    expect((await bound('GET', `coupon/${coupon.id}`)).status).toBe(404);
    expect((await stranger('GET', `coupon/${coupon.id}`)).status).toBe(200);
    const readers = await db()
      .selectFrom('audit_entries')
      .select(['action', 'program_id'])
      .where('entity', '=', 'coupon')
      .where('entity_id', '=', String(coupon.id))
      .orderBy('id')
      .execute();
    expect(
      readers
        .slice(-2)
        .map(({ program_id }) => program_id)
        .toSorted((a, b) => a - b),
    ).toEqual([program, other]);
    expect(readers.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update']);
  });

  test('two at once that change different fields: both stand', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await make();
      const fields = {
        coupon_name: 'Renamed',
        coupon_stripe_id: `OTHER-${round}`,
        is_percents: 1,
        program_id: other,
      };
      await Promise.all(Object.entries(fields).map(([name, value]) => change(id, { [name]: value })));
      expect((await admin('GET', `coupon/${id}`)).body.coupon).toMatchObject(fields);
    }
  });

  test('400, 403, 404 and 409', async () => {
    const { id, updated_at } = await make();
    expect(refusal(await change(id, { coupon_name: ' ' }))).toEqual([400, 'data.coupon_name']);
    expect(refusal(await change(id, { coupon_stripe_id: '' }))).toEqual([400, 'data.coupon_stripe_id']);
    for (const program_id of [0, other]) expect((await change(id, { program_id }, bound)).status).toBe(403);
    expect((await change(id, { coupon_name: 'x' }, stranger)).status).toBe(404);
    expect((await change((await make({ program_id: 0 })).id, { coupon_name: 'x' }, bound)).status).toBe(404);
    await change(id, { coupon_name: 'Mine' });
    const { status, body } = await change(id, { coupon_name: 'x', updated_at }, bound);
    expect([status, body.conflict.changed_by]).toEqual([409, expect.stringContaining('@')]);
  });
});

describe('DELETE coupon/{id}', () => {
  test('200 once; the row stays for the record and is gone for everybody who reads', async () => {
    const { id } = await make();
    expect((await stranger('DELETE', `coupon/${id}`)).status).toBe(404);
    const race = await Promise.all(Array.from({ length: 6 }, () => bound('DELETE', `coupon/${id}`)));
    expect(statusesOf(race)).toEqual([200, 404, 404, 404, 404, 404]);
    const after = [await admin('GET', `coupon/${id}`), await change(id, { coupon_name: 'x' })];
    expect(statusesOf(after)).toEqual([404, 404]);
    expect((await admin('GET', `coupons?name=%23${id}`)).body.count).toBe(0);
    const row = await db().selectFrom('coupons').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      coupon_name: 'Spring',
      deleted_at: expect.any(String),
      updated_by: bound.admin_id,
    });
    const behindUs = db().updateTable('coupons').set({ deleted_at: null }).where('id', '=', id);
    await expect(behindUs.execute()).rejects.toMatchObject({ code: '23514' });
  });
});
