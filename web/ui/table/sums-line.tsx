import type { ReactNode } from 'react';
import classes from './sums-line.module.css';

type SumsLineProps = {
  /** Name and amount of each sum; undefined while they load, when their line is kept for them. */
  sums: readonly (readonly [name: string, amount: string])[] | undefined;
  children?: ReactNode;
};

export function SumsLine({ sums, children }: SumsLineProps) {
  return (
    <div className={classes.line}>
      {sums && (
        <dl className={classes.sums}>
          {sums.map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </div>
  );
}
