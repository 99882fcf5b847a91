import { Text } from '@mantine/core';
import { formatMajor } from '../../../core/money.ts';
import type { Bridge } from '../../../features/payouts/bridge.ts';
import { bridgeTerms, saysMore } from './bridge-words.ts';

type BridgeLineProps = { bridge: Bridge; currency: string; result: string };

/** Writes an amount as the sum that it is made of: "Sales 412.10 − refunds 31.50 = paid USD 380.60". */
export function BridgeLine({ bridge, currency, result }: BridgeLineProps) {
  if (!saysMore(bridge)) return null;
  return (
    <Text size="sm" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {bridgeTerms(bridge, currency)} ={' '}
      <b>
        {result} {formatMajor(bridge.paid, currency)}
      </b>
    </Text>
  );
}
