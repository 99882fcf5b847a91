import { Skeleton, Text, Title } from '@mantine/core';
import { PAGE_SIZE } from '../../../../core/paging.ts';
import { addressChoice, addressPage, useAddress } from '../../../../web/ui/address.ts';
import { Choice } from '../../../../web/ui/chooser/choice.tsx';
import { DataTable } from '../../../../web/ui/table/data-table.tsx';
import { PageLinks, useLastPage } from '../../../../web/ui/table/page-links.tsx';
import { useListQuery } from '../../../../web/ui/table/use-list.ts';
import { SEND_STATES } from '../../contract.ts';
import { calls } from '../calls.ts';
import { type SendState, STATE_LABELS } from '../rule-words.ts';
import { SEND_COLUMNS } from './send-columns.tsx';
import { SendDays } from './send-days.tsx';

const sendsAddress = { page: addressPage, state: addressChoice(SEND_STATES) };

export function RuleSends({ id }: { id: number }) {
  const { state, change } = useAddress(sendsAddress);
  const { page } = state;
  const query = useListQuery(calls.emailRuleSends.queryOptions({ input: { id, page, state: state.state } }));
  const { data, error, isPlaceholderData } = query;
  useLastPage(page, isPlaceholderData ? undefined : data?.count);
  const pages = { page, count: data?.count, noun: data?.count === 1 ? 'email' : 'emails' };
  // Whether there are days above the mails is known with them: neither is where it would not stay.
  if (!data && !error) return <Skeleton height={320} aria-busy />;
  return (
    <>
      {data && data.days.length > 0 && <SendDays days={data.days} />}
      <section aria-label="Emails">
        <Title order={2} mb="xs">
          Emails
        </Title>
        <Choice
          label="Status"
          placeholder="All"
          w={220}
          mb="sm"
          data={SEND_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
          value={state.state ?? null}
          onChange={(chosen) => change({ state: (chosen ?? undefined) as SendState | undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear Status' }}
        />
        {(state.state === 'unknown' || data?.sends.some((send) => send.state === 'unknown')) && (
          <Text size="sm" mb="sm">
            Unknown: the mail server did not reply. The email may have been delivered, so we don't resend
            automatically.
          </Text>
        )}
        <PageLinks above {...pages} />
        <DataTable
          caption="Emails of the rule, newest first"
          columns={SEND_COLUMNS}
          rows={data?.sends}
          rowKey={({ user_id, number }) => `${user_id}-${number}`}
          query={query}
          pageSize={PAGE_SIZE}
          nothingYet="No emails sent yet"
          purpose="Each email of this rule appears here with its user and status once it is sent."
          filtered={state.state !== undefined}
          onClearFilters={() => change({ state: undefined })}
        />
        <PageLinks {...pages} />
      </section>
    </>
  );
}
