import { Alert, Button, Group, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { callsOf, reloadFeature } from '../../../../web/api.ts';
import { useMayAccess } from '../../../../web/session.tsx';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { Time } from '../../../../web/ui/time.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { nameOf, type Person } from '../../web/calls.ts';
import { MAX_RELEASE_REASON, payoutReleasesContract } from '../contract.ts';

const releases = callsOf('payoutReleases', payoutReleasesContract);
const reload = () => Promise.all([releases.reload(), reloadFeature('payouts')]);

export function PayoutRelease({ id, onAllow }: { id: number; onAllow: () => void }) {
  const { data } = useQuery(releases.calls.payeeRelease.queryOptions({ input: { id } }));
  const mayDecide = useMayAccess(payoutReleasesContract.releasePayee['~orpc'].meta.access);
  const { busy, once } = useOnce();
  if (!data || (data.deleted === 0 && data.blocked === 0)) return null;
  const state = data.deleted === 1 ? 'deleted' : 'inactive';
  const { release } = data;
  const withdraw = async () => {
    await releases.calls.withdrawPayeeRelease.call({ id });
    toast('Payouts stopped');
    await reload();
  };
  return (
    <Alert color="yellow" variant="outline" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ flex: '1 1 16rem' }}>
          {release === null ? (
            `This user is ${state}, so payouts are stopped.`
          ) : (
            <>
              This user is {state}. {release.by ?? 'An admin'} allowed payouts <Time value={release.at} />:{' '}
              {release.reason}
            </>
          )}
        </Text>
        {mayDecide && release === null && (
          <Button variant="default" size="compact-sm" onClick={onAllow}>
            Allow payouts
          </Button>
        )}
        {mayDecide && release !== null && (
          <Button
            variant="default"
            size="compact-sm"
            aria-busy={busy}
            onClick={() =>
              void once(withdraw, (error) =>
                toast(failureOf(error).message, { kind: 'error', persistent: true }),
              )
            }
          >
            Stop payouts
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Asks for a reason; the focus starts on Cancel, as money may move. */
export function AllowPayoutsDialog({ user, onClose }: { user: Person; onClose: () => void }) {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => (reason.trim() === '' ? 'Enter a reason' : null) },
  });
  return (
    <FormDialog
      title="Allow payouts"
      name={nameOf(user)}
      cautious
      form={form}
      saveLabel="Allow payouts"
      failures="inline"
      savedText="Payouts allowed"
      onSave={async ({ reason }: { reason: string }) => {
        await releases.calls.releasePayee.call({ id: user.id, reason });
        await reload();
      }}
      onClose={onClose}
    >
      <Text size="sm">
        Allows payouts although the account is deleted or inactive, until you stop payouts or the account
        changes. Your name and the reason are shown with each payout.
      </Text>
      <Textarea
        label="Reason"
        required
        autosize
        minRows={2}
        maxLength={MAX_RELEASE_REASON}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  );
}
