import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../../web/ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import type { SecondFactor } from '../../second-factor/contract.ts';
import { calls as factorCalls } from '../../second-factor/web/calls.ts';
import { withoutAny } from '../../second-factor/web/without-any.ts';
import { LONGEST_PASSKEY_NAME, type Passkey } from '../contract.ts';
import { calls } from './calls.ts';

type RenamePasskeyProps = { passkey: Passkey; onSaved: () => Promise<void>; onClose: () => void };

export function RenamePasskey({ passkey: { id, name }, onSaved, onClose }: RenamePasskeyProps) {
  const form = useForm({
    initialValues: { name },
    validate: { name: (text) => (text.trim() === '' ? 'Enter a name' : null) },
  });
  const save = async (values: { name: string }) => {
    await calls.renamePasskey.call({ id, name: values.name });
    await onSaved();
    toast('Passkey renamed');
  };
  return (
    <FormDialog
      title="Rename passkey"
      name={name}
      form={form}
      onSave={save}
      failures="toast400"
      words={() => ({ label: 'Name', show: String })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Where you keep it, such as “Work laptop”"
        maxLength={LONGEST_PASSKEY_NAME}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}

type RemovePasskeyProps = {
  passkey: Passkey;
  isLast: boolean;
  onRemoved: () => Promise<void>;
  returnTo: () => HTMLElement | null;
  onClose: () => void;
};

export function RemovePasskey({ passkey: { id, name }, isLast, onRemoved, ...ways }: RemovePasskeyProps) {
  const { data } = useQuery(factorCalls.secondFactor.queryOptions({ input: {} }));
  const remove = async () => {
    await calls.removePasskey.call({ id });
    await onRemoved();
    toast('Passkey removed');
  };
  return (
    <ConfirmDialog
      title="Remove passkey"
      name={name}
      confirmLabel="Remove"
      danger
      onConfirm={remove}
      {...ways}
    >
      It no longer signs you in.{' '}
      {isLast ? data && otherWays(data.second_factor) : 'Your other passkeys still do.'}
    </ConfirmDialog>
  );
}

function otherWays(factor: SecondFactor): string {
  return factor.since === null ? withoutAny(factor) : 'Your one-time codes and recovery codes still work.';
}
