/** Tokens that are added together: once a key, all or none, and no code twice. */
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeProgram, makeSiteUser } from '../../../test/factories.ts';
import { type Call, statusesOf, useTestApp } from '../../../test/harness.ts';
import { system } from '../../../test/system.ts';
import { until } from '../../../test/until.ts';
import type { Token } from '../contract.ts';
import { redeemToken } from './redeem-token.ts';
import { createTokens } from './token-batches.ts';

const app = useTestApp();
const db = () => app().platform.database.everything;
let admin: Call & { admin_id: number };

beforeAll(async () => {
  admin = await app().as({ permissions: ['store'] });
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const add = (values: object = {}, headers = {}, call: Call = admin) =>
  call('POST', 'tokens', { token_data: { quantity: 3, amount: 5, ...values } }, headers);
async function added(values: object = {}): Promise<{ batch_id: number; tokens: Token[] }> {
  const { status, body } = await add(values);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
}
const refusal = ({ status, body }: Awaited<ReturnType<Call>>) => [status, body.errors?.[0].path];
const countTokens = async () => (await admin('GET', 'tokens')).body.count as number;
const codesOf = (tokens: readonly Token[]) => new Set(tokens.map(({ code }) => code.toLowerCase()));
/** Codes in a row, the same for every batch that takes them from its own. */
function inARow(word: string): () => string {
  let made = 0;
  return () => `${word}${++made}`;
}

describe('POST tokens', () => {
  test('200: as many as asked for, with the same values and codes of their own', async () => {
    const { batch_id, tokens } = await added({
      quantity: 50,
      amount: 12.5,
      expiry_date: '2998-01-01',
      status: 0,
    });
    expect(tokens).toHaveLength(50);
    expect(codesOf(tokens).size).toBe(50);
    for (const token of tokens) {
      expect(token).toMatchObject({ amount: 12.5, expiry_date: '2998-01-01', status: 0, used: 0, batch_id });
      expect(token.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    }
    expect(batch_id).toBe(Math.min(...tokens.map(({ id }) => id)));
    const kept = await db().selectFrom('lilt_tokens').selectAll().where('batch_id', '=', batch_id).execute();
    expect(new Set(kept.map(({ amount, updated_by }) => `${amount} ${updated_by}`))).toEqual(
      new Set([`1250 ${admin.admin_id}`]),
    );
  });

  test('200 with the defaults of one token, for one as well as for 500', async () => {
    const { tokens } = await added({ quantity: 1 });
    expect(tokens).toMatchObject([{ amount: 5, expiry_date: null, status: 1 }]);
    expect((await added({ quantity: 500, expiry_date: '' })).tokens).toHaveLength(500);
  });

  test.each<[string, unknown[]]>([
    ['quantity', [undefined, null, 0, -1, 501, 1.5, '3']],
    ['amount', [undefined, null, 0, -1, 0.001, 1_000_000.01, '5']],
    ['expiry_date', ['tomorrow', '2998-02-30', day(-1)]],
    ['status', [2, 'on', null]],
  ])('400 at token_data.%s, and none is added', async (field, values) => {
    const before = await countTokens();
    for (const value of values)
      expect(refusal(await add({ [field]: value })), JSON.stringify(value)).toEqual([
        400,
        `token_data.${field}`,
      ]);
    expect(await countTokens()).toBe(before);
  });

  test('twenty at once with one key add fifty tokens', async () => {
    const before = await countTokens();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => add({ quantity: 50 }, { 'idempotency-key': 'fifty, once' })),
    );
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await countTokens()).toBe(before + 50);
  });

  test('one entry of the whole, and each token below it', async () => {
    const { batch_id, tokens } = await added({ quantity: 4, amount: 2.5 });
    const entries = await db()
      .selectFrom('audit_entries')
      .select(['id', 'entity', 'entity_id', 'action', 'admin_id', 'parent_id', 'program_id', 'after'])
      .where(
        'request_id',
        '=',
        db()
          .selectFrom('audit_entries')
          .select('request_id')
          .where('entity', '=', 'token_batch')
          .where('entity_id', '=', String(batch_id)),
      )
      .orderBy('id')
      .execute();
    const [whole, ...each] = entries;
    const { admin_id } = admin;
    const values = { amount: 2.5, expiry_date: null, status: 1 };
    expect(whole).toMatchObject({
      entity: 'token_batch',
      action: 'create',
      admin_id,
      parent_id: null,
      program_id: 0,
      after: { tokens: 4, ...values },
    });
    expect(each).toEqual(
      tokens.map(({ id, code }) => ({
        id: expect.any(Number),
        entity: 'token',
        entity_id: String(id),
        action: 'create',
        admin_id,
        parent_id: whole?.id,
        program_id: 0,
        after: { code, ...values },
      })),
    );
  });

  test('403 for admins of a program, and for those without the store', async () => {
    const program_id = (await makeProgram(db())).id;
    const before = await countTokens();
    for (const who of [
      { permissions: ['store'], program_id },
      { permissions: ['programadmin'], program_id },
      { permissions: ['users'] },
    ] as const) {
      const call = await app().as({ ...who, permissions: [...who.permissions] });
      expect((await add({}, {}, call)).status).toBe(403);
    }
    expect(await countTokens()).toBe(before);
  });
});

describe('codes', () => {
  const values = { amount: 5, expiry_date: null, status: true };

  test('two batches at once never share one, though both begin with the same', async () => {
    const batches = await Promise.all(
      Array.from({ length: 4 }, () =>
        createTokens(system(db()), { quantity: 20, ...values }, inARow('RACE')),
      ),
    );
    expect(codesOf(batches.flatMap(({ tokens }) => tokens)).size).toBe(80);
    const names = batches.map(({ tokens }) => tokens.map(({ batch_id }) => batch_id));
    expect(names.map((ids) => new Set(ids).size)).toEqual([1, 1, 1, 1]);
  });

  test('one that a token has, in whatever case, or that comes twice, is passed over', async () => {
    await admin('POST', 'token', { token_data: { code: 'held2', amount: 1 } });
    const given = ['HELD1', 'HELD2', 'HELD1', 'HELD3'];
    const next = () => given.shift() ?? 'HELD4';
    const { tokens } = await createTokens(system(db()), { quantity: 3, ...values }, next);
    expect(tokens.map(({ code }) => code)).toEqual(['HELD1', 'HELD3', 'HELD4']);
  });
});

describe('the batch', () => {
  test('is a filter of the list and of its file, which says who redeemed a token', async () => {
    const { batch_id, tokens } = await added({ quantity: 3 });
    await added({ quantity: 2 });
    const [first] = tokens;
    const { id: user_id } = await makeSiteUser(db(), { first_name: 'Ada', last_name: 'Lovelace' });
    await redeemToken(system(db()), { code: first?.code ?? '', user_id });
    const { body } = await admin('GET', `tokens?batch_id=${batch_id}`);
    expect(body.count).toBe(3);
    expect(body.tokens.map(({ id, used_by }: Token) => [id, used_by])).toEqual([
      [tokens[2]?.id, null],
      [tokens[1]?.id, null],
      [first?.id, { id: user_id, name: 'Ada Lovelace' }],
    ]);
    const [titles, ...rows] = await fileOf(batch_id);
    expect(titles).toEqual(['ID', 'Code', 'Amount', 'Expiry date', 'Status', 'Used', 'Used by']);
    expect(rows.map((row) => [row[1], row[6]])).toEqual(
      tokens.map(({ code }, index) => [code, index === 0 ? 'Ada Lovelace' : '']),
    );
    expect((await admin('GET', 'tokens?batch_id=99999999')).body).toEqual({ tokens: [], count: 0 });
    expect((await admin('GET', 'tokens?batch_id=-1')).status).toBe(400);
  });

  test('a user without a name is named by their email', async () => {
    const { tokens } = await added({ quantity: 1 });
    const nameless = await makeSiteUser(db(), {
      first_name: ' ',
      last_name: '',
      email: 'nameless@example.com',
    });
    await redeemToken(system(db()), { code: tokens[0]?.code ?? '', user_id: nameless.id });
    const { token } = (await admin('GET', `token/${tokens[0]?.id}`)).body;
    expect(token.used_by).toEqual({ id: nameless.id, name: 'nameless@example.com' });
  });
});

async function fileOf(batch_id: number): Promise<string[][]> {
  let { body } = await admin('GET', `tokens/csv?batch_id=${batch_id}`);
  await until(async () => {
    ({ body } = await admin('GET', `tokens/csv?batch_id=${batch_id}&file_name=${body.file_name}`));
    expect(body.result).toBe(false);
  });
  const { body: text } = await admin('GET', `/storage/reports/${body.file_name}`);
  return parse(text as string, { bom: true, record_delimiter: '\r\n' }) as string[][];
}
