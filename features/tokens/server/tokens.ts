/** LiL tokens as they are listed, made and changed. Specification: LiL tokens. */
import { sql } from 'kysely';
import { notFound, refuseField } from '../../../core/errors.ts';
import type { FilterQuery, PageQuery } from '../../../core/filters.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { lock } from '../../../server/db/client.ts';
import { changing, tableNoun } from '../../../server/nouns/changing.ts';
import { creating } from '../../../server/nouns/creating.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import {
  conditionsOf,
  type List,
  matchesWordsOrId,
  pageOf,
  rowsOf,
} from '../../../server/nouns/list-query.ts';
import { newCode } from '../../events/draws/server/tickets.ts';
import {
  type NewToken,
  TOKEN_FIELDS,
  type TOKEN_FILTERS,
  type TOKEN_SORTS,
  type Token,
  type TokenChange,
} from '../contract.ts';
import { FIXED_ONCE_USED, isExpired } from '../rules.ts';

/** Sorts by id by default; searches code and id. */
export async function pageOfTokens(
  { db }: Context,
  { code, sort_by = 'id', ...rest }: PageQuery<typeof TOKEN_FILTERS, typeof TOKEN_SORTS>,
) {
  const { rows, ...counted } = await pageOf<Token, Sort>(db, TOKEN_LIST, {
    matching: matching({ code }),
    sort_by,
    ...rest,
  });
  return { tokens: rows.map(toResponse), ...counted };
}

/** 404 where there is none. */
export async function readToken({ db }: Context, id: number): Promise<Token> {
  const [row] = await rowsOf<Token>(db, TOKEN_LIST, [sql<boolean>`t.id = ${id}`]);
  return row ? toResponse(row) : notFound();
}

/** 400 for a code that another token has, in whatever case, and for a last day that is past. */
export function createToken(context: Context, data: NewToken): Promise<Token> {
  return transact(context, async (tx) => {
    await refuseTaken(tx, data.code);
    refusePast(data);
    const after = columnsOf(TOKEN_FIELDS, data, null);
    const values = { ...after, amount: hundredths(after.amount) };
    const { id } = await creating(tx, TOKEN, values, () => ({ after, program_id: null }));
    return readToken(tx, id);
  });
}

/** Changes what the data names. 400 as {@link createToken}, and for all but `status` of a token that is used. */
export function updateToken(
  context: Context,
  { id, token_data: data }: { id: number; token_data: TokenChange },
): Promise<Token> {
  return transact(context, async (tx) => {
    if (data.code !== undefined) await refuseTaken(tx, data.code, id);
    const save = { id, updated_at: data.updated_at };
    await changing(tx, TOKEN, save, 'update', async (_, row) => {
      const { code, expires: expiry_date, status, used } = row;
      const before = { code, amount: row.amount / 100, expiry_date, status };
      const after = columnsOf(TOKEN_FIELDS, data, before);
      after.amount = hundredths(after.amount) / 100;
      const fixed = FIXED_ONCE_USED.find((name) => used > 0 && before[name] !== after[name]);
      if (fixed)
        refuseField(`token_data.${fixed}`, 'This LiL token is used. You can only activate or deactivate it');
      // One that has expired is switched off with the day that it has.
      if (after.expiry_date !== before.expiry_date) refusePast(after);
      return { before, after, columns: { ...after, amount: hundredths(after.amount) } as object };
    });
    return readToken(tx, id);
  });
}

/** Twelve characters of Crockford's base 32 that no token has. */
export async function freeCode({ db }: Context): Promise<string> {
  for (;;) {
    const code = newCode();
    if (!(await holderOf(db, code))) return code;
  }
}

export function matching({ code }: FilterQuery<typeof TOKEN_FILTERS>) {
  return conditionsOf<typeof TOKEN_FILTERS>({
    code: matchesWordsOrId('s.code_search', 't.id', code.normalize('NFC')),
  });
}

type Sort = (typeof TOKEN_SORTS)[number];

export const TOKEN_LIST: List<Sort> = {
  from: sql`(lilt_tokens t cross join lateral (select lower(t.code) as code_search) s)`,
  id: sql`t.id`,
  columns: sql`t.id, t.code, t.amount, to_char(t.expiry_date, 'YYYY-MM-DD') as expiry_date, t.status, t.used, t.updated_at`,
  orders: {
    id: sql`t.id`,
    code: sql`s.code_search`,
    amount: sql`t.amount`,
    expiry_date: sql`t.expiry_date`,
    status: sql`t.status`,
    used: sql`t.used`,
  },
  nullable: ['expiry_date'],
};

/** Belongs to no program: routes and database exclude bound admins. */
export const TOKEN = tableNoun<'lilt_tokens', { expires: string | null }>({
  entity: 'token',
  table: 'lilt_tokens',
  columns: sql`null::integer as program_id, to_char(l.expiry_date, 'YYYY-MM-DD') as expires`,
});

function toResponse(row: Token): Token {
  return { ...row, amount: row.amount / 100 };
}

function hundredths(amount: number): number {
  return Math.round(amount * 100);
}

/** A token that nobody could redeem any more. */
function refusePast(token: { expiry_date: string | null }): void {
  if (isExpired(token, Date.now()))
    refuseField(
      'token_data.expiry_date',
      'The expiry date is in the past. Choose today or later, or leave it blank',
    );
}

/** One save of a code at a time, or two could each find it free. */
async function refuseTaken({ db }: TransactionContext, code: string, id = 0): Promise<void> {
  await lock(db, 'codes of tokens');
  const holder = await holderOf(db, code);
  if (holder && holder.id !== id) refuseField('token_data.code', 'Another token has this code');
}

function holderOf(db: Context['db'], code: string) {
  return db
    .selectFrom('lilt_tokens')
    .select('id')
    .where(sql<boolean>`lower(code) = lower(${code.normalize('NFC')})`)
    .executeTakeFirst();
}
