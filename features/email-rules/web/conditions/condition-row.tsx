import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Choice } from '../../../../web/ui/chooser/choice.tsx';
import { conditionsOf, type ItemDraft } from '../../conditions/drafts.ts';
import {
  CONDITION_FIELDS,
  type Condition,
  FIELDS,
  type FieldName,
  kindOf,
  takesNoValue,
} from '../../conditions/fields.ts';
import type { RuleForm } from '../rule-form.ts';
import { CONDITION_LABELS } from '../rule-words.ts';
import { ConditionValue } from './condition-value.tsx';
import classes from './conditions.module.css';

type ConditionRowProps = {
  form: RuleForm;
  /** Place in the form: `groups.0.items.2`. */
  path: string;
  called: string;
  item: ItemDraft;
  onRemove: () => void;
};

export function ConditionRow({ form, path, called, item, onRemove }: ConditionRowProps) {
  const errorOf = (key: keyof ItemDraft) => form.errors[`${path}.${key}`];
  const change = (part: Partial<ItemDraft>) => {
    for (const key of Object.keys(part)) form.clearFieldError(`${path}.${key}`);
    form.setFieldValue(path, { ...item, ...part });
  };
  const choose = (field_name: FieldName) => {
    for (const key of ['field_name', 'condition', 'value', 'currency'])
      form.clearFieldError(`${path}.${key}`);
    const money = kindOf(field_name) === 'money' ? { currency: 'USD' as const } : {};
    form.setFieldValue(path, { field_name, condition: null, value: null, ...money });
  };
  const compare = (condition: Condition) =>
    change({ condition, ...(takesNoValue(condition) && { value: null }) });
  return (
    <div className={classes.item} data-item={path} role="group" aria-label={called}>
      <Choice
        aria-label={`Field of ${called}`}
        placeholder="Field"
        data={FIELDS.map((field) => ({ value: field, label: CONDITION_FIELDS[field].label }))}
        value={item.field_name}
        onChange={(field) => field !== item.field_name && choose(field as FieldName)}
        allowDeselect={false}
        error={errorOf('field_name')}
      />
      <Choice
        aria-label={`Comparison of ${called}`}
        placeholder="Condition"
        data={conditionsOf(item).map((condition) => ({
          value: condition,
          label: CONDITION_LABELS[condition],
        }))}
        value={item.condition}
        onChange={(condition) => compare(condition as Condition)}
        allowDeselect={false}
        disabled={item.field_name === null}
        error={errorOf('condition')}
      />
      <ConditionValue
        item={item}
        label={`Value of ${called}`}
        error={errorOf('value')}
        currencyError={errorOf('currency')}
        program_id={form.values.program_id}
        onChange={change}
      />
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="red"
        aria-label={`Remove ${called}`}
        title="Remove"
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}
