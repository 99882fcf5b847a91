import type { HeldCharge } from '../../ledger-contract.ts';
import { LEVELS, type LevelName, PROGRAM } from '../../rules.ts';

/** Charges held by the same rows: resolving one resolves all. */
export type Cause = Pick<HeldCharge, 'held' | 'sum' | 'rows'> & {
  key: string;
  charges: HeldCharge[];
  at: { level: LevelName; owner_id: number };
};

export function causesOf(charges: readonly HeldCharge[]): Cause[] {
  const byCause = Map.groupBy(charges, ({ held, rows, class_id }) =>
    [held, ...(held === 'no_instructor' ? [class_id] : rows.map(({ id }) => id))].join(' '),
  );
  return [...byCause].flatMap(([key, together]) => {
    const [first] = together;
    return first
      ? [{ key, held: first.held, sum: first.sum, rows: first.rows, charges: together, at: wayOut(first) }]
      : [];
  });
}

/** Returns the most specific level of the rows at fault; they arrive with that level first. */
function wayOut({ held, class_id, rows }: HeldCharge): Cause['at'] {
  const ofClass = { level: 'class', owner_id: class_id } as const;
  if (held === 'no_instructor') return ofClass;
  const row = (held === 'no_program' && rows.find(({ type }) => type === PROGRAM)) || rows[0];
  return row && row.level !== LEVELS[0] ? row : ofClass;
}
