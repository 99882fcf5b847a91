import { Badge, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { TYPING_PAUSE_MS } from '../../../web/ui/chooser/text-filter.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { isUsable } from '../../coupons/rules.ts';
import type { KnownIds } from '../program-schemas.ts';
import { NOT_KNOWN, type SubscriptionId } from '../rules.ts';
import { calls } from './calls.ts';
import { knownInWords } from './program-words.ts';

type LookupProps = {
  name: SubscriptionId;
  typed: string;
  product: string;
};

/** Stripe's answer for an id, once typing pauses; nothing where there is no payment provider. */
export function SubscriptionLookup({ name, typed, product }: LookupProps) {
  const id = typed.trim();
  const [rested] = useDebouncedValue(id, TYPING_PAUSE_MS);
  const { data, error, isFetching } = useQuery(
    calls.subscriptionLookup.queryOptions({
      input: { [name]: rested },
      enabled: rested !== '',
      staleTime: 60_000,
    }),
  );
  const words = () => {
    if (id === '' || id !== rested) return null;
    if (data) return data.asked ? (wordsOf(name, data.known, product.trim()) ?? NOT_KNOWN[name]) : null;
    if (isFetching) return null;
    return error ? failureOf(error).message : null;
  };
  return <span role="status">{words()}</span>;
}

function wordsOf(name: SubscriptionId, known: KnownIds, product: string): ReactNode {
  const text = knownInWords(name, known);
  if (text === null) return null;
  const { price_id: price, coupon } = known;
  const off = name === 'coupon' ? !!coupon && !isUsable(coupon, Date.now()) : known[name]?.active === false;
  const isOthers = name === 'price_id' && price && product !== '' && price.product_id !== product;
  return (
    <>
      <Known text={text} off={off} />
      {isOthers && ` This price belongs to another product, ${price.product_id}.`}
    </>
  );
}

function Known({ text, off }: { text: string; off: boolean }) {
  return (
    <Group gap={6} component="span" display="inline-flex">
      <span>{text}</span>
      {off && (
        <Badge component="span" variant="outline" color="red" size="sm" radius="sm" tt="none">
          Inactive
        </Badge>
      )}
    </Group>
  );
}
