import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { EnterStays } from '../../../../web/ui/chooser/enter-guard.tsx';
import { type ConditionGroup, type Match, MOST_GROUPS, MOST_ITEMS } from '../../conditions/audience.ts';
import { BLANK_ITEM, type ItemDraft } from '../../conditions/drafts.ts';
import type { RuleForm } from '../rule-form.ts';
import { ConditionRow } from './condition-row.tsx';
import classes from './conditions.module.css';

type Among = 'groups' | 'exclude';

/** Conditions of a rule in groups, and groups that exclude. Enter never submits from here. */
export function AudienceFields({ form }: { form: RuleForm }) {
  const box = useRef<HTMLDivElement>(null);
  const { items, items_match, groups, groups_match, exclude } = form.values;
  const focusOn = (selector: string) =>
    setTimeout(() => box.current?.querySelector<HTMLElement>(selector)?.focus());
  const setGroups = (among: Among, next: ConditionGroup<ItemDraft>[]) => {
    // What was wrong stood at places that have moved.
    form.clearErrors();
    form.setFieldValue(among, next);
  };
  const add = (among: Among) => {
    const at = form.values[among].length;
    form.setFieldValue(among, [...form.values[among], { match: 'all', items: [BLANK_ITEM] }]);
    focusOn(`[data-item="${among}.${at}.items.0"] input`);
  };
  const groupOf = (among: Among) => (group: ConditionGroup<ItemDraft>, at: number) => {
    const all = form.values[among];
    const setItems = (next: ItemDraft[]) => {
      if (next.length > 0)
        return setGroups(among, all.with(at, { ...group, items: next }) as ConditionGroup<ItemDraft>[]);
      // A group without a condition would be none.
      setGroups(among, all.filter((_, index) => index !== at) as ConditionGroup<ItemDraft>[]);
      focusOn(`[data-add-group="${among}"]`);
    };
    const number = among === 'groups' ? at + 2 : at + 1;
    return (
      <ConditionGroupFields
        key={at}
        form={form}
        path={`${among}.${at}`}
        legend={
          among === 'groups'
            ? `${groups_match === 'any' ? 'Or' : 'And'} users who match`
            : 'But not users who match'
        }
        name={among === 'groups' ? `group ${number}` : `exclusion ${number}`}
        group={group}
        setItems={setItems}
        setMatch={(match) => form.setFieldValue(`${among}.${at}.match`, match)}
        focusOn={focusOn}
      />
    );
  };
  return (
    <EnterStays>
      <div ref={box} className={classes.audience} role="group" aria-label="Conditions">
        {groups.length > 0 && (
          <MatchChoice
            label="Groups"
            words={{ all: 'All groups match', any: 'Any group matches' }}
            value={groups_match}
            onChange={(match) => form.setFieldValue('groups_match', match)}
          />
        )}
        <ConditionGroupFields
          form={form}
          path=""
          legend={groups.length > 0 ? 'Users who match' : null}
          name={groups.length > 0 ? 'group 1' : null}
          group={{ match: items_match, items }}
          setItems={(next) => {
            form.clearErrors();
            form.setFieldValue('items', next);
          }}
          setMatch={(match) => form.setFieldValue('items_match', match)}
          focusOn={focusOn}
        />
        {groups.map(groupOf('groups'))}
        {exclude.map(groupOf('exclude'))}
        <Group gap="xs">
          {(['groups', 'exclude'] as const).map((among) => (
            <Button
              key={among}
              data-add-group={among}
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={items.length === 0 || form.values[among].length >= MOST_GROUPS}
              onClick={() => add(among)}
            >
              {among === 'groups' ? 'Add group' : 'Exclude users'}
            </Button>
          ))}
        </Group>
      </div>
    </EnterStays>
  );
}

type ConditionGroupFieldsProps = {
  form: RuleForm;
  /** Place in the form; '' for the first group, which the rule's own fields are. */
  path: string;
  legend: string | null;
  /** Name in labels; null where there is no other group. */
  name: string | null;
  group: ConditionGroup<ItemDraft>;
  setItems: (items: ItemDraft[]) => void;
  setMatch: (match: Match) => void;
  focusOn: (selector: string) => void;
};

function ConditionGroupFields(props: ConditionGroupFieldsProps) {
  const { form, path, legend, name, group, setItems, setMatch, focusOn } = props;
  const { match, items } = group;
  const field = path === '' ? 'items' : `${path}.items`;
  const of = name === null || path === '' ? '' : ` of ${name}`;
  const isEmpty = form.errors.items !== undefined && items.length === 0;
  const add = () => {
    form.setFieldValue(field, [...items, BLANK_ITEM]);
    focusOn(`[data-item="${field}.${items.length}"] input`);
  };
  const remove = (index: number) => {
    setItems(items.filter((_, at) => at !== index));
    if (items.length > 1) focusOn(`[data-item="${field}.${Math.min(index, items.length - 2)}"] input`);
    else if (path === '') focusOn('[data-add="items"]');
  };
  return (
    <div
      className={legend === null ? classes.items : classes.group}
      role="group"
      aria-label={name ?? undefined}
    >
      {legend !== null && (
        <Text size="sm" fw={500}>
          {legend}
        </Text>
      )}
      {items.length > 1 && (
        <MatchChoice
          label={`Match${of}`}
          words={{ all: 'All conditions', any: 'Any condition' }}
          value={match}
          onChange={setMatch}
        />
      )}
      {items.map((item, index) => (
        <ConditionRow
          key={index}
          form={form}
          path={`${field}.${index}`}
          called={`condition ${index + 1}${of}`}
          item={item}
          onRemove={() => remove(index)}
        />
      ))}
      {isEmpty && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {form.errors.items}
        </Text>
      )}
      <Button
        data-add={field}
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={of === '' ? undefined : `Add condition${of.replace(' of', ' to')}`}
        aria-invalid={isEmpty || undefined}
        disabled={items.length >= MOST_ITEMS}
        onClick={add}
      >
        Add condition
      </Button>
    </div>
  );
}

type MatchChoiceProps = {
  label: string;
  words: Record<Match, string>;
  value: Match;
  onChange: (match: Match) => void;
};

function MatchChoice({ label, words, value, onChange }: MatchChoiceProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      data={[
        { value: 'all', label: words.all },
        { value: 'any', label: words.any },
      ]}
      value={value}
      onChange={(match) => onChange(match === 'any' ? 'any' : 'all')}
    />
  );
}
