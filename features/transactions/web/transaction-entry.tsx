import type { ReactNode } from 'react';
import classes from './transaction-details.module.css';

type EntryProps = {
  what: ReactNode;
  kind?: string | undefined;
  amount: string;
  more: ReactNode;
  isFailed?: boolean;
};

export function Entry({ what, kind, amount, more, isFailed = false }: EntryProps) {
  return (
    <li className={classes.entry} data-failed={isFailed || undefined}>
      <span>
        <b>{what}</b>
        {kind && ` · ${kind}`}
      </span>
      <b className={classes.amount}>{amount}</b>
      {more && <span className={classes.more}>{more}</span>}
    </li>
  );
}
