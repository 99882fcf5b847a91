import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FoundUser, UserSearch } from '../../../web/parts/user-search.tsx';
import { FormDialog } from '../../../web/ui/form-dialog.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { SAVED } from '../rules.ts';
import { reloadCommissions } from './reload-commissions.ts';

type ReferInstructorDialogProps = {
  program: { id: number; name: string };
  onRefer: (userId: number) => Promise<unknown>;
  onClose: () => void;
};

/** Gives one of the program's instructors the program's own commission (specification: Program commission). */
export function ReferInstructorDialog({ program, onRefer, onClose }: ReferInstructorDialogProps) {
  const form = useForm<{ referral: FoundUser | null }>({
    initialValues: { referral: null },
    validate: { referral: (user) => (user ? null : 'Pick a user from the suggestions') },
  });
  const refer = async ({ referral }: { referral: FoundUser | null }) => {
    if (!referral) return;
    await onRefer(referral.id);
    toast(SAVED);
    await reloadCommissions();
  };
  return (
    <FormDialog
      title={`Program referral: ${program.name}`}
      form={form}
      onSave={refer}
      onClose={onClose}
      failures="toast"
      saveLabel="Add program referral"
    >
      <Text size="sm" c="dimmed">
        The instructor gets a program row of their own, with the percentage that stands on this card.
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
