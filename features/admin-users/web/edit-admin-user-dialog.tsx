import { TextInput } from '@mantine/core';
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
import { PasswordField } from '../../../web/ui/form/password-field.tsx';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { NOT_SENT } from '../../../web/ui/form/use-form-save.ts';
import { type AdminUser, adminUserForm } from '../contract.ts';
import { calls, readAdminUser, reload } from './calls.ts';
import { useOwnRoleQuestion } from './own-role-question.tsx';

type Values = FormValues<typeof adminUserForm>;

export function EditAdminUserDialog({ record: user, onClose }: DialogProps<AdminUser | null>) {
  const actor = useActor();
  const permissions = useQuery(calls.permissions.queryOptions({ input: {}, staleTime: 300_000 }));
  const { asking, ask, question } = useOwnRoleQuestion();
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
    bodyOf: ({ password, current_password, ...rest }) => ({
      ...rest,
      ...(password && { password }),
      ...(current_password && { current_password }),
    }),
    missing: { email: 'Enter an email address', program_id: 'Choose a program' },
    checks: (values) => ({
      ...(!values.password && !user && { password: 'Enter a password' }),
      ...(showsOwn(values) &&
        !values.current_password && { current_password: 'Enter your current password' }),
    }),
  });
  const save = async (values: Values) => {
    if (!(await keepsOrGivesUp(values))) return NOT_SENT;
    const user_data = form.bodyOf(values);
    const saved = user
      ? await calls.updateAdminUser.call({ id: user.id, user_data })
      : await calls.createAdminUser.call({ user_data });
    await reload();
    return saved.user;
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
        savedText={user ? undefined : 'Admin added'}
        added={user ? undefined : ({ id }) => ({ to: '/admins', id })}
        wrapper="user_data"
        latest={user ? latest : undefined}
        words={(field) => WORDS[field as keyof Values]}
      >
        <TextInput label="Email" type="email" autoComplete="off" {...form.text('email')} />
        <PasswordField
          label="Password"
          autoComplete="new-password"
          description={user ? 'Leave blank to keep the current password' : undefined}
          {...form.text('password')}
          required={!user}
        />
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

const BLANK: Values = { email: '', password: '', program_id: null, permissions: [], current_password: '' };

function valuesOf(user: AdminUser): Values {
  return { ...valuesFrom(BLANK, user), permissions: user.permissions.map(({ id }) => id) };
}
