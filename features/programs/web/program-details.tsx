import { useQuery } from '@tanstack/react-query';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import { Loading } from '../../../web/ui/loading.tsx';
import { Field, FieldList } from '../../../web/ui/record/field-list.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../web/ui/time.tsx';
import type { Subscription } from '../program-schemas.ts';
import { PROGRAM_TEXTS, SUBSCRIPTION_IDS } from '../rules.ts';
import { calls, type SiteProgram } from './calls.ts';
import { knownInWords, PROGRAM_LABELS, SUBSCRIPTION_FIELDS, SUBSCRIPTION_LABELS } from './program-words.ts';

const onOff = (is: 0 | 1 | boolean) => (is ? 'Yes' : 'No');

export function ProgramDetails({ record: program }: { record: SiteProgram }) {
  const { data, tags } = program;
  return (
    <FieldList>
      <Field label={PROGRAM_LABELS.lilt_enabled}>{onOff(program.lilt_enabled)}</Field>
      <Field label={PROGRAM_LABELS.affiliate}>{onOff(program.affiliate)}</Field>
      <Field label={PROGRAM_LABELS.default_locale}>{languageName(program.default_locale)}</Field>
      <Field label={PROGRAM_LABELS.default_currency}>{program.default_currency}</Field>
      <Field label={PROGRAM_LABELS.stripe_subscription_referrer}>
        {program.stripe_subscription_referrer}
      </Field>
      <Field label={PROGRAM_LABELS.stripe_subscription_percent}>{program.stripe_subscription_percent}%</Field>
      <Field label={PROGRAM_LABELS.site_coins_per_day}>
        {program.site_coins_per_day.toLocaleString('en-US')}
      </Field>
      <Field label="Site key">
        {program.site_key_at ? <Time value={program.site_key_at} /> : 'No site key yet'}
      </Field>
      <Field label="Tags">
        {tags.map(({ name, active }) => (active ? name : `${name} (inactive)`)).join(', ')}
      </Field>
      {PROGRAM_TEXTS.map((name) => (
        <Field key={name} label={PROGRAM_LABELS[name]}>
          {data[name]}
        </Field>
      ))}
      <Field label={PROGRAM_LABELS.populate_discount}>{onOff(data.populate_discount)}</Field>
      <Subscriptions id={program.id} />
    </FieldList>
  );
}

function Subscriptions({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(calls.programSubscriptions.queryOptions({ input: { id } }));
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return data.subscriptions.map((subscription) => (
    <Field key={subscription.type} label={`Subscription: ${SUBSCRIPTION_LABELS[subscription.type]}`}>
      {inWords(subscription)}
    </Field>
  ));
}

function inWords(ids: Subscription): string {
  return SUBSCRIPTION_IDS.flatMap((name) => {
    if (ids[name] === '') return [];
    const known = knownInWords(name, ids.known);
    return `${SUBSCRIPTION_FIELDS[name]} ${ids[name]}${known ? ` (${known})` : ''}`;
  }).join(', ');
}
