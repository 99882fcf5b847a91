import { sql } from 'kysely';
import { notFound } from '../../../core/errors.ts';
import { splitAmount, toMajor } from '../../../core/money.ts';
import { must } from '../../../core/must.ts';
import { toHundredths } from '../../../core/percent.ts';
import { type Context, visibleTo } from '../../../server/context.ts';
import type { Db } from '../../../server/db/client.ts';
import type { ExplainedCharge, ExplainedLine } from '../ledger-contract.ts';
import {
  CODE,
  type CommissionType,
  codeKey,
  exactShare,
  levelName,
  PLATFORM,
  TYPE_LABELS,
} from '../rules.ts';
import { rowsById, type StoredVersion, saleAsOf } from './row-versions.ts';

/** Each line with its row, who set it, and the arithmetic. 404 where the caller may not see the charge. */
export async function explainCharge({ db, actor }: Context, id: number): Promise<ExplainedCharge> {
  const charge = await db
    .selectFrom('charges as c')
    .leftJoin('classes as k', 'k.id', 'c.class_id')
    .leftJoin('site_users as u', 'u.id', 'c.instructor_id')
    .leftJoin('programs as p', 'p.id', 'c.program_id')
    .select([
      'c.id',
      'c.created_at',
      'c.class_id',
      sql<string>`coalesce(k.class_name, c.description)`.as('class_name'),
      'c.instructor_id',
      sql<string | null>`nullif(btrim(u.first_name || ' ' || u.last_name), '')`.as('instructor_name'),
      'c.program_id',
      'p.program_display_name',
      'c.amount',
      'c.refunded',
      'c.currency',
      'c.code',
      'c.held',
    ])
    .where('c.id', '=', id)
    .where(visibleTo(actor, 'c.program_id'))
    .$narrowType<{ held: ExplainedCharge['held'] }>()
    .executeTakeFirst();
  if (!charge) notFound();
  const { lines, recomputed } = recompute(await storedLines(db, id));
  const rows = await rowsById(
    db,
    lines.flatMap((line) => line.row_id ?? []),
  );
  const today = (await saleAsOf(db, charge, new Date().toISOString())).filter(
    // Of tickets and memberships the platform's row alone counts.
    ({ type }) => charge.class_id !== null || type === PLATFORM,
  );
  return {
    ...charge,
    program_id: charge.program_id ?? 0,
    amount: toMajor(charge.amount, charge.currency),
    refunded: toMajor(charge.refunded, charge.currency),
    lines: lines.map((line) =>
      explainLine(
        line,
        rows.get(line.row_id ?? 0),
        charge.currency,
        must(recomputed.get(line.id), 'recomputed line'),
      ),
    ),
    today: today.filter(
      (row) => row.type !== CODE || codeKey(must(row.code, 'code of its row')) === codeKey(charge.code ?? ''),
    ),
  };
}

/** Divides the lines of a split together; where a later one replaced some, the recorded rounding is used. */
export function recompute(lines: readonly StoredLine[]) {
  const recomputed = new Map<number, number>();
  const splits = Map.groupBy(lines, (line) => `${line.split_at} ${line.divided} ${line.divided_by}`);
  for (const together of splits.values()) {
    const parts = together.map((line) => ({
      type: line.type,
      row_id: line.row_id ?? 0,
      hundredths: toHundredths(line.commission),
    }));
    const [first] = together;
    const weight = parts.reduce((sum, part) => sum + part.hundredths, 0);
    const complete = first !== undefined && weight === toHundredths(first.divided_by);
    const shares = complete ? splitAmount(first.divided, parts) : [];
    for (const [index, line] of together.entries()) {
      const floor = line.divided_by === 0 ? 0 : floorShare(line);
      recomputed.set(line.id, line.kept + (shares[index] ?? floor + line.rounding));
    }
  }
  return { lines, recomputed };
}

export type StoredLine = Awaited<ReturnType<typeof storedLines>>[number];

function floorShare({ divided, commission, divided_by }: StoredLine): number {
  return Number((BigInt(divided) * BigInt(toHundredths(commission))) / BigInt(toHundredths(divided_by)));
}

function explainLine(
  line: StoredLine,
  row: StoredVersion | undefined,
  currency: string,
  recomputed: number,
): ExplainedLine {
  const { user_name, program_name, ...stored } = line;
  return {
    ...stored,
    program_id: stored.program_id ?? 0,
    payee: user_name ?? program_name ?? (line.user_id ? `User #${line.user_id}` : TYPE_LABELS[line.type]),
    level: row ? levelName(row.level) : null,
    owner_id: row?.owner_id ?? null,
    code: row?.code ?? null,
    set_by: row?.set_by ?? null,
    set_at: row?.set_at ?? null,
    replaced_at: row?.replaced_at ?? null,
    exact: exactShare(line.divided, line.commission, line.divided_by, currency),
    divided: toMajor(line.divided, currency),
    rounding: toMajor(line.rounding, currency),
    kept: toMajor(line.kept, currency),
    amount: toMajor(line.amount, currency),
    recomputed: toMajor(recomputed, currency),
    refunded: toMajor(line.refunded, currency),
  };
}

/** The lines of a charge as they are stored, amounts in minor units, in order of type and row. */
export function storedLines(db: Db, chargeId: number) {
  return db
    .selectFrom('charge_lines as l')
    .leftJoin('site_users as u', 'u.id', 'l.user_id')
    .leftJoin('programs as p', 'p.id', 'l.program_id')
    .select([
      'l.id',
      'l.type',
      'l.user_id',
      'l.program_id',
      'l.row_id',
      'l.commission',
      'l.split_at',
      'l.divided',
      'l.divided_by',
      'l.rounding',
      'l.kept',
      'l.amount',
      'l.refunded',
      'l.payout_id',
      sql<string | null>`nullif(btrim(u.first_name || ' ' || u.last_name), '')`.as('user_name'),
      'p.program_display_name as program_name',
    ])
    .where('l.charge_id', '=', chargeId)
    .orderBy('l.type')
    .orderBy('l.row_id')
    .$narrowType<{ type: CommissionType }>()
    .execute();
}
