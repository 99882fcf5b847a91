import { VisuallyHidden } from '@mantine/core';
import { CURRENCIES, formatMajor } from '../../../core/money.ts';
import type { Attention } from '../contract.ts';

/** Amounts in the line; the others are counted there, and told to whoever points at the count or has it read out. */
const MOST_AMOUNTS = 2;

export function Amounts({ amounts }: Pick<Attention, 'amounts'>) {
  const said = CURRENCIES.flatMap((one) =>
    amounts.filter(({ currency }) => currency === one).map(({ amount }) => formatMajor(amount, one)),
  );
  const others = said.slice(MOST_AMOUNTS);
  return (
    <>
      {said.slice(0, MOST_AMOUNTS).join(' · ')}
      {others.length > 0 && (
        <span title={others.join('\n')}>
          <span aria-hidden> · +{others.length}</span>
          <VisuallyHidden>, {others.join(', ')}</VisuallyHidden>
        </span>
      )}
    </>
  );
}
