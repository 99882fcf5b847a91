/** Money as it stood at a moment: sums over shares, refunds, debts and payouts by their moments. Specification: As of. */
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../../../core/errors.ts';
import { toMajor } from '../../../../core/money.ts';
import { type Context, visibleTo } from '../../../../server/context.ts';
import { refuseFuture } from '../../../../server/nouns/as-of/as-of.ts';
import { CLASS } from '../../../classes/server/class-noun.ts';
import { PROGRAM } from '../../../programs/server/program-noun.ts';
import { SITE_USER } from '../../../users/server/site-user-noun.ts';
import type { MoneyAsOf } from '../contract.ts';

type MoneyAsked = { id: number; at: string };
type Answer = { at: string; money: MoneyAsOf[] };

/** A user as payee; 404 where the caller may not see the user. */
export async function userMoneyAsOf(context: Context, asked: MoneyAsked): Promise<Answer> {
  if (!(await SITE_USER.read(context, asked.id))) notFound();
  return ofPayee(context, asked, 'user_id');
}

/** A program as payee; 404 where the caller may not see it. */
export async function programMoneyAsOf(context: Context, asked: MoneyAsked): Promise<Answer> {
  if (!(await PROGRAM.read(context, asked.id))) notFound();
  return ofPayee(context, asked, 'program_id');
}

/** All shares of the sales of a class; 404 as any class, and 403 for one that the caller's program only sells. */
export async function classMoneyAsOf(context: Context, asked: MoneyAsked): Promise<Answer> {
  if (!(await CLASS.read(context, asked.id))) notFound();
  refuseFuture(asked.at);
  const lines = await linesAt(
    context,
    asked.at,
    sql`s.charge_id in (select c.id from charges c where c.class_id = ${asked.id})`,
  );
  return { at: asked.at, money: lines.map((of) => inMajor(of, null, null)) };
}

async function ofPayee(
  context: Context,
  { id, at }: MoneyAsked,
  column: 'user_id' | 'program_id',
): Promise<Answer> {
  refuseFuture(at);
  const lines = await linesAt(context, at, sql`${sql.ref(`s.${column}`)} = ${id}`);
  const beside = await besideAt(context, at, column, id);
  const currencies = [...new Set([...lines, ...beside].map(({ currency }) => currency))].toSorted();
  const in_ = <Row extends { currency: string }>(rows: Row[], one: string) =>
    rows.find(({ currency }) => currency === one);
  return {
    at,
    money: currencies.map((currency) =>
      inMajor(in_(lines, currency) ?? { ...NO_LINES, currency }, in_(beside, currency) ?? null, id),
    ),
  };
}

type Lines = {
  currency: string;
  shares: number;
  sales: number;
  refunded: number;
  open: number;
  taken: number;
  /** Shares whose payout the caller may not read. */
  unknown: number;
  divided_since: number;
};

const NO_LINES = { shares: 0, sales: 0, refunded: 0, open: 0, taken: 0, unknown: 0, divided_since: 0 };

/** Sums by currency of the shares `s` at a moment, as divided then, less refunds: the first version that ended after the moment, else the share itself. */
async function linesAt({ db, actor }: Context, at: string, matching: RawBuilder<unknown>): Promise<Lines[]> {
  const { rows } = await sql<Lines>`
    with s as (
      select distinct on (s.id) s.* from (
        select l.id, l.charge_id, l.user_id, l.program_id, l.scope_program_id, l.amount, l.refunded, l.payout_id,
          l.paid, l.created_at, l.split_at, null::timestamptz as until_at, null::bigint as place
        from charge_lines l
        union all
        select v.line_id, v.charge_id, v.user_id, v.program_id, v.scope_program_id, v.amount, v.refunded, v.payout_id,
          v.paid, v.created_at, v.created_at, v.until_at, v.id
        from charge_line_versions v where v.until_at > ${at}::timestamptz) s
      where ${matching} and s.created_at <= ${at}::timestamptz and ${visibleTo(actor, 's.scope_program_id')}
      order by s.id, s.place nulls last
    ), stood as (
      select c.currency, s.amount, s.refunded - coalesce(r.later, 0) as refunded, s.paid,
        p.created_at <= ${at}::timestamptz and p.state <> 'making' as taken, s.payout_id is not null and p.id is null as unknown,
        s.until_at is null and s.split_at > s.created_at and s.split_at > ${at}::timestamptz as divided_since
      from s join charges c on c.id = s.charge_id
      left join payouts p on p.id = s.payout_id
      left join lateral (
        select sum(r.amount) as later from refund_lines r
        where r.line_id = s.id and r.created_at > ${at}::timestamptz
          and (s.until_at is null or r.created_at < s.until_at)) r on true
    )
    select currency, count(*)::integer as shares, sum(amount)::bigint as sales, sum(refunded)::bigint as refunded,
      -- What went back of a share while a payout that came to nothing held it is a debt until the payout let it go.
      coalesce(sum(greatest(amount - refunded, paid)) filter (where taken is not true and not unknown), 0)::bigint as open,
      coalesce(sum(paid) filter (where taken), 0)::bigint as taken,
      count(*) filter (where unknown)::integer as unknown,
      count(*) filter (where divided_since)::integer as divided_since
    from stood group by currency order by currency`.execute(db);
  return rows;
}

type Beside = {
  currency: string;
  corrections: number;
  paid: number;
  unpaid: number;
  cancelled_since: number;
};

/** Debts, credits and payouts of a payee that stood at a moment, by currency. */
async function besideAt(
  { db, actor }: Context,
  at: string,
  column: 'user_id' | 'program_id',
  id: number,
): Promise<Beside[]> {
  const [ofDebt, ofPayout] = [sql.ref(`a.${column}`), sql.ref(`p.${column}`)];
  const { rows } = await sql<Beside>`
    select x.currency, sum(x.correction)::bigint as corrections, sum(x.paid)::bigint as paid,
      sum(x.unpaid)::bigint as unpaid, sum(x.cancelled)::bigint as cancelled_since
    from (
      select a.currency, a.amount as correction, 0 as paid, 0 as unpaid, 0 as cancelled
      from payout_adjustments a left join payouts t on t.id = a.payout_id
      where ${ofDebt} = ${id} and a.created_at <= ${at}::timestamptz and ${visibleTo(actor, 'a.scope_program_id')}
        and (t.id is null or t.created_at > ${at}::timestamptz or t.state = 'making')
        and not exists (select from payout_adjustment_claims k join payouts o on o.id = k.payout_id
          where k.adjustment_id = a.id and k.until_at > ${at}::timestamptz and o.created_at <= ${at}::timestamptz)
      union all
      select p.currency, 0, case when f.paid then p.amount else 0 end,
        case when not f.paid and not f.returned and p.state <> 'cancelled' then p.amount else 0 end,
        case when p.state = 'cancelled' then p.amount else 0 end
      from payouts p cross join lateral (
        select coalesce(p.returned_at <= ${at}::timestamptz, false) as returned,
          coalesce(p.paid_at <= ${at}::timestamptz, false)
            and not coalesce(p.returned_at <= ${at}::timestamptz, false) as paid) f
      where ${ofPayout} = ${id} and p.created_at <= ${at}::timestamptz and p.state <> 'making' and ${visibleTo(actor, 'p.scope_program_id')}
    ) x
    group by x.currency order by x.currency`.execute(db);
  return rows;
}

/** `payee` is null for a class. */
function inMajor(of: Lines, beside: Beside | null, payee: number | null): MoneyAsOf {
  const major = (amount: number) => toMajor(amount, of.currency);
  const corrections = beside?.corrections ?? 0;
  const isKnown = of.unknown === 0;
  return {
    currency: of.currency,
    shares: of.shares,
    sales: major(of.sales),
    refunded: major(of.refunded),
    open: isKnown ? major(of.open + corrections) : null,
    corrections: major(corrections),
    taken: isKnown ? major(of.taken) : null,
    payouts:
      payee === null
        ? null
        : {
            paid: major(beside?.paid ?? 0),
            unpaid: major(beside?.unpaid ?? 0),
            cancelled_since: major(beside?.cancelled_since ?? 0),
          },
    divided_since: of.divided_since,
  };
}
