import { blankOf } from '../../../core/nouns/field-set.ts';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import { localOf, utcOf } from '../../../web/ui/chooser/date-time-range.tsx';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { type ConditionGroup, ONE_GROUP, placedItems } from '../conditions/audience.ts';
import { faultsOf, type ItemDraft } from '../conditions/drafts.ts';
import { type EmailRule, newEmailRule } from '../contract.ts';
import { EMAIL_RULE_FIELDS } from '../rule-schemas.ts';

/** A rule in the form: the moment in the person's zone, conditions possibly incomplete. */
export type RuleValues = FormValues<
  typeof newEmailRule,
  {
    items: ItemDraft[];
    groups: ConditionGroup<ItemDraft>[];
    exclude: ConditionGroup<ItemDraft>[];
    program_id: number;
    run_after: string;
  }
>;
export type RuleForm = ReturnType<typeof useRuleForm>;

/** Sends nothing without name, template, subject, sender and a condition. `before` returns the version that the form was made from. */
export function useRuleForm(initialValues: RuleValues, before: () => EmailRule | null) {
  return useSchemaForm({
    schema: newEmailRule,
    fields: EMAIL_RULE_FIELDS,
    initialValues,
    bodyOf: (values: RuleValues) => bodyOf(values, before()),
    missing: MISSING,
    checks: itemChecks,
  });
}

type NewRule = { program_id: number; sender: { from_name: string; from_email: string } };

export function newValues({ program_id, sender }: NewRule): RuleValues {
  return {
    ...BLANK,
    ...sender,
    program_id,
    run_after: localOf(new Date().toISOString()).slice(0, MINUTES),
  };
}

export function valuesOf(rule: EmailRule): RuleValues {
  return { ...valuesFrom(BLANK, rule), run_after: localOf(rule.run_after) };
}

/** Returns the body; an untouched moment is sent back exactly, as the field shows no fractions of a second. */
export function bodyOf({ run_after, ...rest }: RuleValues, before: EmailRule | null) {
  const isKept = before !== null && localOf(before.run_after) === run_after;
  return { ...rest, run_after: isKept ? before.run_after : (utcOf(run_after) ?? '') };
}

export function itemChecks(values: RuleValues): object {
  return Object.fromEntries(
    placedItems(values).flatMap(({ path, item }) =>
      faultsOf(item).map(([key, message]) => [`${path}.${key}`, message] as const),
    ),
  );
}

/** Length of `2026-11-22T17:11`. */
const MINUTES = 16;

const MISSING = {
  from_email: 'Enter an address',
  run_after: 'Enter the start',
  every_days: 'Enter a number of days',
  repeat_count: 'Enter a number, or 0 for unlimited',
};

const BLANK: RuleValues = {
  ...blankOf(EMAIL_RULE_FIELDS),
  program_id: DEFAULT_PROGRAM,
  items: [],
  ...ONE_GROUP,
  groups: [],
  exclude: [],
};
