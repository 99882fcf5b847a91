import { MultiSelect, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { isGlobal, type Permission } from '../../../core/access.ts';
import { email as emailSchema } from '../../../core/fields.ts';
import { apiOf, queryClient } from '../../../web/api.ts';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import type { FieldWords } from '../../../web/ui/field-words.ts';
import { FormDialog } from '../../../web/ui/form-dialog.tsx';
import { type AdminUser, adminUsersContract } from '../contract.ts';

const api = apiOf({ adminUsers: adminUsersContract });

type Values = {
  email: string;
  password: string;
  program_id: number | null;
  permissions: Permission[];
  updated_at?: string;
};

type EditAdminUserDialogProps = {
  /** Null for a new one. */
  user: AdminUser | null;
  onClose: () => void;
};

/** Failures are shown in the dialog alone (specification: Admin users). */
export function EditAdminUserDialog({ user, onClose }: EditAdminUserDialogProps) {
  const actor = useActor();
  const { data } = useQuery(api.adminUsers.permissions.queryOptions({ input: {}, staleTime: 300_000 }));
  const blank = { ...NEW_USER, program_id: isGlobal(actor) ? null : actor.program_id };
  const form = useForm<Values>({
    initialValues: user ? valuesOf(user) : blank,
    validate: {
      email: (typed) => (emailSchema.safeParse(typed).success ? null : 'Enter an e-mail address'),
      password: (typed) => (typed || user ? null : 'Enter a password'),
      program_id: (chosen) => (chosen === null ? 'Choose a program' : null),
    },
  });

  const save = async ({ program_id, password, ...rest }: Values) => {
    if (program_id === null) return;
    const user_data = { ...rest, program_id, ...(password && { password }) };
    if (user) await api.adminUsers.updateAdminUser.call({ id: user.id, user_data });
    else await api.adminUsers.createAdminUser.call({ user_data });
    await queryClient.invalidateQueries({ queryKey: api.adminUsers.key() });
  };
  const latest = async () => {
    if (!user) return null;
    void queryClient.invalidateQueries({ queryKey: api.adminUsers.key() });
    return valuesOf((await api.adminUsers.adminUser.call({ id: user.id })).user);
  };

  return (
    <FormDialog
      title={user ? 'Edit user' : 'Add user'}
      form={form}
      onSave={save}
      onClose={onClose}
      failures="inline"
      wrapper="user_data"
      latest={user ? latest : undefined}
      words={(field) => WORDS[field as keyof Values]}
    >
      <TextInput label="Email" type="email" autoComplete="off" required {...form.getInputProps('email')} />
      <PasswordInput
        label="Password"
        autoComplete="new-password"
        required={!user}
        description={user ? 'Leave it empty to keep the present one' : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
        {...form.getInputProps('password')}
      />
      <ProgramSelect
        zero="Global site (all programs)"
        required
        value={form.values.program_id}
        onChange={(program_id) => form.setFieldValue('program_id', program_id)}
        error={form.errors.program_id}
      />
      <MultiSelect
        label="Permissions"
        data={(data?.permissions ?? user?.permissions ?? []).map(({ id, name }) => ({
          value: id,
          label: name,
        }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the permissions' }}
        nothingFoundMessage="No permission has this name"
        {...form.getInputProps('permissions')}
      />
    </FormDialog>
  );
}

const WORDS: Partial<Record<keyof Values, ReturnType<FieldWords>>> = {
  program_id: { label: 'Program', show: (id) => <ProgramName id={Number(id)} /> },
};

const NEW_USER: Values = { email: '', password: '', program_id: null, permissions: [] };

function valuesOf({ email, program_id, permissions, updated_at }: AdminUser): Values {
  return { email, password: '', program_id, permissions: permissions.map(({ id }) => id), updated_at };
}
