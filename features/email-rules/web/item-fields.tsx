import { ActionIcon, Button, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { COIN } from '../../../core/coins.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { EnterStays } from '../../../web/ui/chooser/enter-guard.tsx';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { USER_TYPE_NAMES } from '../../users/rules.ts';
import { BLANK_ITEM, conditionsOf, type ItemDraft } from '../rule-items.ts';
import {
  type Condition,
  FIELDS,
  type FieldName,
  KIND_OF,
  MOST_COINS,
  MOST_DAYS,
  MOST_ITEMS,
  USER_TYPES,
  type UserType,
} from '../rules.ts';
import classes from './item-fields.module.css';
import type { RuleForm } from './rule-form.ts';
import { CONDITION_LABELS, FIELD_LABELS, MEMBERSHIP_LABELS } from './rule-words.ts';

/** Conditions of a rule, all of which have to be met. */
export function ItemFields({ form }: { form: RuleForm }) {
  const box = useRef<HTMLDivElement>(null);
  const { items } = form.values;
  const focusOn = (selector: string) =>
    setTimeout(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
  const set = (next: ItemDraft[]) => {
    // What was wrong stood at places that have moved.
    form.clearErrors();
    form.setFieldValue('items', next);
  };
  const add = () => {
    form.setFieldValue('items', [...items, BLANK_ITEM]);
    focusOn(`[data-item="${items.length}"] input`);
  };
  const remove = (index: number) => {
    set(items.filter((_, at) => at !== index));
    focusOn(items.length > 1 ? `[data-item="${Math.min(index, items.length - 2)}"] input` : '[data-add]');
  };
  return (
    <div ref={box} className={classes.items} role="group" aria-label="Conditions">
      {items.map((item, index) => (
        <Item key={index} form={form} index={index} item={item} onRemove={() => remove(index)} />
      ))}
      {form.errors.items && items.length === 0 && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {form.errors.items}
        </Text>
      )}
      <Button
        data-add
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-invalid={(form.errors.items && items.length === 0) || undefined}
        disabled={items.length >= MOST_ITEMS}
        onClick={add}
      >
        Add condition
      </Button>
    </div>
  );
}

type ItemProps = { form: RuleForm; index: number; item: ItemDraft; onRemove: () => void };

/** Resets condition and value when another field is chosen. */
function Item({ form, index, item, onRemove }: ItemProps) {
  const called = `condition ${index + 1}`;
  const errorOf = (key: keyof ItemDraft) => form.errors[`items.${index}.${key}`];
  const change = (part: Partial<ItemDraft>) => {
    for (const key of Object.keys(part)) form.clearFieldError(`items.${index}.${key}`);
    form.setFieldValue(`items.${index}`, { ...item, ...part });
  };
  return (
    <div className={classes.item} data-item={index} role="group" aria-label={called}>
      <Choice
        aria-label={`Field of ${called}`}
        placeholder="Field"
        data={FIELDS.map((field) => ({ value: field, label: FIELD_LABELS[field] }))}
        value={item.field_name}
        onChange={(field) =>
          field !== item.field_name &&
          change({ field_name: field as FieldName, condition: null, value: null })
        }
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
        onChange={(condition) => change({ condition: condition as Condition })}
        allowDeselect={false}
        disabled={item.field_name === null}
        error={errorOf('condition')}
      />
      <EnterStays>
        <Value
          item={item}
          label={`Value of ${called}`}
          error={errorOf('value')}
          onChange={(value) => change({ value })}
        />
      </EnterStays>
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

type ValueProps = {
  item: ItemDraft;
  label: string;
  error: React.ReactNode;
  onChange: (value: number | UserType | null) => void;
};

function Value({ item: { field_name, value }, label, error, onChange }: ValueProps) {
  const kind = field_name === null ? null : KIND_OF[field_name];
  if (kind === 'date' || kind === 'coins')
    return (
      <NumberField
        aria-label={label}
        placeholder="Value"
        value={typeof value === 'number' ? value : null}
        onChange={onChange}
        max={kind === 'date' ? MOST_DAYS : MOST_COINS}
        step={kind === 'date' ? 1 : undefined}
        rightSection={<span className={classes.unit}>{kind === 'date' ? 'days' : COIN}</span>}
        rightSectionWidth={52}
        error={error}
        inputWrapperOrder={['label', 'error', 'input', 'description']}
      />
    );
  const options = kind === 'membership' ? MEMBERSHIPS : TYPES;
  return (
    <Choice
      aria-label={label}
      placeholder="Value"
      data={options}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(kind === 'membership' ? Number(chosen) : (chosen as UserType))}
      allowDeselect={false}
      disabled={kind === null}
      error={error}
    />
  );
}

const TYPES = USER_TYPES.map((type) => ({ value: type as string, label: USER_TYPE_NAMES[type] }));
const MEMBERSHIPS = ([0, 1] as const).map((value) => ({
  value: String(value),
  label: MEMBERSHIP_LABELS[value],
}));
