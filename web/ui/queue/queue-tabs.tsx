import { Link } from '@tanstack/react-router';
import classes from './queue-tabs.module.css';

type QueueTabsProps<Value extends string> = {
  label: string;
  name: string;
  /** Tabs in their order; the first is the default, and its value stands in no address. */
  tabs: readonly { value: Value; label: string; count: number | undefined }[];
  value: Value;
};

export function QueueTabs<Value extends string>({ label, name, tabs, value }: QueueTabsProps<Value>) {
  const [first] = tabs;
  return (
    <nav aria-label={label} className={classes.tabs}>
      {tabs.map((tab) => (
        <Link
          key={tab.value}
          to="."
          search={(current: object) => ({
            ...current,
            page: undefined,
            [name]: tab === first ? undefined : tab.value,
          })}
          className={classes.tab}
          activeProps={{}}
          // Its own idea of the present link counts the first tab as well.
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          aria-current={tab.value === value ? 'page' : undefined}
          preload={false}
          resetScroll={false}
        >
          {tab.label}
          {tab.count !== undefined && <span className={classes.count}>{tab.count.toLocaleString()}</span>}
        </Link>
      ))}
    </nav>
  );
}
