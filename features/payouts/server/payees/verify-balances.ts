/** Compares what is kept of payees with sums over the lines. Decided: docs/decisions/222-kept-balances.md. */
import { sql } from 'kysely';
import { formatMoney } from '../../../../core/money.ts';
import { must } from '../../../../core/must.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import type { Db } from '../../../../server/db/client.ts';
import type { Rules } from '../../../money-settings/rules.ts';
import { readRules } from '../../../money-settings/server/money-rules.ts';
import { payeeName } from '../../../transactions/rules.ts';
import { type SumsFrom, withPayees } from './payee-sums.ts';

/** `broken` names the first difference in words, null where there is none; the counts are those of what was compared. */
export type BalancesVerified = { broken: string | null; sums: number; lines: number; payees: number };

/** Compares every kept sum, and every row of the list of payees by both ways, in one snapshot. For a context that sees all programs; writes nothing. */
export function verifyBalances(context: Context): Promise<BalancesVerified> {
  return transact(context, verify, 'repeatable read');
}

/** Times that the list is read both ways: a session that begins between the two, or days of hold that end, are no difference. */
const MOST_LISTS = 4;

async function verify(tx: TransactionContext): Promise<BalancesVerified> {
  const { sums, lines, first } = await comparedSums(tx.db);
  const { rules } = await readRules(tx);
  for (let attempt = 1; ; attempt++) {
    const summed = await listed(tx, rules, 'lines');
    const kept = await listed(tx, rules, 'balances');
    const payee = [...new Set([...summed.keys(), ...kept.keys()])]
      .toSorted()
      .find((key) => kept.get(key) !== summed.get(key));
    const told = { sums, lines, payees: summed.size };
    if (first) return { ...told, broken: differenceOf(first) };
    if (!payee) return { ...told, broken: null };
    if (attempt < MOST_LISTS) continue;
    const broken = `the list says of a payee ${kept.get(payee) ?? 'nothing'}, and the lines ${summed.get(payee) ?? 'nothing'}`;
    return { ...told, broken };
  }
}

/** Returns the first kept sum of the database that is not that of its lines, in words; null where there is none. */
export async function brokenBalance(db: Db): Promise<string | null> {
  const { first } = await comparedSums(db);
  return first && differenceOf(first);
}

type Side = { lines: number; amount: number };

/** Difference of one payee, currency, scope, thing sold and state of its lines; amounts in minor units. */
type Difference = {
  payee: number;
  name: string | null;
  currency: string;
  scope_program_id: number | null;
  class_id: number | null;
  parts: number[];
  held: boolean;
  override: string | null;
  kept: Side;
  summed: Side;
};

async function comparedSums(db: Db) {
  const { rows } = await sql<{ sums: number; lines: number; first: Difference | null }>`
    with kept as (
      select b.payee, b.currency, b.scope_program_id, b.class_id, b.parts, b.held, b.override,
        sum(b.lines)::bigint as lines, sum(b.amount)::bigint as amount
      from payee_balances b group by 1, 2, 3, 4, 5, 6, 7
    ), summed as (
      select o.payee, o.currency, o.scope_program_id, o.class_id, coalesce(p.parts, '{}') as parts, o.held is not null as held,
        o.override, count(*) as lines, sum(o.amount)::bigint as amount
      from open_lines o
      left join (select charge_id, array_agg(class_id order by class_id) as parts from charge_parts group by 1) p
        on p.charge_id = o.charge_id
      group by 1, 2, 3, 4, 5, 6, 7
    ), differing as (
      select coalesce(k.payee, s.payee) as payee, coalesce(k.currency, s.currency) as currency,
        coalesce(k.scope_program_id, s.scope_program_id) as scope_program_id, coalesce(k.class_id, s.class_id) as class_id,
        coalesce(k.parts, s.parts) as parts, coalesce(k.held, s.held) as held, coalesce(k.override, s.override) as override,
        json_build_object('lines', coalesce(k.lines, 0), 'amount', coalesce(k.amount, 0)) as kept,
        json_build_object('lines', coalesce(s.lines, 0), 'amount', coalesce(s.amount, 0)) as summed
      from kept k full join summed s on s.payee = k.payee and s.currency = k.currency and s.held = k.held and s.parts = k.parts
        and coalesce(s.scope_program_id, -1) = coalesce(k.scope_program_id, -1)
        and coalesce(s.class_id, -1) = coalesce(k.class_id, -1) and coalesce(s.override, '') = coalesce(k.override, '')
      where (coalesce(k.lines, 0), coalesce(k.amount, 0)) <> (coalesce(s.lines, 0), coalesce(s.amount, 0))
    )
    select (select count(*) from summed) as sums, (select coalesce(sum(lines), 0)::bigint from summed) as lines,
      (select to_json(d) from (
        select d.*, coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), p.program_display_name) as name
        from differing d
        left join site_users u on u.id * 2 = d.payee and d.payee > 0
        left join programs p on p.id * 2 + 1 = d.payee
        order by d.payee, d.currency, d.scope_program_id, d.class_id, d.parts, d.held, d.override limit 1
      ) d) as first`.execute(db);
  return must(rows[0], 'sums of payees');
}

function differenceOf(found: Difference): string {
  const { payee, currency, scope_program_id, class_id, parts, held, override, kept, summed } = found;
  const [user_id, program_id] =
    payee % 2 === 0 ? [payee === 0 ? null : payee / 2, null] : [null, (payee - 1) / 2];
  const name = payeeName({ user_id, program_id }, found.name);
  const marks = [
    scope_program_id === null ? 'no program' : `program ${scope_program_id}`,
    class_id === null ? 'no class' : `class ${class_id}`,
    ...(parts.length > 0 ? [`bundle of ${parts.join('+')}`] : []),
    ...(held ? ['on hold'] : []),
    ...(override === null ? [] : [override === '1' ? 'included manually' : 'excluded manually']),
  ];
  const said = ({ amount, lines }: Side) => `${formatMoney(amount, currency)} of ${lines} lines`;
  return `${name} (payee ${payee}), ${currency.trim()}, ${marks.join(', ')}: ${said(kept)} kept, ${said(summed)} open`;
}

/** Returns the rows of the list as texts, by payee and currency. */
async function listed(tx: TransactionContext, rules: Rules, from: SumsFrom): Promise<Map<string, string>> {
  const { rows } = await sql<{ key: string; row: string }>`
    ${withPayees(tx, { rules, currency: undefined, chosen: [], from })}
    select p.payee || ' ' || p.currency as key, to_json(p)::text as row from payees p
    where p.amount <> 0 or p.held_amount <> 0 or p.beside <> 0`.execute(tx.db);
  return new Map(rows.map(({ key, row }) => [key, row]));
}
