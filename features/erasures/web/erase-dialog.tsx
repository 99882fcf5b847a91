import { Alert, Anchor, List, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { formatMajor } from '../../../core/money.ts';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { linkTo } from '../../../web/ui/link-to.ts';
import type { Blocker, BlockerKind, ErasureStanding } from '../contract.ts';
import { calls, type ErasedUser, reloadUser } from './calls.ts';

type EraseDialogProps = {
  user: ErasedUser;
  standing: ErasureStanding;
  verb: 'erase' | 'approve';
  /** Called once it is decided, before the user is read again. */
  onDecided?: () => void;
  onClose: () => void;
};

export function EraseDialog({ user, standing, verb, onDecided, onClose }: EraseDialogProps) {
  const { blockers, unpaid, needs_approval } = standing;
  const isBlocked = blockers.length > 0;
  const asks = verb === 'erase' && needs_approval === 1;
  const form = useForm({
    initialValues: { email: '' },
    validate: {
      email: (typed) =>
        isBlocked || typed.trim().toLowerCase() === user.email.trim().toLowerCase()
          ? null
          : `Enter ${user.email}`,
    },
  });
  return (
    <FormDialog
      title={verb === 'approve' ? 'Approve erasure' : 'Erase user'}
      name={user.name}
      cautious
      form={form}
      ready={!isBlocked}
      saveLabel={asks ? 'Request erasure' : 'Erase user'}
      busyLabel={asks ? 'Requesting…' : 'Erasing…'}
      failures="inline"
      savedText={asks ? 'Erasure requested' : 'The user is being erased'}
      onSave={async ({ email }: { email: string }) => {
        if (verb === 'approve') await calls.approveErasure.call({ id: user.id });
        else await calls.eraseUser.call({ id: user.id, email });
        onDecided?.();
        await reloadUser();
      }}
      onClose={onClose}
    >
      {isBlocked ? (
        <Blockers blockers={blockers} userId={user.id} />
      ) : (
        <>
          <Consequences unpaid={unpaid} />
          {asks && <Text size="sm">Another superadmin has to approve this.</Text>}
          <TextInput
            label="Email of the user"
            description={`Enter ${user.email} to confirm`}
            required
            autoComplete="off"
            {...form.getInputProps('email')}
          />
        </>
      )}
    </FormDialog>
  );
}

function Blockers({ blockers, userId }: { blockers: readonly Blocker[]; userId: number }) {
  return (
    <Alert color="yellow" variant="outline" title="Settle this first">
      <List size="sm">
        {blockers.map((blocker) => (
          <List.Item key={`${blocker.kind} ${blocker.id}`}>
            <Anchor component={Link} {...placeOf(blocker, userId)} inherit>
              {blocker.words}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

function placeOf({ kind, id }: Blocker, userId: number) {
  const places: Record<BlockerKind, ReturnType<typeof linkTo>> = {
    payout: linkTo('/payouts/history', { instructor_name: `#${userId}`, program_id: undefined }),
    refund_request: linkTo('/refunds', {}),
    refund: linkTo(`/transactions/${id}`, {}),
    import: linkTo('/users/imports', {}),
  };
  return places[kind];
}

function Consequences({ unpaid }: Pick<ErasureStanding, 'unpaid'>) {
  return (
    <List size="sm">
      <List.Item>Name, addresses, texts, images, emails and payout details are removed everywhere.</List.Item>
      <List.Item>The user can no longer sign in, be paid or get emails.</List.Item>
      <List.Item>Sales, refunds and payouts stay, under the name “Erased person”.</List.Item>
      {unpaid.length > 0 && (
        <List.Item>
          Not paid out, and lost to the user:{' '}
          {unpaid.map(({ currency, amount }) => formatMajor(amount, currency)).join(', ')}
        </List.Item>
      )}
      <List.Item>This can't be undone.</List.Item>
    </List>
  );
}
