import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Failure, failureOf } from '../../../../web/ui/failure.ts';
import { toast } from '../../../../web/ui/toasts.tsx';
import { useOnce } from '../../../../web/ui/use-once.ts';
import type { Event } from '../../contract.ts';
import { drawRefusal } from '../../rules.ts';
import { calls, reload } from '../../web/calls.ts';
import type { Proposal } from '../contract.ts';

type Confirmed = { user: string; ticket: string; attempt: number; proof: string };

/** Runs one call at a time, as each proposal is recorded as an attempt. */
export function useDraw(event: Event) {
  const { id } = event;
  const sold = useQuery(calls.eventTickets.queryOptions({ input: { id }, staleTime: 0 }));
  const past = useQuery(calls.eventDraws.queryOptions({ input: { id }, staleTime: 0 }));
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { busy, once } = useOnce();

  const propose = async (reason: string) => {
    let proposed = false;
    await once(
      async () => {
        setFailure(null);
        const made = await calls.proposeWinner.call({ id, reason });
        proposed = true;
        await past.refetch();
        setProposal(made);
      },
      (error) => setFailure(failureOf(error)),
    );
    return proposed;
  };
  const confirm = async () => {
    if (!proposal) return;
    setConfirmed(await calls.confirmWinner.call({ event_id: id, id: proposal.id, token: proposal.token }));
    toast('Success!');
    await Promise.all([reload(), past.refetch()]);
  };

  return {
    tickets: sold.data,
    draws: past.data,
    loadError: sold.error ?? past.error,
    reload: () => void Promise.all([sold.refetch(), past.refetch()]),
    /** Reason why there is nothing to draw; counts the tickets anew, as the list's row may be older. */
    refusal: sold.data ? drawRefusal({ ...event, tickets: sold.data.number }) : null,
    proposal,
    confirmed,
    failure,
    busy,
    propose,
    confirm,
  };
}
