import type { ReactNode } from 'react';
import classes from './table-frame.module.css';

/** Marks the name of a row that was just added. */
export function withAddedMark(name: ReactNode): ReactNode {
  return (
    <>
      {name} <span className={classes.new}>New</span>
    </>
  );
}
