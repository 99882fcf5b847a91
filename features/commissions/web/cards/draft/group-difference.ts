import type { CommissionRow } from '../../../ledger-contract.ts';
import { codeKey } from '../../../rules.ts';
import { rowFigures, rowName } from '../row-words.ts';

type ChangedRow = { key: string; name: string; before: string | null; after: string | null };

export function differenceOfRows(
  before: readonly CommissionRow[],
  after: readonly CommissionRow[],
): { changed: ChangedRow[]; same: number } {
  const old = keyed(before);
  const fresh = keyed(after);
  const keys = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  const all = keys.map((key): ChangedRow => {
    const [was, is] = [old.get(key), fresh.get(key)];
    const row = is ?? was;
    return {
      key,
      name: row ? rowName(row) : '',
      before: was ? rowFigures(was) : null,
      after: is ? rowFigures(is) : null,
    };
  });
  const changed = all.filter((row) => row.before !== row.after);
  return { changed, same: all.length - changed.length };
}

function keyed(rows: readonly CommissionRow[]): Map<string, CommissionRow> {
  const met = new Map<string, CommissionRow>();
  for (const row of rows) {
    const identity = [row.type, row.referrer_id ?? '', codeKey(row.code ?? '')].join(':');
    // A person can have two referrals in a group: they are told apart by their order.
    let key = identity;
    for (let again = 1; met.has(key); again += 1) key = `${identity}:${again}`;
    met.set(key, row);
  }
  return met;
}
