/** Switches many records in one call, each as its single verb does. Specification: Catalogue; Audit. */
import type { SwitchedRecord } from '../../../core/nouns/switch-routes.ts';
import { type Call, type TransactionContext, transact } from '../../context.ts';
import { refuseWithId } from './refuse-with-id.ts';

type Saved = { updated_at: string };
export type SwitchInput<Field> = { field: Field; records: readonly SwitchedRecord[] };

/** The switches of a noun; `Further` are fields that one of them needs besides. */
export type Switchable<Field extends string, Further = unknown> = {
  /** Sets one of them by the noun's own save, with its walls, its 404 and its 409; answers the mark that it leaves. */
  set: Readonly<
    Record<Field, (tx: Call & TransactionContext, record: SwitchedRecord, input: Further) => Promise<Saved>>
  >;
  /** The transaction that a save of the noun needs, where that is another than the caller's. */
  within?: <Result>(call: Call, work: (tx: Call & TransactionContext) => Promise<Result>) => Promise<Result>;
};

/** Sets a switch of many records, all or none; what refuses one is said with its id. */
export function switchMany<Field extends string, Further>(
  call: Call,
  { set, within = transact }: Switchable<Field, Further>,
  input: SwitchInput<Field> & Further,
): Promise<{ records: (Saved & { id: number })[] }> {
  return within(call, async (tx) => {
    const records: (Saved & { id: number })[] = [];
    // In one order, or two calls could each wait for a row of the other.
    for (const record of input.records.toSorted((a, b) => a.id - b.id)) {
      const saved = set[input.field](tx, record, input);
      const { updated_at } = await saved.catch((error: unknown) => refuseWithId(record.id, error));
      records.push({ id: record.id, updated_at });
    }
    return { records };
  });
}
