import { Skeleton } from '@mantine/core';
import classes from './charts-section.module.css';

/** Placeholder in the height of the charts: a wide one, and two beside each other where there is room. */
export function ChartsSkeleton({ wide }: { wide: boolean }) {
  return (
    <div className={classes.charts}>
      {wide && <Skeleton height={288} className={classes.wide} />}
      <Skeleton height={288} />
      {wide && <Skeleton height={288} />}
    </div>
  );
}
