import { sql } from 'kysely';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { auditPart, auditWhole } from '../../../server/nouns/audit.ts';
import { columnsOf } from '../../../server/nouns/field-columns.ts';
import { BATCH_FIELDS, type NewTokens, type Token } from '../contract.ts';
import { freeCodes, lockCodes } from './token-codes.ts';
import { hundredths, refusePast, TOKEN, tokensOfBatch } from './tokens.ts';

type Batch = { batch_id: number; tokens: Token[] };

/** Adds `quantity` tokens with the same values and answers them by id, all or none; the batch is called by its first. 400 for a past last day. */
export function createTokens(
  context: Context,
  { quantity, ...data }: NewTokens,
  generate?: () => string,
): Promise<Batch> {
  return transact(context, async (tx) => {
    refusePast(data);
    await lockCodes(tx);
    const codes = await freeCodes(tx, quantity, generate);
    const batch_id = await insertBatch(tx, codes, data);
    const tokens = await tokensOfBatch(tx, batch_id);
    await record(tx, batch_id, tokens);
    return { batch_id, tokens };
  });
}

async function insertBatch(
  { db, actor }: TransactionContext,
  codes: readonly string[],
  data: Omit<NewTokens, 'quantity'>,
): Promise<number> {
  const { amount, expiry_date, status } = columnsOf(BATCH_FIELDS, data, null);
  const { rows } = await sql<{ id: number }>`
    with numbered as materialized (
      select nextval('lilt_tokens_id_seq')::integer as id, code from unnest(${codes}::text[]) code)
    insert into lilt_tokens (id, code, amount, expiry_date, status, batch_id, updated_by)
    select n.id, n.code, ${hundredths(amount)}::bigint, ${expiry_date}::date, ${status}::smallint,
      (select min(id) from numbered), ${actor.admin_id || null}::integer
    from numbered n order by n.id
    returning id`.execute(db);
  return must(rows[0], 'first token of a batch').id;
}

/** One entry of the whole, and below it one for each token. */
async function record(tx: TransactionContext, batch_id: number, tokens: readonly Token[]): Promise<void> {
  const [{ amount, expiry_date, status }] = tokens as [Token, ...Token[]];
  const whole = { entity: 'token_batch', entity_id: batch_id, action: 'create', program_id: null } as const;
  const after = { tokens: tokens.length, amount, expiry_date, status };
  const audit_id = await auditWhole(tx, { ...whole, after });
  const children = tokens.map(({ id, code }) => ({
    entity: TOKEN.entity,
    entity_id: id,
    action: 'create',
    program_id: 0,
    after: { code, amount, expiry_date, status },
  }));
  await auditPart(tx, { ...whole, audit_id }, children);
}
