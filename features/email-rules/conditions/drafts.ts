import { CURRENCIES, type Currency } from '../../../core/money.ts';
import {
  CONDITIONS_OF,
  type Condition,
  FIELDS,
  type FieldName,
  isListed,
  kindOf,
  takesNoValue,
} from './fields.ts';
import { faultOf, type ItemValue, type RuleItem, USER_TYPES } from './items.ts';

/** A condition being edited or as stored: null for what is not chosen or not understood. */
export type ItemDraft = {
  field_name: FieldName | null;
  condition: Condition | null;
  value: ItemValue;
  /** Present for an amount alone. */
  currency?: Currency | null | undefined;
};

export const BLANK_ITEM: ItemDraft = { field_name: null, condition: null, value: null };

export function conditionsOf({ field_name }: ItemDraft): readonly Condition[] {
  return field_name === null ? [] : CONDITIONS_OF[kindOf(field_name)];
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
  const kind = kindOf(field_name);
  const known = CONDITIONS_OF[kind];
  const condition = known.find((one) => one === given.condition) ?? null;
  // A value stays while the condition is unknown, where another takes it.
  const fitting = condition ?? known.find((one) => !takesNoValue(one));
  const currency = CURRENCIES.find((one) => one === given.currency);
  const money = kind === 'money' ? { currency: currency ?? null } : {};
  const value = valueIn(given.value);
  const tried = {
    field_name,
    condition: fitting,
    value: value ?? null,
    ...(currency && { currency }),
  };
  const fault = fitting && value !== undefined ? faultOf(tried as RuleItem) : { key: 'value' };
  return { field_name, condition, value: fault?.key === 'value' ? null : (value ?? null), ...money };
}

export function faultsOf({
  field_name,
  condition,
  value,
  currency,
}: ItemDraft): [key: keyof ItemDraft, message: string][] {
  if (field_name === null) return [['field_name', 'Choose a field']];
  const lacking: [key: keyof ItemDraft, message: string][] = [];
  if (condition === null) lacking.push(['condition', 'Choose a condition']);
  if (kindOf(field_name) === 'money' && !currency) lacking.push(['currency', 'Choose a currency']);
  const needsValue = condition === null ? kindOf(field_name) !== 'event' : !takesNoValue(condition);
  if (needsValue && value === null) lacking.push(valueMissing(field_name));
  if (condition === null || lacking.length > 0) return lacking;
  const fault = faultOf({ field_name, condition, value, ...(currency && { currency }) });
  return fault ? [[fault.key, fault.message]] : [];
}

function valueIn(given: unknown): ItemValue | undefined {
  if (given === null || typeof given === 'number') return given;
  if (Array.isArray(given) && given.every((one) => typeof one === 'number' || typeof one === 'string'))
    return given as (number | string)[];
  return USER_TYPES.find((type) => type === given);
}

function valueMissing(field_name: FieldName): [key: 'value', message: string] {
  const kind = kindOf(field_name);
  if (isListed(kind)) return ['value', 'Choose at least one'];
  return ['value', kind === 'user_type' || kind === 'membership' ? 'Choose a value' : 'Enter a number'];
}
