import { Alert, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatMajor } from '../../../core/money.ts';
import { useMayAccess } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import type { MoneySettings, MoneySettingsAnswer } from '../contract.ts';
import { calls } from './calls.ts';
import { approvalWords, DETAILS_APPROVAL, daysWords } from './change-words.ts';
import classes from './money-settings.module.css';
import { PendingChange } from './pending-change.tsx';
import { settingsDialogs } from './settings-dialogs.ts';

export function MoneySettingsScreen() {
  const { data, error, refetch } = useQuery(calls.moneySettings.queryOptions({ input: {} }));
  const failed = error && (
    <LoadError error={error} onRetry={() => void refetch()} above={data !== undefined} />
  );
  if (data) return <Loaded answer={data} notice={failed} />;
  return (
    <>
      <PageHeading title="Money settings" />
      {failed ?? <Skeleton height={420} mt="md" />}
    </>
  );
}

function Loaded({ answer, notice }: { answer: MoneySettingsAnswer; notice: ReactNode }) {
  const { settings, pending, alone } = answer;
  const superadmin = useMayAccess({ role: 'superadmin' });
  const address = useAddress(settingsDialogs.address);
  const waiting = (id: number) => (pending?.id === id ? answer : undefined);
  const dialogs = settingsDialogs.useDialogs(address, waiting, { answer });
  return (
    <>
      <Group justify="space-between" gap="sm" mb="xs">
        <PageHeading title="Money settings" />
        {superadmin && (
          <Button
            size="sm"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => dialogs.open('edit')}
          >
            Edit
          </Button>
        )}
      </Group>
      {notice}
      <Text size="sm" c="dimmed" mb="md" maw={720}>
        Stricter settings apply immediately. Looser ones need a second superadmin's approval.
        {!superadmin && ' Only superadmins can change settings.'}
      </Text>
      {pending && (
        <PendingChange
          pending={pending}
          settings={settings}
          superadmin={superadmin}
          alone={alone === 1}
          onApprove={() => dialogs.open('approve', pending.id)}
          onReject={() => dialogs.open('reject', pending.id)}
        />
      )}
      {superadmin && alone === 1 && !pending && (
        <Alert variant="outline" mb="md" maw={720} title="You are the only superadmin">
          No one else can approve looser settings. Limits and approvals set now stay until you add a second
          superadmin.
        </Alert>
      )}
      <Rules settings={settings} />
      {dialogs.element}
    </>
  );
}

function Rules({ settings }: { settings: MoneySettings }) {
  const { refund_approval_above, payout_approval, hold_days, new_account_days, details_approval } = settings;
  const { minimum, ach, sepa_debtor } = settings;
  return (
    <div className={classes.rules}>
      <section aria-labelledby="rules-refunds">
        <h2 id="rules-refunds">Refunds</h2>
        <dl>
          <dt>Approval required above</dt>
          <dd>
            <Amounts amounts={refund_approval_above} none="No limit" words={(amount) => amount} />
          </dd>
        </dl>
      </section>
      <section aria-labelledby="rules-payouts">
        <h2 id="rules-payouts">Payouts</h2>
        <dl>
          <dt>Approval</dt>
          <dd>{approvalWords(payout_approval)}</dd>
          <dt>Payout delay (days after sale)</dt>
          <dd>{hold_days === 0 ? 'None' : daysWords(hold_days)}</dd>
          <dt>Delay after a change of email or payout details</dt>
          <dd>{new_account_days === 0 ? 'None' : daysWords(new_account_days)}</dd>
          <dt>{DETAILS_APPROVAL}</dt>
          <dd>{approvalWords(details_approval)}</dd>
          <dt>Minimum</dt>
          <dd>
            <Amounts amounts={minimum} none="None" words={(amount) => amount} />
          </dd>
        </dl>
      </section>
      <section aria-labelledby="rules-files">
        <h2 id="rules-files">Payment files</h2>
        <dl>
          <dt>Sender for US (NACHA) files</dt>
          <dd>
            {ach
              ? `${ach.origin_name}, routing ${ach.origin_routing}, company ${ach.company_id}`
              : 'Not set up: exports a CSV instead'}
          </dd>
          <dt>Sender for SEPA files</dt>
          <dd>
            {sepa_debtor
              ? `${sepa_debtor.name}, ${sepa_debtor.iban}, ${sepa_debtor.bic}`
              : 'Not set up: exports a CSV instead'}
          </dd>
        </dl>
      </section>
    </div>
  );
}

type AmountsProps = {
  amounts: MoneySettings['minimum'];
  none: string;
  words: (amount: string) => string;
};

function Amounts({ amounts, none, words }: AmountsProps) {
  const known = Object.entries(amounts).filter(([, amount]) => typeof amount === 'number');
  if (known.length === 0) return none;
  return (
    <ul>
      {known.map(([currency, amount]) => (
        <li key={currency}>{words(formatMajor(amount ?? 0, currency))}</li>
      ))}
    </ul>
  );
}
