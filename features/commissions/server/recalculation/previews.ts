/** Previews a recalculation with the same SQL. Specification: Recalculation. */
import { sql } from 'kysely';
import { toMajor } from '../../../../core/money.ts';
import { type Context, type TransactionContext, transact } from '../../../../server/context.ts';
import type { ChargeMove, Preview } from '../../preview-schemas.ts';
import { type CommissionType, type LevelName, TYPE_LABELS } from '../../rules.ts';
import { type Save, saveGroup } from '../groups.ts';
import { division, plan, type Target } from '../split.ts';

const NAMED = { moves: 100, charges: 50 };

export type Moves = Omit<Preview, 'delay'>;

/** Previews a save with update by doing it and rolling back. Refuses as a save does. */
export async function previewSave(
  context: Context,
  level: LevelName,
  id: number,
  save: Save,
): Promise<Preview> {
  let seen: Moves | undefined;
  const rollback = new Error('a preview leaves nothing behind');
  try {
    await transact(context, async (tx) => {
      await saveGroup(tx, level, id, { ...save, update: false });
      seen = await previewTarget(tx, { level, owner_id: id });
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  if (!seen) throw new Error('a preview ended without a result');
  return withDelay(context, seen);
}

export function withDelay({ platform }: Context, moves: Moves): Preview {
  return { ...moves, delay: platform.config.recalculationDelay };
}

export async function previewTarget(
  { db }: Pick<TransactionContext, 'db'>,
  target: Target,
  named = NAMED,
): Promise<Moves> {
  const { rows } = await sql<{
    moves: MoveRow[] | null;
    charge_moves: ChargeRow[] | null;
    charges: number;
    held: number;
    persons: number;
  }>`
    with ${plan(target)},
    preview as (
      select c.id, c.created_at, c.class_id, c.description, c.currency, c.amount, c.refunded, c.instructor_id, c.program_id, p.held, p.rows
      from plan p join charges c on c.id = p.charge_id
    ),
    -- A plain "is null" of a computed column counts as one row in two hundred; joined by loops, 10,000 charges take minutes.
    source as (
      select m.id as charge_id, m.rows, m.amount, m.refunded, m.instructor_id, m.program_id
      from preview m where case when m.held is null then true else false end
    ),
    ${division(sql`l.charge_id in (select charge_id from source)`)},
    per_charge as (
      select d.charge_id, d.type, d.user_id, d.program_id, m.currency, sum(coalesce(d.before, 0))::bigint as before,
        sum(d.share)::bigint as after
      from division d
      join preview m on m.id = d.charge_id
      group by d.charge_id, d.type, d.user_id, d.program_id, m.currency
    ),
    per_person as (
      select type, user_id, program_id, currency, sum(before)::bigint as before, sum(after)::bigint as after
      from per_charge group by type, user_id, program_id, currency having sum(before) <> sum(after)
    ),
    largest as (
      select charge_id, sum(abs(after - before)) as distance from per_charge group by charge_id
      order by distance desc, charge_id limit ${named.charges}
    )
    select
      (select count(*) from preview) as charges,
      (select count(*) from preview where held is not null) as held,
      (select count(distinct (type, user_id, program_id)) from per_person) as persons,
      (select json_agg(x) from (
        select p.*, ${payee} from per_person p
        left join site_users u on u.id = p.user_id left join programs g on g.id = p.program_id
        order by abs(p.after - p.before) desc, p.type, p.user_id limit ${named.moves}) x) as moves,
      (select json_agg(x) from (
        select m.id as charge_id, m.created_at, coalesce(k.class_name, m.description) as class_name, m.currency, m.amount, m.held,
          (select json_agg(y order by y.type, y.user_id) from (
            select p.type, p.user_id, p.before, p.after, ${payee} from per_charge p
            left join site_users u on u.id = p.user_id left join programs g on g.id = p.program_id
            where p.charge_id = m.id) y) as lines
        from preview m
        left join classes k on k.id = m.class_id
        left join largest t on t.charge_id = m.id
        where t.charge_id is not null or m.held is not null
        order by (m.held is not null) desc, t.distance desc, m.id limit ${named.charges}) x) as charge_moves
  `.execute(db);
  const found = rows[0];
  if (!found) throw new Error('a preview answers one row');
  return {
    charges: found.charges,
    held: found.held,
    persons: found.persons,
    moves: (found.moves ?? []).map((move) => ({
      type: move.type,
      payee: payeeOf(move),
      user_id: move.user_id,
      program_id: move.program_id ?? 0,
      currency: move.currency,
      before: toMajor(move.before, move.currency),
      after: toMajor(move.after, move.currency),
    })),
    charge_moves: (found.charge_moves ?? []).map(chargeMove),
  };
}

type PayeeColumns = {
  type: CommissionType;
  user_id: number | null;
  user_name: string | null;
  program_name: string | null;
};
type MoveRow = PayeeColumns & { program_id: number | null; currency: string; before: number; after: number };
type ChargeRow = Omit<ChargeMove, 'before' | 'after'> & {
  lines: (PayeeColumns & { before: number; after: number })[] | null;
};

const payee = sql`nullif(btrim(u.first_name || ' ' || u.last_name), '') as user_name,
  g.program_display_name as program_name`;

function payeeOf({ type, user_id, user_name, program_name }: PayeeColumns): string {
  if (type === 0) return TYPE_LABELS[0];
  return user_name ?? program_name ?? (user_id ? `User #${user_id}` : TYPE_LABELS[type]);
}

function chargeMove({ lines, ...charge }: ChargeRow): ChargeMove {
  const side = (of: 'before' | 'after') =>
    (lines ?? [])
      .filter((line) => line[of] !== 0)
      .map((line) => ({ type: line.type, payee: payeeOf(line), amount: toMajor(line[of], charge.currency) }));
  return {
    ...charge,
    created_at: new Date(charge.created_at).toISOString(),
    amount: toMajor(charge.amount, charge.currency),
    before: side('before'),
    after: side('after'),
  };
}
