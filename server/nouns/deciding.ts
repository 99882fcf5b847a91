/** The one way to decide what is decided once: approved, rejected, cancelled, settled (specification: Audit). */
import { conflict, notFound, refuse } from '../../core/errors.ts';
import { SOMEBODY_ELSE } from '../../core/second-approver.ts';
import { type Context, type TransactionContext, transact } from '../context.ts';
import { refuseFormerActor } from '../http/session.ts';
import { audit, type Change } from './audit.ts';
import { readAgain } from './changing.ts';
import { requireSecondApprover } from './second-approver.ts';

type Decision<Row> = {
  /** The row where the caller may see it, locked until the transaction ends, behind whatever else has to be locked first. */
  lockRow: (tx: TransactionContext) => Promise<Row | undefined>;
  /** The decision already made, for a 409: "ann@example.com has approved this already"; undefined while the row is open. */
  decided: (row: Row) => Decided | undefined;
  /** Ids of admins whose decision is refused with 403, whatever it is. */
  neverBy?: (row: Row) => readonly (number | null)[];
  /** The authors of the request, each with their time, where only a second person may decide, one whose account no author controls. */
  asked?: ((row: Row) => Asked | readonly Asked[]) | undefined;
};

type Decided = {
  /** "approved this already", behind who has. */
  has: string;
  by: string | null;
  at: string;
};

type Asked = Parameters<typeof requireSecondApprover>[1];

/**
 * Decides once, in one transaction: 401 for a former admin, 404 where the caller sees no such row, 409 names who decided it
 * and when, 403 for who may not decide. `work` writes what became of it, and answers what
 * is recorded; null where it has recorded that itself.
 */
export function deciding<Row>(
  context: Context,
  { lockRow, decided, neverBy, asked }: Decision<Row>,
  work: (tx: TransactionContext, row: Row) => Promise<Change | null>,
): Promise<void> {
  return transact(context, async (tx) => {
    await refuseFormerActor(tx);
    const row = (await lockRow(tx)) ?? notFound();
    if (decided(row)) refuseDecided(decided(await readAgain(row, () => lockRow(tx))));
    if (neverBy?.(row).includes(tx.actor.admin_id)) refuse(403, SOMEBODY_ELSE);
    for (const author of asked ? [asked(row)].flat() : []) await requireSecondApprover(tx, author);
    const change = await work(tx, row);
    if (change) await audit(tx, change);
  });
}

function refuseDecided(decided: Decided | undefined): never {
  const { has, by: changed_by, at: changed_at } = decided ?? notFound();
  conflict(has, { changed_by, changed_at });
}
