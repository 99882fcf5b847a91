import { sql } from 'kysely';
import { notFound, refuseField } from '../../../core/errors.ts';
import type { FilterQuery, PageQuery } from '../../../core/filters.ts';
import { type Context, transact } from '../../../server/context.ts';
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
import {
  type NewToken,
  TOKEN_FIELDS,
  type TOKEN_FILTERS,
  type TOKEN_SORTS,
  type Token,
  type TokenChange,
} from '../contract.ts';
import { FIXED_ONCE_USED, isExpired } from '../rules.ts';
import { refuseTaken } from './token-codes.ts';

/** The newest first unless asked otherwise; searches code and id. */
export async function pageOfTokens(
  { db }: Context,
  query: PageQuery<typeof TOKEN_FILTERS, typeof TOKEN_SORTS>,
) {
  const { sort_by = 'id', sort_dest = query.sort_by ? 'asc' : 'desc' } = query;
  const { rows, ...counted } = await pageOf<Token, Sort>(db, TOKEN_LIST, {
    ...query,
    matching: matching(query),
    sort_by,
    sort_dest,
  });
  return { tokens: rows.map(toResponse), ...counted };
}

/** 404 where there is none. */
export async function readToken({ db }: Context, id: number): Promise<Token> {
  const [row] = await rowsOf<Token>(db, TOKEN_LIST, [sql<boolean>`t.id = ${id}`]);
  return row ? toResponse(row) : notFound();
}

export async function tokensOfBatch({ db }: Context, batch_id: number): Promise<Token[]> {
  const rows = await rowsOf<Token>(db, TOKEN_LIST, [sql<boolean>`t.batch_id = ${batch_id}`]);
  return rows.map(toResponse).toSorted((a, b) => a.id - b.id);
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

export function matching({ code, batch_id }: FilterQuery<typeof TOKEN_FILTERS>) {
  return conditionsOf<typeof TOKEN_FILTERS>({
    code: matchesWordsOrId('s.code_search', 't.id', code.normalize('NFC')),
    batch_id: batch_id === undefined ? sql<boolean>`true` : sql<boolean>`t.batch_id = ${batch_id}`,
  });
}

type Sort = (typeof TOKEN_SORTS)[number];

export const TOKEN_LIST: List<Sort> = {
  from: sql`(lilt_tokens t cross join lateral (select lower(t.code) as code_search) s)`,
  id: sql`t.id`,
  columns: sql`t.id, t.code, t.amount, to_char(t.expiry_date, 'YYYY-MM-DD') as expiry_date, t.status, t.used, t.batch_id, t.updated_at,
    case when u.id is not null then json_build_object('id', u.id,
      'name', coalesce(nullif(btrim(concat(u.first_name, ' ', u.last_name)), ''), u.email)) end as used_by`,
  // The reference is not empty, which lets the unique index of the entries of tokens find it.
  joins: sql`left join lilt_entries e on e.kind = 'token' and e.reference <> '' and e.reference = t.id::text
    left join site_users u on u.id = e.user_id`,
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

export function hundredths(amount: number): number {
  return Math.round(amount * 100);
}

/** A token that nobody could redeem any more. */
export function refusePast(token: { expiry_date: string | null }): void {
  if (isExpired(token, Date.now()))
    refuseField(
      'token_data.expiry_date',
      'The expiry date is in the past. Choose today or later, or leave it blank',
    );
}
