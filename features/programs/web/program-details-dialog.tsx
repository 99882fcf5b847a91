import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import { Dialog, DialogFooter } from '../../../web/ui/dialog/dialog.tsx';
import { Loading } from '../../../web/ui/loading.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../web/ui/time.tsx';
import type { Subscription } from '../program-schemas.ts';
import { PROGRAM_TEXTS, SUBSCRIPTION_IDS } from '../rules.ts';
import { calls, type SiteProgram } from './calls.ts';
import classes from './program-details-dialog.module.css';
import { knownInWords, PROGRAM_LABELS, SUBSCRIPTION_FIELDS, SUBSCRIPTION_LABELS } from './program-words.ts';

const onOff = (is: 0 | 1 | boolean) => (is ? 'Yes' : 'No');

export function ProgramDetailsDialog({ record: program, onClose }: DialogProps<SiteProgram>) {
  const { data, tags } = program;
  return (
    <Dialog title="Program" name={program.name} size="lg" onClose={onClose}>
      <dl className={classes.fields}>
        <Field label="ID">{program.id}</Field>
        <Field label={PROGRAM_LABELS.program_tag}>{program.program_tag}</Field>
        <Field label={PROGRAM_LABELS.support_email}>{program.support_email}</Field>
        <Field label={PROGRAM_LABELS.status}>{onOff(program.status)}</Field>
        <Field label={PROGRAM_LABELS.lilt_enabled}>{onOff(program.lilt_enabled)}</Field>
        <Field label={PROGRAM_LABELS.affiliate}>{onOff(program.affiliate)}</Field>
        <Field label={PROGRAM_LABELS.default_locale}>{languageName(program.default_locale)}</Field>
        <Field label={PROGRAM_LABELS.default_currency}>{program.default_currency}</Field>
        <Field label={PROGRAM_LABELS.stripe_subscription_referrer}>
          {program.stripe_subscription_referrer}
        </Field>
        <Field label={PROGRAM_LABELS.stripe_subscription_percent}>
          {program.stripe_subscription_percent} %
        </Field>
        <Field label={PROGRAM_LABELS.site_coins_per_day}>{program.site_coins_per_day}</Field>
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
      </dl>
      <DialogFooter>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            Close
          </Button>
        </Group>
      </DialogFooter>
    </Dialog>
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

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children === '' ? (
          <Text span inherit c="dimmed">
            None
          </Text>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}
