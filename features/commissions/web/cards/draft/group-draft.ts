/** A group of rows during editing: pure state, no React. Specification: Commission rows. */
import { clampTyped, isUnclear, toNumber, UNCLEAR } from '../../../../../core/percent.ts';
import type { CommissionRowInput } from '../../../contract.ts';
import type { CommissionRow } from '../../../ledger-contract.ts';
import {
  CODE,
  type CommissionType,
  codeKey,
  type DiscountType,
  type Fault,
  groupFaults,
  INSTRUCTOR,
  instructorPart,
  type RuleRow,
} from '../../../rules.ts';

export type StoredGroup = { commissions: readonly CommissionRow[]; updated_at: string };

export type DraftRow = {
  /** Identifies the row, also after a save gives it another id. */
  key: string;
  /** The row as stored; its id is 0 until then. */
  row: CommissionRow;
  commission: string;
  discount: string;
  discount_type: DiscountType;
};

export type Field = 'commission' | 'discount' | 'discount_type';

export type GroupDraft = {
  base: StoredGroup;
  rows: readonly DraftRow[];
  past: readonly (readonly DraftRow[])[];
  /** The cell being typed in: its keys are one undo step. */
  typing: string | null;
};

export function draftOf({ commissions, updated_at }: StoredGroup): GroupDraft {
  return { base: { commissions, updated_at }, rows: rowsOf(commissions), past: [], typing: null };
}

/** Applies a key pressed in a cell: invalid characters are dropped and too large values become the largest. */
export function edit(draft: GroupDraft, key: string, field: Field, text: string): GroupDraft {
  const rows = draft.rows.map((row) => (row.key === key ? withField(row, field, text) : row));
  if (rows.every((row, index) => row[field] === draft.rows[index]?.[field])) return draft;
  const cell = `${key} ${field}`;
  const past = draft.typing === cell ? draft.past : [...draft.past, draft.rows];
  return { ...draft, rows, past, typing: cell };
}

/** Ends the undo step of a cell that lost the focus. */
export function leaveCell(draft: GroupDraft): GroupDraft {
  return draft.typing === null ? draft : { ...draft, typing: null };
}

export function addRow(draft: GroupDraft, type: CommissionType, program_id: number): GroupDraft {
  if (hasType(draft, type)) return draft;
  const row: CommissionRow = { ...BLANK, type, program_id };
  const rows = [...draft.rows, ...rowsOf([row])].sort((a, b) => a.row.type - b.row.type);
  return { ...draft, rows, past: [...draft.past, draft.rows], typing: null };
}

export function removeUnsent(draft: GroupDraft, key: string): GroupDraft {
  const rows = draft.rows.filter((row) => row.key !== key || row.row.id > 0);
  if (rows.length === draft.rows.length) return draft;
  return { ...draft, rows, past: [...draft.past, draft.rows], typing: null };
}

export function withoutRow(draft: GroupDraft, key: string): GroupDraft {
  const gone = draft.rows.find((row) => row.key === key);
  const commissions = draft.base.commissions.filter(({ id }) => id !== gone?.row.id);
  return {
    ...draft,
    base: { ...draft.base, commissions },
    rows: draft.rows.filter((row) => row !== gone),
    past: draft.past.map((rows) => rows.filter((row) => row.key !== key)),
  };
}

export function undo(draft: GroupDraft): GroupDraft {
  const rows = draft.past.at(-1);
  return rows ? { ...draft, rows, past: draft.past.slice(0, -1), typing: null } : draft;
}

export function isDirty({ base, rows }: GroupDraft): boolean {
  return !sameRows(rows, rowsOf(base.commissions));
}

export function hasType(draft: GroupDraft, type: CommissionType): boolean {
  return draft.rows.some(({ row }) => row.type === type);
}

/** Returns the rows in the form of the rules; a cell without a number counts as 0. */
export function ruleRows(rows: readonly DraftRow[]): (RuleRow & CommissionRow)[] {
  return rows.map(({ row, commission, discount, discount_type }) => ({
    ...row,
    commission: toNumber(commission) ?? 0,
    discount: toNumber(discount),
    discount_type: toNumber(discount) === null ? null : discount_type,
  }));
}

export function faultsOf(rows: readonly DraftRow[]): Fault[] {
  const unclear = rows.flatMap(({ discount }, row): Fault[] =>
    isUnclear(discount) ? [{ row, field: 'discount', message: UNCLEAR }] : [],
  );
  const empty = rows.flatMap(({ row, commission }, index): Fault[] =>
    row.type !== INSTRUCTOR && toNumber(commission) === null
      ? [{ row: index, field: 'commission', message: 'Enter a percentage' }]
      : [],
  );
  return [...empty, ...unclear, ...groupFaults(ruleRows(rows))];
}

/** Returns the rows as a save sends them; the instructor gets what remains of 100. */
export function inputOf(rows: readonly DraftRow[]): CommissionRowInput[] {
  const ruled = ruleRows(rows);
  return ruled.map(({ id, first_name: _first, last_name: _last, email: _email, ...row }) => ({
    ...row,
    ...(id > 0 && { id }),
    commission: row.type === INSTRUCTOR ? Math.max(0, instructorPart(ruled)) : row.commission,
  }));
}

/** Keeps unsent edits on their old version over a load, so that changes of others cause a conflict. */
export function reload(draft: GroupDraft, next: StoredGroup): GroupDraft {
  if (isDirty(draft) || Date.parse(next.updated_at) < Date.parse(draft.base.updated_at)) return draft;
  return draftOf(next);
}

/** Reapplies edits, cell by cell, on the answer of an own call. `from`: what they are compared with, the stored rows or, after a save, those sent. */
export function rebase(draft: GroupDraft, next: StoredGroup, from?: readonly DraftRow[]): GroupDraft {
  const reference = from ?? rowsOf(draft.base.commissions);
  const fresh = draftOf(next);
  const onTop = (rows: readonly DraftRow[]) => merge(rows, reference, fresh.rows);
  return { ...fresh, rows: onTop(draft.rows), past: from ? [] : draft.past.map(onTop) };
}

const BLANK = {
  id: 0,
  commission: 0,
  program_id: 0,
  referrer_id: null,
  first_name: null,
  last_name: null,
  email: null,
  code: null,
  discount: null,
  discount_type: null,
} satisfies Omit<CommissionRow, 'type'>;

function rowsOf(commissions: readonly CommissionRow[]): DraftRow[] {
  const met = new Map<string, number>();
  return commissions.map((row) => {
    const identity = [row.type, row.referrer_id ?? '', row.type === CODE ? codeKey(row.code ?? '') : ''].join(
      ':',
    );
    const before = met.get(identity) ?? 0;
    met.set(identity, before + 1);
    return {
      key: before ? `${identity}:${before}` : identity,
      row,
      commission: String(row.commission),
      discount: row.discount === null ? '' : String(row.discount),
      discount_type: row.discount_type ?? 'percent',
    };
  });
}

function withField(row: DraftRow, field: Field, text: string): DraftRow {
  if (field === 'commission') return { ...row, commission: clampTyped(text) };
  const discount_type: DiscountType =
    field === 'discount' ? row.discount_type : text === 'amount' ? 'amount' : 'percent';
  // Read by what it was: a percentage has no thousands.
  const discount = field === 'discount' ? text : (toNumber(row.discount)?.toString() ?? '');
  return { ...row, discount_type, discount: clampTyped(discount, discount_type === 'percent' ? 100 : null) };
}

function merge(mine: readonly DraftRow[], from: readonly DraftRow[], next: readonly DraftRow[]): DraftRow[] {
  const byKey = (rows: readonly DraftRow[], key: string) => rows.find((row) => row.key === key);
  const stored = next.map((row) => {
    const typed = byKey(mine, row.key);
    const before = byKey(from, row.key);
    if (!typed) return row;
    const keeps = (field: Field) => !before || typed[field] !== before[field];
    return {
      ...row,
      commission: keeps('commission') ? typed.commission : row.commission,
      discount: keeps('discount') ? typed.discount : row.discount,
      discount_type: keeps('discount_type') ? typed.discount_type : row.discount_type,
    };
  });
  const unsent = mine.filter((row) => row.row.id === 0 && !byKey(next, row.key) && !byKey(from, row.key));
  return [...stored, ...unsent].sort((a, b) => a.row.type - b.row.type);
}

/** Compares rows; of the instructor's, whose figure is derived, only the presence counts. */
function sameRows(some: readonly DraftRow[], others: readonly DraftRow[]): boolean {
  return JSON.stringify(some.map(says)) === JSON.stringify(others.map(says));
}

function says({ key, row, commission, discount, discount_type }: DraftRow) {
  const figure = toNumber(discount);
  return [
    key,
    row.type === INSTRUCTOR ? null : toNumber(commission),
    figure,
    figure === null ? null : discount_type,
  ];
}
