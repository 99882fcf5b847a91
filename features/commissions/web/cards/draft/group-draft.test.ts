import { expect, test } from 'vitest';
import type { CommissionRow } from '../../../ledger-contract.ts';
import { CODE, INSTRUCTOR, PLATFORM, PROGRAM, REFERRAL } from '../../../rules.ts';
import {
  addRow,
  draftOf,
  edit,
  faultsOf,
  type GroupDraft,
  inputOf,
  isDirty,
  leaveCell,
  rebase,
  reload,
  removeUnsent,
  undo,
  withoutRow,
} from './group-draft.ts';

const PLATFORM_KEY = '0::';
const REFERRAL_KEY = '2:7:';
const CODE_KEY = '3:7:spring';

test('a draft as it was loaded has nothing to send', () => {
  expect(isDirty(draftOf(stored()))).toBe(false);
});

test('what is typed back to its value has nothing to send', () => {
  const typed = edit(draftOf(stored()), PLATFORM_KEY, 'commission', '2');
  expect(isDirty(typed)).toBe(true);
  expect(isDirty(edit(typed, PLATFORM_KEY, 'commission', '20,0'))).toBe(false);
});

test.each([
  ['101', '100'],
  ['-5', '0'],
  ['6,95 %', '6.95'],
  ['1a2', '12'],
])('%s in a percentage is %s', (typed, shown) => {
  expect(textOf(edit(draftOf(stored()), PLATFORM_KEY, 'commission', typed), PLATFORM_KEY)).toBe(shown);
});

test('a discount above 100 is cut where it is a percentage, and when it becomes one', () => {
  const asAmount = edit(draftOf(stored()), CODE_KEY, 'discount_type', 'amount');
  const high = edit(asAmount, CODE_KEY, 'discount', '250');
  expect(rowOf(high, CODE_KEY)).toMatchObject({ discount: '250', discount_type: 'amount' });
  const asPercent = edit(high, CODE_KEY, 'discount_type', 'percent');
  expect(rowOf(asPercent, CODE_KEY)).toMatchObject({ discount: '100', discount_type: 'percent' });
});

test('an amount is read with its thousands, or refused where they are not clear', () => {
  const asAmount = edit(draftOf(stored()), CODE_KEY, 'discount_type', 'amount');
  const typed = (text: string) => edit(asAmount, CODE_KEY, 'discount', text);
  expect(inputOf(typed('1,000').rows).find(({ type }) => type === CODE)?.discount).toBe(1000);
  expect(faultsOf(typed('1,000').rows)).toEqual([]);
  expect(faultsOf(typed('1.000').rows)).toMatchObject([{ field: 'discount' }]);
  const asPercent = edit(typed('1,000'), CODE_KEY, 'discount_type', 'percent');
  expect(rowOf(asPercent, CODE_KEY)).toMatchObject({ discount: '100' });
});

test('the keys typed in one cell are taken back together, another visit apart', () => {
  let draft = edit(draftOf(stored()), PLATFORM_KEY, 'commission', '3');
  draft = edit(draft, PLATFORM_KEY, 'commission', '30');
  draft = leaveCell(draft);
  draft = edit(draft, PLATFORM_KEY, 'commission', '31');
  draft = undo(draft);
  expect(textOf(draft, PLATFORM_KEY)).toBe('30');
  draft = undo(draft);
  expect(textOf(draft, PLATFORM_KEY)).toBe('20');
  expect(undo(draft)).toBe(draft);
});

test('a row that is added or taken back comes and goes by undo', () => {
  const added = addRow(draftOf(stored()), PROGRAM, 2);
  expect(added.rows.map(({ row }) => row.type)).toEqual([PLATFORM, PROGRAM, REFERRAL, CODE, INSTRUCTOR]);
  expect(addRow(added, PROGRAM, 2)).toBe(added);
  const gone = removeUnsent(added, '1::');
  expect(gone.rows).toHaveLength(4);
  expect(undo(gone).rows).toHaveLength(5);
  expect(isDirty(undo(undo(gone)))).toBe(false);
});

test('a stored row is not taken away locally', () => {
  const draft = draftOf(stored());
  expect(removeUnsent(draft, PLATFORM_KEY)).toBe(draft);
});

test('a group over 100 names by how much, an empty cell says so', () => {
  const over = edit(draftOf(stored()), PLATFORM_KEY, 'commission', '99.5');
  expect(faultsOf(over.rows).map(({ message }) => message)).toEqual(['over by 4.5']);
  const empty = edit(draftOf(stored()), PLATFORM_KEY, 'commission', '');
  expect(faultsOf(empty.rows)).toEqual([{ row: 0, field: 'commission', message: 'Enter a percentage' }]);
});

test('the instructor is sent what remains, a new row without an id', () => {
  const draft = edit(addRow(draftOf(stored()), PROGRAM, 2), '1::', 'commission', '10');
  const sent = inputOf(draft.rows);
  expect(sent.find(({ type }) => type === INSTRUCTOR)?.commission).toBe(65);
  expect(sent[1]).toMatchObject({ type: PROGRAM, commission: 10 });
  expect(sent[1]).not.toHaveProperty('id');
  expect(sent[0]).not.toHaveProperty('email');
});

test('a reload replaces a draft without edits', () => {
  const draft = reload(draftOf(stored()), stored({ platform: 25, at: LATER }));
  expect(textOf(draft, PLATFORM_KEY)).toBe('25');
  expect(draft.base.updated_at).toBe(LATER);
});

test('a reload leaves unsent edits alone, on the version they were made on', () => {
  const typed = edit(draftOf(stored()), PLATFORM_KEY, 'commission', '30');
  expect(reload(typed, stored({ platform: 25, at: LATER }))).toBe(typed);
});

test('a late answer of an older list does not bring old rows back', () => {
  const draft = draftOf(stored({ at: LATER }));
  expect(reload(draft, stored({ platform: 1 }))).toBe(draft);
});

test('the answer of one’s own call comes under the unsent edits', () => {
  let draft = edit(draftOf(stored()), PLATFORM_KEY, 'commission', '30');
  draft = addRow(draft, PROGRAM, 2);
  const next = stored({ platform: 20, referral: 8, at: LATER });
  next.commissions.splice(2, 0, row({ id: 9, type: REFERRAL, referrer_id: 8, commission: 1 }));
  draft = rebase(draft, next);
  expect(textOf(draft, PLATFORM_KEY)).toBe('30');
  expect(textOf(draft, REFERRAL_KEY)).toBe('8');
  expect(draft.rows.map(({ row: { type } }) => type)).toEqual([
    PLATFORM,
    PROGRAM,
    REFERRAL,
    REFERRAL,
    CODE,
    INSTRUCTOR,
  ]);
  expect(draft.base.updated_at).toBe(LATER);
  expect(isDirty(draft)).toBe(true);
  const untyped = undo(undo(draft));
  expect(isDirty(untyped)).toBe(false);
});

test('a row that one’s own call took away is gone', () => {
  const typed = edit(draftOf(stored()), REFERRAL_KEY, 'commission', '6');
  const next = stored({ at: LATER });
  next.commissions = next.commissions.filter(({ type }) => type !== REFERRAL);
  const draft = rebase(typed, next);
  expect(rowOf(draft, REFERRAL_KEY)).toBeUndefined();
  expect(isDirty(draft)).toBe(false);
});

test('keys typed while a save was under way stay unsent', () => {
  const sent = edit(draftOf(stored()), PLATFORM_KEY, 'commission', '30');
  const typedOn = edit(sent, REFERRAL_KEY, 'commission', '9');
  const draft = rebase(typedOn, stored({ platform: 30, at: LATER }), sent.rows);
  expect(isDirty(draft)).toBe(true);
  expect(textOf(draft, REFERRAL_KEY)).toBe('9');
  expect(isDirty(rebase(sent, stored({ platform: 30, at: LATER }), sent.rows))).toBe(false);
});

test('a stored row that was taken away goes with its edits, and leaves the others', () => {
  let draft = edit(draftOf(stored()), PLATFORM_KEY, 'commission', '30');
  draft = edit(leaveCell(draft), REFERRAL_KEY, 'commission', '9');
  draft = withoutRow(draft, REFERRAL_KEY);
  expect(draft.rows.some(({ key }) => key === REFERRAL_KEY)).toBe(false);
  expect(textOf(draft, PLATFORM_KEY)).toBe('30');
  expect(isDirty(edit(draft, PLATFORM_KEY, 'commission', '20'))).toBe(false);
});

const FIRST = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T00:00:00.000Z';

function stored({ platform = 20, referral = 5, at = FIRST } = {}) {
  return {
    updated_at: at,
    commissions: [
      row({ id: 1, type: PLATFORM, commission: platform }),
      row({ id: 2, type: REFERRAL, commission: referral, referrer_id: 7 }),
      row({ id: 3, type: CODE, commission: 0.5, referrer_id: 7, code: 'Spring', discount: 20 }),
      row({ id: 4, type: INSTRUCTOR, commission: 100 - platform - referral }),
    ],
  };
}

function row(
  values: Partial<CommissionRow> & Pick<CommissionRow, 'id' | 'type' | 'commission'>,
): CommissionRow {
  return {
    program_id: 2,
    referrer_id: null,
    first_name: null,
    last_name: null,
    email: null,
    code: null,
    discount: null,
    discount_type: values.discount ? 'percent' : null,
    ...values,
  };
}

function rowOf(draft: GroupDraft, key: string) {
  return draft.rows.find((candidate) => candidate.key === key);
}

function textOf(draft: GroupDraft, key: string) {
  return rowOf(draft, key)?.commission;
}
