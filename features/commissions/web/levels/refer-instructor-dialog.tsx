import { Text } from '@mantine/core';
import { type FoundUser, UserSearch } from '../../../../web/parts/user-search.tsx';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { useSchemaForm } from '../../../../web/ui/form/schema-form.ts';
import { toast } from '../../../../web/ui/toasts.tsx';
import { instructorReferral } from '../../contract.ts';
import { SAVED } from '../../rules.ts';
import { reload } from '../calls.ts';

type InstructorReferral = { referral: FoundUser | null };

type ReferInstructorDialogProps = {
  program: { id: number; name: string };
  onRefer: (userId: number) => Promise<unknown>;
  onClose: () => void;
};

export function ReferInstructorDialog({ program, onRefer, onClose }: ReferInstructorDialogProps) {
  const initialValues: InstructorReferral = { referral: null };
  const form = useSchemaForm({
    schema: instructorReferral,
    initialValues,
    bodyOf: ({ referral }) => ({ id: program.id, referral: referral?.id }),
    missing: { referral: 'Pick a user from the suggestions' },
  });
  const refer = async (values: InstructorReferral) => {
    await onRefer(form.bodyOf(values).referral);
    toast(SAVED);
    await reload();
  };
  return (
    <FormDialog
      title="Program referral"
      name={program.name}
      words={() => ({ label: 'Refer to user' })}
      form={form}
      onSave={refer}
      onClose={onClose}
      failures="toast"
      saveLabel="Add program referral"
    >
      <Text size="sm" c="dimmed">
        Adds a program commission to the instructor, with the percentage on this card.
      </Text>
      <UserSearch
        label="Refer to user"
        program_id={program.id}
        required
        {...form.getInputProps('referral')}
        value={form.values.referral}
      />
    </FormDialog>
  );
}
