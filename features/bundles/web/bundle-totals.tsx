import { formatMoney } from '../../../core/money.ts';
import type { ClassRow } from '../../classes/contract.ts';
import { type BundleDraft, idsOf, priceOf, totalsOf } from './bundle-draft.ts';
import classes from './bundle-screen.module.css';

type BundleTotalsProps = { draft: BundleDraft; bundle: Pick<ClassRow, 'class_price' | 'currency'> };

export function BundleTotals({ draft, bundle }: BundleTotalsProps) {
  const count = idsOf(draft).length;
  return (
    <div className={classes.totals} role="status">
      <p>
        <b>{count.toLocaleString('en-US')}</b> {count === 1 ? 'class' : 'classes'} in the bundle
      </p>
      <p>
        Bundle price <b>{formatMoney(priceOf(bundle), bundle.currency)}</b>
      </p>
      {totalsOf(draft).map(({ currency, price, member, other }) => (
        <p key={currency}>
          {draft.hidden > 0 ? 'Sum of the classes you see' : 'Sum of the classes'}{' '}
          <b>{formatMoney(price, currency)}</b>
          <span className={classes.off}>
            membership discount {less(member, currency)}, other-membership discount {less(other, currency)}
          </span>
        </p>
      ))}
    </div>
  );
}

function less(minor: number, currency: string): string {
  return minor === 0 ? 'no discount' : formatMoney(-minor, currency);
}
