import type { ReactNode } from 'react';
import classes from './clamped.module.css';

/** A long name cut to two lines; its title has all of it, and `more`. */
export function Clamped({ text, more }: { text: string; more?: string | null }) {
  return (
    <span className={classes.clamped} data-clamped title={more ? `${text} (${more})` : text}>
      {text}
    </span>
  );
}

type TwoLinesProps = {
  first: ReactNode;
  /** Smaller line below; without it the first takes both lines. */
  second?: ReactNode;
  /** Both as text, for the title. */
  title?: string | undefined;
};

/** A name with what stands below it, each cut to one line, so that all rows of a list are of one height. */
export function TwoLines({ first, second, title }: TwoLinesProps) {
  if (!second && typeof first === 'string') return <Clamped text={first} />;
  if (!second && title === undefined) return first;
  if (!second)
    return (
      <span className={classes.clamped} data-clamped title={title}>
        {first}
      </span>
    );
  return (
    <span className={classes.lines} title={title ?? (typeof first === 'string' ? first : undefined)}>
      <span className={classes.line} data-first>
        {first}
      </span>
      <span className={classes.second} data-second>
        {second}
      </span>
    </span>
  );
}
