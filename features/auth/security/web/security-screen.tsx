import { Alert, Button, Group, Radio, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import type { FieldWords } from '../../../../web/ui/form/field-words.ts';
import { NumberField } from '../../../../web/ui/form/number-field.tsx';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { MOST_IDLE_HOURS, MOST_SESSION_DAYS, type SecuritySettings } from '../contract.ts';
import { calls, reload } from './calls.ts';
import classes from './security.module.css';

const DEMANDS = {
  nobody: 'No one',
  money: 'Admins who see payouts and refunds',
  everybody: 'All admins',
} as const;

export function SecurityScreen() {
  const { data, error, refetch } = useQuery(calls.securitySettings.queryOptions({ input: {} }));
  const [edits, setEdits] = useState(false);
  if (!data)
    return (
      <>
        <PageHeading title="Security settings" />
        {error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={220} mt="md" />
        )}
      </>
    );
  const { settings, without_factor } = data;
  return (
    <>
      <Group justify="space-between" gap="sm" mb="xs">
        <PageHeading title="Security settings" />
        <Button size="sm" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEdits(true)}>
          Edit
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="md" maw={720}>
        Changes apply immediately, to admins who are signed in as well.
      </Text>
      <dl className={classes.settings}>
        <dt>Who needs a second factor</dt>
        <dd>
          {DEMANDS[settings.second_factor]}
          {without_factor > 0 &&
            `. ${peopleWithout(without_factor)} ${without_factor === 1 ? 'sets' : 'set'} one up before anything else.`}
        </dd>
        <dt>A session ends without use after</dt>
        <dd>{counted(settings.idle_hours, 'hour')}</dd>
        <dt>A session ends at the latest after</dt>
        <dd>{counted(settings.most_days, 'day')}</dd>
      </dl>
      {edits && <EditSecurity settings={settings} onClose={() => setEdits(false)} />}
    </>
  );
}

function EditSecurity({ settings, onClose }: { settings: SecuritySettings; onClose: () => void }) {
  const form = useForm<SecurityForm>({
    initialValues: settings,
    validate: {
      idle_hours: (hours) => (hours === null ? 'Enter the hours' : null),
      most_days: (days) => (days === null ? 'Enter the days' : null),
    },
  });
  const save = async ({ idle_hours, most_days, ...rest }: SecurityForm) => {
    await calls.saveSecuritySettings.call({
      ...rest,
      idle_hours: idle_hours ?? settings.idle_hours,
      most_days: most_days ?? settings.most_days,
    });
    await reload();
    toast('Saved');
  };
  const latest = async () => (await calls.securitySettings.call({})).settings;
  return (
    <FormDialog
      title="Edit security settings"
      form={form}
      onSave={save}
      latest={latest}
      failures="toast400"
      words={words}
      onClose={onClose}
    >
      <Radio.Group label="Who needs a second factor" {...form.getInputProps('second_factor')}>
        <Stack gap="xs" mt={4}>
          {Object.entries(DEMANDS).map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.second_factor !== 'nobody' && form.values.second_factor !== settings.second_factor && (
        <Alert variant="outline" p="xs">
          Admins without one, including you, set one up before anything else.
        </Alert>
      )}
      <NumberField
        label="A session ends without use after (hours)"
        max={MOST_IDLE_HOURS}
        {...form.getInputProps('idle_hours')}
      />
      <NumberField
        label="A session ends at the latest after (days)"
        max={MOST_SESSION_DAYS}
        {...form.getInputProps('most_days')}
      />
    </FormDialog>
  );
}

type SecurityForm = Omit<SecuritySettings, 'idle_hours' | 'most_days'> & {
  idle_hours: number | null;
  most_days: number | null;
};

const LABELS: Record<string, string> = {
  second_factor: 'Who needs a second factor',
  idle_hours: 'Hours without use',
  most_days: 'Days at the latest',
};

const words: FieldWords = (field) => ({
  label: LABELS[field] ?? field,
  show: (value) => DEMANDS[value as keyof typeof DEMANDS] ?? String(value),
});

function peopleWithout(count: number): string {
  return count === 1 ? 'One admin without' : `${count} admins without`;
}

function counted(count: number, unit: string): string {
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
