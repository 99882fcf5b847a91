import { Checkbox, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { LOCALES, type Locale } from '../../../core/locales.ts';
import { ImageField } from '../../../web/parts/images/image-field.tsx';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { PasswordField } from '../../../web/ui/form/password-field.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { isActive, USER_TYPE_NAMES, USER_TYPES, type UserType } from '../rules.ts';
import { type SiteUser, USER_FIELDS } from '../user-schemas.ts';
import { BouncedNotice } from './bounced-notice.tsx';
import { TimezoneChoice } from './timezone-choice.tsx';
import type { UserForm } from './user-form.ts';

const LANGUAGES = LOCALES.map((locale) => ({
  value: locale as string,
  label: `${languageName(locale)} (${locale})`,
})).sort((one, other) => one.label.localeCompare(other.label));

type PersonFieldsProps = {
  form: UserForm;
  user: SiteUser | null;
  onSendingPhoto: (sending: boolean) => void;
};

export function PersonFields({ form, user, onSendingPhoto }: PersonFieldsProps) {
  const { values, errors } = form;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput autoComplete="off" dir="auto" data-autofocus {...form.text('first_name')} />
        <TextInput autoComplete="off" dir="auto" {...form.text('last_name')} />
        <TextInput label="Email" type="email" autoComplete="off" {...form.text('email')} required />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          description={user ? 'Leave blank to keep the current password' : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.text('password')}
          required={user === null}
        />
        <Choice
          label={USER_FIELDS.user_type.label}
          data={USER_TYPES.map((type) => ({ value: type, label: USER_TYPE_NAMES[type] }))}
          value={values.user_type}
          onChange={(type) => form.setFieldValue('user_type', type as UserType)}
          allowDeselect={false}
          error={errors.user_type}
        />
        <TextInput autoComplete="off" {...form.text('gulfpower_empid')} />
        <Choice
          label={USER_FIELDS.locale.label}
          data={LANGUAGES}
          value={values.locale}
          onChange={(locale) => form.setFieldValue('locale', locale as Locale)}
          allowDeselect={false}
          error={errors.locale}
        />
        <TimezoneChoice
          value={values.timezone}
          onChange={(timezone) => form.setFieldValue('timezone', timezone)}
          error={errors.timezone}
        />
      </SimpleGrid>
      {user?.bounced_at && <BouncedNotice form={form} user={user} since={user.bounced_at} />}
      <ImageField
        label="Photo"
        type="user-photo"
        value={values.photo}
        onChange={(photo) => form.setFieldValue('photo', photo)}
        onSending={onSendingPhoto}
        error={errors.photo_id}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Switch
          label={USER_FIELDS.status.label}
          checked={isActive(values)}
          onChange={(event) => form.setFieldValue('status', event.currentTarget.checked ? 1 : 0)}
        />
        <Switch {...form.tick('approved')} />
        <Switch description="Show on the site" {...form.tick('viewable')} />
        <Switch
          label="Membership"
          description={user?.membership_at && <Since moment={user.membership_at} />}
          {...form.tick('membership')}
        />
        {user && (
          <Switch
            label="Deleted"
            description="Can't sign in. Their data is kept."
            {...form.tick('del_status')}
          />
        )}
      </SimpleGrid>
      {user ? (
        <Text size="xs" c="dimmed">
          User #{user.id}, added <Time value={user.dateadded} />
        </Text>
      ) : (
        <Checkbox label="Send welcome email" {...form.getInputProps('send_email', { type: 'checkbox' })} />
      )}
    </Stack>
  );
}

function Since({ moment }: { moment: string }) {
  return (
    <>
      Since <Time exact value={moment} />
    </>
  );
}
