/** Conditions of a rule that may be incomplete. Specification: Email rules. */
import {
  CONDITIONS_OF,
  type Condition,
  FIELDS,
  type FieldName,
  faultOf,
  KIND_OF,
  type RuleItem,
  USER_TYPES,
  type UserType,
} from './rules.ts';

/** A condition being edited or as stored: null for what is not chosen or not understood. */
export type ItemDraft = {
  field_name: FieldName | null;
  condition: Condition | null;
  value: number | UserType | null;
};

export const BLANK_ITEM: ItemDraft = { field_name: null, condition: null, value: null };

/** Returns the conditions for a field; none before one is chosen. */
export function conditionsOf({ field_name }: ItemDraft): readonly Condition[] {
  return field_name === null ? [] : CONDITIONS_OF[KIND_OF[field_name]];
}

/** Returns the items if all are complete and valid; null otherwise, or without any. */
export function wholeItems(drafts: readonly ItemDraft[]): RuleItem[] | null {
  const isWhole = drafts.length > 0 && drafts.every((draft) => faultsOf(draft).length === 0);
  return isWhole ? (drafts as RuleItem[]) : null;
}

/** Reads an item as far as possible, in any stored form. */
export function draftOf(stored: unknown): ItemDraft {
  const given = Object(stored) as Partial<Record<keyof ItemDraft, unknown>>;
  const field_name = FIELDS.find((field) => field === given.field_name);
  if (!field_name) return BLANK_ITEM;
  const [any, ...others] = CONDITIONS_OF[KIND_OF[field_name]];
  const condition = [any, ...others].find((known) => known === given.condition) ?? null;
  const value =
    typeof given.value === 'number' ? given.value : USER_TYPES.find((type) => type === given.value);
  const fits = value !== undefined && any && !faultOf({ field_name, condition: condition ?? any, value });
  return { field_name, condition, value: fits ? value : null };
}

export function faultsOf({
  field_name,
  condition,
  value,
}: ItemDraft): [key: keyof ItemDraft, message: string][] {
  if (field_name === null) return [['field_name', 'Choose a field']];
  if (condition === null)
    return [['condition', 'Choose a condition'], ...(value === null ? [valueMissing(field_name)] : [])];
  if (value === null) return [valueMissing(field_name)];
  const fault = faultOf({ field_name, condition, value });
  return fault ? [[fault.key, fault.message]] : [];
}

function valueMissing(field_name: FieldName): [key: 'value', message: string] {
  const isChosen = field_name === 'user_type' || field_name === 'membership';
  return ['value', isChosen ? 'Choose a value' : 'Enter a number'];
}
