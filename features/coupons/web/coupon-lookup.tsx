import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TYPING_PAUSE_MS } from '../../../web/ui/chooser/text-filter.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import type { KnownCoupon } from '../contract.ts';
import { calls } from './calls.ts';
import { KnownCouponLine } from './known-coupon.tsx';

/** Looks up the typed ID at Stripe once typing pauses; nothing where there is no payment provider. */
export function useLookup(typed: string): { known: KnownCoupon | null; element: ReactNode } {
  const id = typed.trim();
  const [rested] = useDebouncedValue(id, TYPING_PAUSE_MS);
  const { data, error, isFetching } = useQuery(
    calls.couponLookup.queryOptions({
      input: { coupon_stripe_id: rested },
      enabled: rested !== '',
      staleTime: 60_000,
    }),
  );
  const isCurrent = id !== '' && id === rested;
  const known = isCurrent ? (data?.known ?? null) : null;
  const words = () => {
    if (!isCurrent) return null;
    if (known) return <KnownCouponLine known={known} />;
    if (data?.asked) return 'No coupon with this ID in Stripe';
    if (isFetching) return null;
    return error ? failureOf(error).message : null;
  };
  return { known, element: <span role="status">{words()}</span> };
}
