import { Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { ImageField } from '../../../web/parts/images/image-field.tsx';
import { Time } from '../../../web/ui/time.tsx';
import type { SiteUser } from '../user-schemas.ts';
import type { UserForm } from './user-form.ts';

type SiteFieldsProps = { form: UserForm; user: SiteUser | null; onSendingBanner: (sending: boolean) => void };

export function SiteFields({ form, user, onSendingBanner }: SiteFieldsProps) {
  const words = (name: 'experience' | 'more_about_you' | 'other_information') => (
    <Textarea dir="auto" autosize minRows={2} maxRows={10} {...form.text(name)} />
  );
  return (
    <Stack gap="sm">
      <ImageField
        label="Banner"
        type="user-banner"
        value={form.values.banner}
        onChange={(banner) => form.setFieldValue('banner', banner)}
        onSending={onSendingBanner}
        error={form.errors.banner_id}
      />
      <TextInput dir="auto" autoComplete="off" {...form.text('student_profession')} />
      {words('experience')}
      {words('more_about_you')}
      {words('other_information')}
      <Switch {...form.tick('daily_quiz_disabled')} />
      {user && <NextQuiz user={user} />}
    </Stack>
  );
}

function NextQuiz({ user: { daily_quiz_next_time, daily_quiz_next_time_row } }: { user: SiteUser }) {
  return (
    <Text size="sm" c="dimmed">
      {daily_quiz_next_time === null ? (
        'No next quiz.'
      ) : (
        <>
          Next quiz: <Time value={daily_quiz_next_time} />
          {daily_quiz_next_time_row && <>; the site shows {daily_quiz_next_time_row}</>}
        </>
      )}
    </Text>
  );
}
