import { Skeleton } from '@mantine/core';
import classes from './charts-section.module.css';

/** Of the height of what will come: a wide chart, and two beside each other where there is room. */
export function ChartsSkeleton({ wide }: { wide: boolean }) {
  return (
    <div className={classes.charts}>
      {wide && <Skeleton height={288} className={classes.wide} />}
      <Skeleton height={288} />
      {wide && <Skeleton height={288} />}
    </div>
  );
}
