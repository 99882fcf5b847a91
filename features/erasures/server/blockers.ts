import { sql } from 'kysely';
import { toMajor } from '../../../core/money.ts';
import type { Context } from '../../../server/context.ts';
import type { Blocker, BlockerKind, ErasureStanding } from '../contract.ts';

const NAMED = 20;

/** Returns payouts not arrived, requests without a decision and refunds under way or owed, of the person, and imports under way, which may write them. */
export async function blockersOf({ db }: Context, person: number): Promise<Blocker[]> {
  const { rows } = await sql<{ kind: BlockerKind; id: number; about: string | null }>`
    select b.kind, b.id, b.about from (
      select e.*, row_number() over (partition by e.kind order by e.id) as place from erasure_blockers(${person}) e
    ) b where b.place <= ${NAMED}
    order by array_position('{payout,refund_request,refund,import}'::text[], b.kind), b.id`.execute(db);
  return rows.map(({ kind, id, about }) => ({ kind, id, words: WORDS[kind](id, about) }));
}

const WORDS: Record<BlockerKind, (id: number, about: string | null) => string> = {
  payout: (id, state) =>
    state === 'making' || state === 'proposed'
      ? `Payout ${id} is ${state === 'making' ? 'being processed' : 'waiting for approval'}`
      : `Payout ${id} was sent and has not been marked as paid`,
  refund_request: (id) => `Refund request ${id} is waiting for a decision`,
  refund: (id, state) =>
    state === 'succeeded'
      ? `A refund of transaction ${id} is to be returned by hand`
      : `A refund of transaction ${id} is under way`,
  import: (id) => `Import ${id} is running`,
};

/** Returns what was earned and is in no payout, in major units by currency. */
export async function unpaidOf({ db }: Context, person: number): Promise<ErasureStanding['unpaid']> {
  const { rows } = await sql<{ currency: string; amount: number }>`
    select l.currency, sum(l.amount - l.refunded)::bigint as amount from open_lines l
    where l.user_id = ${person} group by l.currency having sum(l.amount - l.refunded) > 0 order by l.currency`.execute(
    db,
  );
  return rows.map(({ currency, amount }) => ({ currency, amount: toMajor(Number(amount), currency) }));
}
