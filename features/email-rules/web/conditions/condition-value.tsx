import { COIN } from '../../../../core/coins.ts';
import { LOCALES } from '../../../../core/locales.ts';
import { CURRENCIES, type Currency } from '../../../../core/money.ts';
import { usePrograms } from '../../../../web/parts/programs.ts';
import { Choice } from '../../../../web/ui/chooser/choice.tsx';
import { choicesOf } from '../../../../web/ui/chooser/choices-of.ts';
import { MultiChoice } from '../../../../web/ui/chooser/multi-choice.tsx';
import { NumberField } from '../../../../web/ui/form/number-field.tsx';
import { COUNTRY_CODES } from '../../../users/payment-settings/codes.ts';
import { USER_TYPE_NAMES } from '../../../users/rules.ts';
import { countryName } from '../../conditions/countries.ts';
import type { ItemDraft } from '../../conditions/drafts.ts';
import { isListed, kindOf, type ListedKind, takesNoValue } from '../../conditions/fields.ts';
import {
  type ItemValue,
  MOST_COINS,
  MOST_DAYS,
  MOST_LISTED,
  MOST_PURCHASES,
  MOST_SPENT,
  USER_TYPES,
  type UserType,
} from '../../conditions/items.ts';
import { MEMBERSHIP_LABELS } from '../rule-words.ts';
import { languageName } from './clauses.ts';
import classes from './conditions.module.css';
import { SearchedChoices } from './searched-choices.tsx';

type Field = { label: string; error: React.ReactNode };

type ConditionValueProps = Field & {
  item: ItemDraft;
  currencyError: React.ReactNode;
  /** Program of the rule, whose classes and categories are offered; 0 for all. */
  program_id: number;
  onChange: (part: Partial<ItemDraft>) => void;
};

export function ConditionValue(props: ConditionValueProps) {
  const { item, label, error, program_id, onChange } = props;
  const { field_name, condition, value } = item;
  const kind = field_name === null ? null : kindOf(field_name);
  const set = (next: ItemValue) => onChange({ value: next });
  if (condition !== null && takesNoValue(condition)) return <span aria-hidden />;
  if (kind !== null && isListed(kind))
    return (
      <Listed kind={kind} value={value} program_id={program_id} label={label} error={error} onChange={set} />
    );
  if (kind === 'money') return <Amount {...props} />;
  if (kind !== null && kind in NUMBERS) {
    const { unit, max, step } = NUMBERS[kind as keyof typeof NUMBERS];
    return (
      <NumberField
        aria-label={label}
        placeholder="Value"
        value={typeof value === 'number' ? value : null}
        onChange={set}
        max={max}
        step={step}
        rightSection={<span className={classes.unit}>{unit}</span>}
        rightSectionWidth={unit.length > 5 ? 76 : 52}
        error={error}
        inputWrapperOrder={['label', 'error', 'input', 'description']}
      />
    );
  }
  return (
    <Choice
      aria-label={label}
      placeholder="Value"
      data={kind === 'membership' ? MEMBERSHIPS : TYPES}
      value={value === null ? null : String(value)}
      onChange={(chosen) => set(kind === 'membership' ? Number(chosen) : (chosen as UserType))}
      allowDeselect={false}
      disabled={kind === null}
      error={error}
    />
  );
}

const NUMBERS = {
  date: { unit: 'days', max: MOST_DAYS, step: 1 },
  event: { unit: 'days', max: MOST_DAYS, step: 1 },
  coins: { unit: COIN, max: MOST_COINS, step: undefined },
  count: { unit: 'purchases', max: MOST_PURCHASES, step: 1 },
} as const;

const TYPES = USER_TYPES.map((type) => ({ value: type as string, label: USER_TYPE_NAMES[type] }));
const MEMBERSHIPS = ([0, 1] as const).map((value) => ({
  value: String(value),
  label: MEMBERSHIP_LABELS[value],
}));

/** An amount in one currency: money of others is not added up. */
function Amount({ item: { value, currency }, label, error, currencyError, onChange }: ConditionValueProps) {
  return (
    <div className={classes.amount}>
      <NumberField
        aria-label={label}
        placeholder="Value"
        value={typeof value === 'number' ? value : null}
        onChange={(next) => onChange({ value: next })}
        max={MOST_SPENT}
        error={error}
        inputWrapperOrder={['label', 'error', 'input', 'description']}
      />
      <Choice
        aria-label={label.replace('Value', 'Currency')}
        data={CURRENCIES.map((code) => ({ value: code, label: code }))}
        value={currency ?? null}
        onChange={(chosen) => onChange({ currency: chosen as Currency })}
        allowDeselect={false}
        error={currencyError}
      />
    </div>
  );
}

type ListedProps = Field & {
  kind: ListedKind;
  value: ItemValue;
  program_id: number;
  onChange: (value: ItemValue) => void;
};

function Listed({ kind, value, program_id, ...field }: ListedProps) {
  const chosen = Array.isArray(value) ? value : [];
  const onChange = (next: (number | string)[]) => field.onChange(next.length === 0 ? null : next);
  if (kind === 'class' || kind === 'category')
    return (
      <SearchedChoices
        {...field}
        of={kind}
        program_id={program_id}
        chosen={chosen.map(Number)}
        onChange={onChange}
      />
    );
  if (kind === 'program') return <Programs {...field} chosen={chosen.map(String)} onChange={onChange} />;
  return (
    <MultiChoice
      classNames={{ inputField: classes.typed }}
      aria-label={field.label}
      placeholder={chosen.length === 0 ? 'Value' : undefined}
      data={kind === 'country' ? countries() : LANGUAGES}
      value={chosen.map(String)}
      onChange={onChange}
      maxValues={MOST_LISTED}
      error={field.error}
      inputWrapperOrder={['label', 'error', 'input', 'description']}
    />
  );
}

const LANGUAGES = LOCALES.map((locale) => ({ value: locale as string, label: languageName(locale) }));

let named: { value: string; label: string }[] | undefined;
/** Some 250 names, once they are looked at. */
function countries() {
  return (named ??= COUNTRY_CODES.map((code) => ({ value: code, label: countryName(code) })).toSorted(
    (a, b) => a.label.localeCompare(b.label, 'en'),
  ));
}

type ProgramsProps = Field & { chosen: string[]; onChange: (value: number[]) => void };

function Programs({ label, error, chosen, onChange }: ProgramsProps) {
  const query = usePrograms();
  const all = (query.data?.programs ?? []).map(({ id, program_display_name }) => ({
    value: String(id),
    label: program_display_name,
  }));
  const unnamed = chosen.filter((id) => !all.some((one) => one.value === id));
  return (
    <MultiChoice
      classNames={{ inputField: classes.typed }}
      aria-label={label}
      placeholder={chosen.length === 0 ? 'Value' : undefined}
      data={[...all, ...unnamed.map((id) => ({ value: id, label: `Program ${id}` }))]}
      value={chosen}
      onChange={(next) => onChange(next.map(Number))}
      maxValues={MOST_LISTED}
      error={error}
      inputWrapperOrder={['label', 'error', 'input', 'description']}
      {...choicesOf(query, 'No program has this name')}
    />
  );
}
