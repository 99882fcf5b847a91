import type { ReactNode } from 'react';
import classes from './table-frame.module.css';

/** The name of a row that was just added, and that it is new. */
export function withAddedMark(name: ReactNode): ReactNode {
  return (
    <>
      {name} <span className={classes.new}>New</span>
    </>
  );
}
