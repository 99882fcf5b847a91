import type { ReactNode } from 'react';
import classes from './table-frame.module.css';

export function withAddedMark(name: ReactNode): ReactNode {
  return (
    <>
      {name} <span className={classes.new}>New</span>
    </>
  );
}
