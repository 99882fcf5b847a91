/** What can be fulfilled is the same in the code and in the database: deliveries, payment settings, orders. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inDepth } from '../../../test/deep.ts';
import { DELIVERY, makeProduct, makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { useTestApp } from '../../../test/harness.ts';
import { makeEvent } from '../../../test/rows/events.ts';
import { system } from '../../../test/system.ts';
import { PRODUCT_TYPES } from '../../gift-products/rules.ts';
import { missingFromDelivery } from '../../users/delivery.ts';
import { isSecret, METHOD_FIELDS, METHODS, missingFor } from '../../users/payment-settings/rules.ts';
import { fulfilRefusal, PURCHASE_STATES, PURCHASE_TYPES } from '../rules.ts';
import { FULFILLABLE, IS_CONFIRMED } from './eligibility.ts';
import { ordersOf } from './gift-purchases.ts';
import { missingMethod } from './order-lines.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let program: number;

beforeAll(async () => {
  program = (await makeProgram(db())).id;
});

/** As PostgreSQL can hold it. */
const storable = (text: string) => text.isWellFormed() && !text.includes('\0');

const FIELDS = [
  'name',
  'street',
  'address',
  'city',
  'state',
  'zip',
  'phone',
  'notes',
  'country',
  'country_id',
];
const BLANKS = ['', ' ', '\t\n', '\r\n ', '\u00a0', '\u2003', '\ufeff', '\v', '\f', '\u200b', '\u0085'];
const value = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom('x', 'Ada', 'us', 'ca', 'US', 'Ca', 'de', 'uſ', ' us', 'İ', 'constructor'),
  },
  { weight: 3, arbitrary: fc.constantFrom(...BLANKS) },
  { weight: 3, arbitrary: fc.oneof(fc.integer(), fc.constantFrom(0, -0, 1e21, 1.5, 5e-324)) },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, ['us'], { a: 1 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const whole = JSON.parse(DELIVERY) as Record<string, unknown>;
/** Whole but for a few fields, some gone, some other than expected. */
const changed = fc
  .array(fc.tuple(fc.constantFrom(...FIELDS), fc.option(value, { nil: undefined })), { maxLength: 4 })
  .map((changes) => JSON.stringify({ ...whole, ...Object.fromEntries(changes) }));
const mangled = fc
  .tuple(changed, fc.nat(400), fc.string({ unit: 'binary', maxLength: 3 }), fc.nat(3))
  .map(([text, at, put, cut]) => text.slice(0, at) + put + text.slice(at + cut));
const odd = fc.constantFrom(
  '',
  ' ',
  'null',
  '[]',
  '"x"',
  '5',
  '{',
  '{}',
  '{"name":}',
  "{'name':'x'}",
  '\ufeff{}',
  '\u00a0{}',
  '[{}]',
  ...['\v', '\f', '\u2028', '\n\t\r '].map((blank) => blank + DELIVERY),
  ...['\v', '\u00a0', ' \n'].map((blank) => DELIVERY + blank),
  `${DELIVERY}{}`,
  DELIVERY.replace('{', '{"name":null,'),
  DELIVERY.replace('}', ',"name":""}'),
  DELIVERY.replace('}', ',"zip":{}}'),
  DELIVERY.replace('"62701"', '62701'),
  DELIVERY.replace('"62701"', '062701'),
  DELIVERY.replace('"62701"', '+62701'),
  DELIVERY.replace('"62701"', '1e400'),
  DELIVERY.replace('"62701"', '-0'),
  DELIVERY.replace('"62701"', 'NaN'),
  DELIVERY.replace('"62701"', '"\\u0000"'),
  DELIVERY.replace('"62701"', '"\\ud800"'),
  DELIVERY.replace('"62701"', '"\\ud83d\\ude00"'),
  DELIVERY.replace('"us"', '"\\u0075s"'),
  DELIVERY.replace('"us"', '"US"'),
  DELIVERY.replace('"zip"', '"\\u007aip"'),
  DELIVERY.replace('}', `,"x":${'['.repeat(3_000)}${']'.repeat(3_000)}}`),
  DELIVERY.replace('}', ',"x":"\\u0000"}'),
  DELIVERY.replace('}', ',"x":"\\ud800"}'),
  DELIVERY.replace('}', ',"\\u0000":1}'),
  ...['1e400', '-1e400', '1e308', '1e200000', '1e-400', '[[1e309]]'].map((figure) =>
    DELIVERY.replace('}', `,"x":${figure}}`),
  ),
  ...[97, 98, 99, 100].map((levels) =>
    DELIVERY.replace('}', `,"x":${'['.repeat(levels)}${']'.repeat(levels)}}`),
  ),
  ...[97, 98, 99, 100].map((levels) =>
    DELIVERY.replace('}', `,"x":${'['.repeat(levels)}1${']'.repeat(levels)}}`),
  ),
  DELIVERY.replace('}', `,"x":${'{"x":'.repeat(99)}1${'}'.repeat(99)}}`),
  DELIVERY.replace('"us"', '"constructor"'),
  DELIVERY.replace('}', ',"__proto__":{"name":""}}'),
  DELIVERY.replace('}', ',"x":"tab\tin it"}'),
);

async function completeInDatabase(texts: string[]): Promise<boolean[]> {
  const { rows } = await sql<{ complete: boolean }>`
    select delivery_is_complete(t.text) as complete from unnest(${texts}::text[]) with ordinality t (text, place)
    order by t.place`.execute(db());
  return rows.map(({ complete }) => complete);
}

test('a delivery is complete to both, or to neither', async () => {
  const delivery = fc.oneof(changed, mangled, odd, fc.string({ unit: 'binary' })).filter(storable);
  let complete = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(delivery, { minLength: 100, maxLength: 100 }), async (texts) => {
      const known = await completeInDatabase(texts);
      complete += known.filter(Boolean).length;
      for (const [index, text] of texts.entries())
        expect(missingFromDelivery(text).length === 0, JSON.stringify(text)).toBe(known[index]);
    }),
    { numRuns: inDepth(20, 1000) },
  );
  expect(complete).toBeGreaterThan(100);
});

test('settings are complete to both, or to neither, for each choice of fields of each method', async () => {
  type Case = { method: (typeof METHODS)[number]; fields: string[]; blank: string[] };
  const cases: Case[] = METHODS.flatMap((method) => {
    const fields = METHOD_FIELDS[method];
    return Array.from({ length: 2 ** fields.length }, (_, bits) => {
      const there = fields.filter((_field, at) => bits & (1 << at));
      return {
        method,
        fields: there,
        blank: fields.filter((field) => !there.includes(field) && !isSecret(field)),
      };
    });
  });
  await db()
    .transaction()
    .execute(async (trx) => {
      await sql`insert into site_users (id, email, program_id)
        select 1000000 + n, 'payee-' || n || '@example.org', ${program} from generate_series(0, ${cases.length - 1}::int) n`.execute(
        trx,
      );
      await sql`insert into payment_settings (user_id, paid_by, fields)
        select 1000000 + (c ->> 'n')::int, c ->> 'paid_by', c -> 'fields' from jsonb_array_elements(${JSON.stringify(
          cases.map(({ method, fields, blank }, n) => ({
            n,
            paid_by: method,
            fields: {
              [method]: {
                ...Object.fromEntries(
                  fields.filter((field) => !isSecret(field)).map((field) => [field, 'x']),
                ),
                ...Object.fromEntries(blank.map((field) => [field, ''])),
              },
              // Of another method: says nothing.
              ...(method === 'paypal' ? { venmo: { user: '@x' } } : { paypal: { user: '@x' } }),
            },
          })),
        )}::jsonb) c`.execute(trx);
      await sql`insert into payment_secrets (user_id, field, sealed)
        select 1000000 + (c ->> 'n')::int, c ->> 'field', decode(repeat('00', 40), 'hex') from jsonb_array_elements(${JSON.stringify(
          cases.flatMap(({ fields }, n) => fields.filter(isSecret).map((field) => ({ n, field }))),
        )}::jsonb) c`.execute(trx);
      const { rows } = await sql<{ complete: boolean }>`
        select payment_is_complete(1000000 + n) as complete from generate_series(0, ${cases.length - 1}::int) n order by n`.execute(
        trx,
      );
      for (const [n, { method, fields }] of cases.entries()) {
        const known = Object.fromEntries(fields.map((field) => [field, 'x']));
        expect(missingFor(method, known).length === 0, `${method} ${fields.join()}`).toBe(rows[n]?.complete);
      }
      expect(cases.length).toBeGreaterThan(500);
      const none = await sql<{ complete: boolean }>`select payment_is_complete(999999) as complete`.execute(
        trx,
      );
      expect(none.rows).toEqual([{ complete: false }]);
    });
});

test('an order of each type, in each state, is judged alike by both', async () => {
  const admin = await db()
    .insertInto('fulfilments')
    .values({ file_name: `${'a'.repeat(32)}.csv` })
    .returning('id')
    .executeTakeFirstOrThrow();
  const klass = await db()
    .insertInto('classes')
    .values({ class_name: 'A class' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made: { id: number; ready: boolean }[] = [];
  for (const product_type of PRODUCT_TYPES) {
    const class_id = product_type === 'class' ? klass.id : null;
    const product_id = (await makeProduct(db(), { type: product_type, class_id })).id;
    for (const type of PURCHASE_TYPES)
      for (const state of PURCHASE_STATES)
        for (const ready of [true, false])
          for (const fulfilled of [true, false]) {
            if (state === 'win' && type === 'regular') continue;
            if (fulfilled && type === 'prize' && state === 'non-win') continue;
            const event_id =
              type === 'prize' ? (await makeEvent(db(), { program_id: program, product_id })).id : null;
            const user = await makeSiteUser(db(), {
              program_id: program,
              lilt_delivery: ready ? DELIVERY : '{',
            });
            if (ready)
              await db()
                .insertInto('payment_settings')
                .values({
                  user_id: user.id,
                  paid_by: 'venmo',
                  fields: JSON.stringify({ venmo: { user: '@x' } }),
                })
                .execute();
            const { id } = await db()
              .insertInto('gift_purchases')
              .values({
                product_id,
                user_id: user.id,
                event_id,
                type,
                state,
                ...(fulfilled ? { fulfilment_id: admin.id, sent: JSON.stringify({ id: 1 }) } : {}),
              })
              .returning('id')
              .executeTakeFirstOrThrow();
            made.push({ id, ready });
          }
  }
  expect(made).toHaveLength(5 * 2 * 5);
  const { rows } = await sql<{ id: number; fulfillable: boolean; confirmed: boolean }>`
    select p.id, ${FULFILLABLE} as fulfillable, ${IS_CONFIRMED} as confirmed
    from gift_purchases p join gift_products g on g.id = p.product_id join site_users u on u.id = p.user_id
    where p.id = any (${made.map(({ id }) => id)}::integer[]) order by p.id`.execute(db());
  const orders = await ordersOf(
    system(db()),
    made.map(({ id }) => id),
  );
  for (const [index, order] of orders.entries()) {
    const words = JSON.stringify(order);
    expect(fulfilRefusal(order) === null, words).toBe(rows[index]?.fulfillable);
    expect(order.delivery_confirmed === 1, words).toBe(rows[index]?.confirmed);
    const known =
      order.product_type === 'physical' ? missingFromDelivery(order.lilt_delivery) : missingMethod(order);
    const isWhole = order.fulfilled === 1 || known.length === 0;
    expect(isWhole, words).toBe(order.delivery_confirmed === 1);
  }
  expect(rows.filter(({ fulfillable }) => fulfillable)).toHaveLength(4);
});
