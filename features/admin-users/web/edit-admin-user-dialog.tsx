import { Alert, Radio, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { isGlobal } from '../../../core/access.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { PROGRAM_WORD } from '../../../web/parts/program-name.tsx';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { choicesOf } from '../../../web/ui/chooser/choices-of.ts';
import { MultiChoice } from '../../../web/ui/chooser/multi-choice.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import { NewPasswordField } from '../../../web/ui/form/new-password-field.tsx';
import { PasswordField } from '../../../web/ui/form/password-field.tsx';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { NOT_SENT } from '../../../web/ui/form/use-form-save.ts';
import { type AdminUser, adminUserForm } from '../contract.ts';
import { calls as invitations } from '../invitations/web/calls.ts';
import { calls, readAdminUser, reload } from './calls.ts';
import { useOwnRoleQuestion } from './own-role-question.tsx';

/** `way`: how a new colleague comes to a password; of an account that is there it says nothing. */
type Values = FormValues<typeof adminUserForm> & { way: Way };
type Way = 'invite' | 'password';

export function EditAdminUserDialog({ record: user, onClose }: DialogProps<AdminUser | null>) {
  const actor = useActor();
  const permissions = useQuery(calls.permissions.queryOptions({ input: {}, staleTime: 300_000 }));
  const settings = useQuery(
    invitations.invitationSettings.queryOptions({ input: {}, staleTime: 300_000, enabled: user === null }),
  );
  const { asking, ask, question } = useOwnRoleQuestion();
  // Without a mail server an invitation would reach no one.
  const canInvite = settings.data?.sends_email !== false;
  const invites = ({ way }: Values) => !user && canInvite && way === 'invite';
  const isOwn = user?.id === actor.admin_id;
  // The server asks for it as well: how one signs in is changed by who can sign in.
  const showsOwn = ({ email, password }: Values) => isOwn && (Boolean(password) || email !== user?.email);
  const keepsOrGivesUp = async ({ permissions }: Values) => {
    const was = user?.permissions.some(({ id }) => id === 'superadmin');
    return !isOwn || !was || permissions.includes('superadmin') || ask();
  };
  const form = useSchemaForm({
    schema: adminUserForm,
    initialValues: user
      ? valuesOf(user)
      : { ...BLANK, program_id: isGlobal(actor) ? null : actor.program_id },
    bodyOf: ({ email, program_id, permissions, updated_at, password, current_password }) => ({
      email,
      program_id,
      permissions,
      updated_at,
      ...(password && { password }),
      ...(current_password && { current_password }),
    }),
    missing: { email: 'Enter an email address', program_id: 'Choose a program' },
    checks: (values) => ({
      ...(!values.password && !user && !invites(values) && { password: 'Enter a password' }),
      ...(showsOwn(values) &&
        !values.current_password && { current_password: 'Enter your current password' }),
    }),
  });
  const save = async (values: Values) => {
    if (!(await keepsOrGivesUp(values))) return NOT_SENT;
    const user_data = form.bodyOf(values);
    const saved = await send(values, user_data);
    await reload();
    return saved.user;
  };
  const send = (values: Values, user_data: ReturnType<typeof form.bodyOf>) => {
    if (user) return calls.updateAdminUser.call({ id: user.id, user_data });
    if (!invites(values)) return calls.createAdminUser.call({ user_data });
    const { email, program_id, permissions } = user_data;
    return invitations.inviteAdminUser.call({ user_data: { email, program_id, permissions } });
  };
  const latest = async () => {
    if (!user) return null;
    void reload();
    return valuesOf(await readAdminUser(user.id));
  };

  return (
    <>
      <FormDialog
        title={user ? 'Edit user' : 'Add user'}
        quoted
        name={user?.email}
        form={form}
        onSave={save}
        covered={asking}
        onClose={onClose}
        failures="inline"
        saveLabel={invites(form.values) ? 'Send invitation' : undefined}
        savedText={user ? undefined : invites(form.values) ? 'Invitation sent' : 'Admin added'}
        added={user ? undefined : ({ id }) => ({ to: '/admins', id })}
        wrapper="user_data"
        latest={user ? latest : undefined}
        words={(field) => WORDS[field as keyof Values]}
      >
        <TextInput
          label="Email"
          type="email"
          autoComplete={isOwn ? 'username' : 'off'}
          description={
            user && !isOwn && form.values.email !== user.email
              ? 'Removes their passkeys and second factor, and signs them out'
              : undefined
          }
          {...form.text('email')}
        />
        {!user && canInvite && (
          <Radio.Group label="How they sign in" {...form.getInputProps('way')}>
            <Stack gap={6} mt={6}>
              <Radio
                value="invite"
                label="Send an invitation"
                description="They choose their own password. The link works once, for 24 hours."
              />
              <Radio value="password" label="Set a password" />
            </Stack>
          </Radio.Group>
        )}
        {!canInvite && (
          <Alert variant="outline">
            Email isn't set up on this server, so it can't send invitations. Set a password and pass it on
            yourself.
          </Alert>
        )}
        {!invites(form.values) && (
          <NewPasswordField
            label="Password"
            about={form.values.email}
            description={user ? KEPT[user.invitation ? 'invited' : 'own'] : undefined}
            {...form.text('password')}
            required={!user}
          />
        )}
        {showsOwn(form.values) && (
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            description="Needed to change your own email or password"
            {...form.text('current_password')}
            required
          />
        )}
        <ProgramField zero="Global site (all programs)" required {...form.getInputProps('program_id')} />
        <MultiChoice
          label="Permissions"
          data={(permissions.data?.permissions ?? user?.permissions ?? []).map(({ id, name }) => ({
            value: id,
            label: name,
          }))}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the permissions' }}
          {...choicesOf(permissions, 'No permission has this name')}
          {...form.getInputProps('permissions')}
        />
      </FormDialog>
      {question}
    </>
  );
}

const WORDS: Partial<Record<keyof Values, ReturnType<FieldWords>>> = {
  program_id: PROGRAM_WORD,
};

const KEPT = {
  own: 'Leave blank to keep the current password',
  invited: 'Leave blank: they choose it by their invitation',
};

const BLANK: Values = {
  email: '',
  password: '',
  program_id: null,
  permissions: [],
  current_password: '',
  way: 'invite',
};

function valuesOf(user: AdminUser): Values {
  return { ...valuesFrom(BLANK, user), permissions: user.permissions.map(({ id }) => id) };
}
