import { Anchor } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { whyNotYours } from '../../../core/second-approver.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { addressOf } from '../../../web/parts/records/record-pages.ts';
import { addressPage, useAddress } from '../../../web/ui/address.ts';
import { failureOf } from '../../../web/ui/failure.ts';
import { linkTo } from '../../../web/ui/link-to.ts';
import { NameOrAddress } from '../../../web/ui/name-or-address.tsx';
import { Clamped, TwoLines } from '../../../web/ui/table/clamped.tsx';
import type { Column } from '../../../web/ui/table/column.ts';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, type RowAction, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { Time } from '../../../web/ui/time.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { useOnce } from '../../../web/ui/use-once.ts';
import { type PersonalDataRequest, REQUEST_KINDS } from '../contract.ts';
import { calls, type ErasedUser, reload } from './calls.ts';
import { RejectRequestDialog } from './reject-request-dialog.tsx';

const EraseDialog = lazy(() => import('./erase-dialog.tsx').then((m) => ({ default: m.EraseDialog })));

const requestsAddress = { page: addressPage };

export function DataRequestsScreen() {
  const address = useAddress(requestsAddress);
  const { once } = useOnce();
  const [approved, setApproved] = useState<ErasedUser | null>(null);
  const [rejected, setRejected] = useState<PersonalDataRequest | null>(null);
  const list = useList({
    address,
    filters: {},
    query: ({ page }) => calls.personalDataRequests.queryOptions({ input: { page }, staleTime: 0 }),
    csv: (polled) => calls.personalDataRequestsCsv.call(polled),
    rows: 'requests',
    noun: ['request', 'requests'],
    purpose: 'Requests to erase users, and users who requested their data, wait here for you.',
    nothingYet: 'No personal data requests are waiting',
  });
  const markAsSent = (id: number) =>
    once(
      async () => {
        await calls.closeDataRequest.call({ id, sent: true });
        toast('Marked as sent');
        await reload();
      },
      (error) => toast(failureOf(error).message, { kind: 'error' }),
    );
  const actionsOf = (request: PersonalDataRequest): RowAction[] => {
    const { kind, user_id: id, name, email } = request;
    const isErasure = kind === 'erasure';
    const approval = {
      label: 'Approve erasure',
      icon: <IconCheck size={16} aria-hidden />,
      removes: true,
      onClick: () => setApproved({ id, name, email }),
    };
    const sending = {
      label: 'Mark as sent',
      icon: <IconCheck size={16} aria-hidden />,
      onClick: () => void markAsSent(id),
    };
    const rejection = {
      label: 'Reject',
      icon: <IconX size={16} aria-hidden />,
      removes: true,
      onClick: () => setRejected(request),
    };
    return [
      ...(whyNotYours(request) === null ? [isErasure ? approval : sending] : []),
      ...(isOfOthers(request) ? [] : [rejection]),
    ];
  };
  return (
    <ListPage {...list.page} title="Personal data requests">
      <DataTable<PersonalDataRequest>
        {...list.table}
        caption="Personal data requests"
        columns={[
          ...COLUMNS,
          actionsColumn<PersonalDataRequest>((request) => (
            <RowActions of={request.name} actions={actionsOf(request)} />
          )),
        ]}
      />
      <Suspense>
        {approved && <ApproveDialog key={approved.id} user={approved} onClose={() => setApproved(null)} />}
      </Suspense>
      {rejected && (
        <RejectRequestDialog
          user={{ id: rejected.user_id, name: rejected.name }}
          kind={rejected.kind}
          onClose={() => setRejected(null)}
        />
      )}
    </ListPage>
  );
}

/** True where the user asked while the signed-in admin had them in their hands: nothing of it is theirs to decide. */
function isOfOthers({ own, source, asked_by }: PersonalDataRequest): boolean {
  return own === 1 && source === 'site' && asked_by === null;
}

function ApproveDialog({ user, onClose }: { user: ErasedUser; onClose: () => void }) {
  const { data } = useQuery(calls.erasure.queryOptions({ input: { id: user.id } }));
  return data ? <EraseDialog user={user} standing={data} verb="approve" onClose={onClose} /> : null;
}

const COLUMNS: Column<PersonalDataRequest>[] = [
  {
    key: 'name',
    header: 'User',
    rowHeader: true,
    cell: ({ user_id, name }) => (
      <Anchor component={Link} {...linkTo(addressOf('user', user_id), { section: 'data' })} inherit>
        <Clamped text={name} />
      </Anchor>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    wholeWords: true,
    priority: 2,
    cell: ({ email }) => <NameOrAddress text={email} />,
  },
  {
    key: 'kind',
    header: 'Request',
    priority: 4,
    cell: (request) => {
      const why = whyNotYours(request);
      return <TwoLines first={REQUEST_KINDS[request.kind]} second={why} title={why ?? undefined} />;
    },
  },
  {
    key: 'asked_by',
    header: 'Requested by',
    wholeWords: true,
    priority: 3,
    cell: ({ asked_by, site, source }) => (
      <NameOrAddress
        text={
          source === 'site'
            ? `The user${site === null ? '' : `, on ${site}`}`
            : (asked_by ?? 'A former admin')
        }
      />
    ),
  },
  {
    key: 'asked_at',
    header: 'Waiting since',
    oneLine: true,
    priority: 4,
    cell: ({ asked_at }) => <Time value={asked_at} />,
  },
];
