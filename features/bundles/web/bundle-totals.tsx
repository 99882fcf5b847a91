import { formatMoney } from '../../../core/money.ts';
import { type BundleDraft, idsOf, totalsOf } from './bundle-draft.ts';
import classes from './bundle-screen.module.css';

export function BundleTotals({ draft }: { draft: BundleDraft }) {
  const count = idsOf(draft).length;
  return (
    <div className={classes.totals} role="status">
      <p>
        <b>{count.toLocaleString('en-US')}</b> {count === 1 ? 'class' : 'classes'} in the bundle
      </p>
      {totalsOf(draft).map(({ currency, price, member, other }) => (
        <p key={currency}>
          <b>{formatMoney(price, currency)}</b> in all
          <span className={classes.off}>
            members {less(member, currency)}, other members {less(other, currency)}
          </span>
        </p>
      ))}
    </div>
  );
}

function less(minor: number, currency: string): string {
  return minor === 0 ? 'no discount' : formatMoney(-minor, currency);
}
