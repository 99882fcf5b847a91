import { useQuery } from '@tanstack/react-query';
import { formatMajor } from '../../../core/money.ts';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { requests } from './calls.ts';
import { Entry } from './transaction-entry.tsx';

export function TransactionRequests({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(
    requests.calls.refundRequests.queryOptions({ input: { charge_id: id }, staleTime: 0 }),
  );
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  const asked = data?.refunds ?? [];
  if (asked.length === 0) return null;
  return (
    <section aria-label="Requests">
      <h2>Requests</h2>
      <ul>
        {asked.map((request) => (
          <Entry
            key={request.id}
            what={`Request #${request.id}, ${request.status ?? 'needs approval'}`}
            kind={request.created_by ?? undefined}
            amount={formatMajor(request.amount, request.currency)}
            isFailed={request.status === 'failed'}
            more={
              <>
                <Time value={request.created_at} />
                {[
                  request.decided_by && `decided by ${request.decided_by}`,
                  request.reason && `“${request.reason}”`,
                  request.failure,
                ]
                  .filter(Boolean)
                  .map((words) => ` · ${words}`)}
              </>
            }
          />
        ))}
      </ul>
    </section>
  );
}
