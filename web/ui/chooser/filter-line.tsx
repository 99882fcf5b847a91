import { Badge, UnstyledButton } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react';
import {
  Children,
  Fragment,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './filter-line.module.css';

type FilterLineProps = {
  /** Controls with a `label` and a `value`, the most important first. */
  children: ReactNode;
};

/** One line of filters: those without room stand behind a button, with a count of those set among them. */
export function FilterLine({ children }: FilterLineProps) {
  const filters = filtersIn(children);
  const line = useRef<HTMLElement>(null);
  const room = useRoom(line, filters.length);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const behind = filters.slice(room);
  const set = behind.filter(isSet).length;
  const name = room === 0 ? 'Filters' : 'More filters';
  const chip = (filter: ReactElement, index: number) => (
    <div
      key={filter.key ?? index}
      className={classes.chip}
      data-filter
      data-set={isSet(filter) || undefined}
      data-behind={(index >= room && !isOpen) || undefined}
    >
      {filter}
    </div>
  );
  return (
    <search
      ref={line}
      id={id}
      aria-label="Filters"
      className={classes.line}
      data-stacked={room === 0 || undefined}
    >
      {filters.slice(0, room).map(chip)}
      {behind.length > 0 && (
        <UnstyledButton
          key="more"
          className={classes.more}
          data-more-filters
          data-set={set > 0 || undefined}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAdjustmentsHorizontal size={16} aria-hidden />
          {name}
          {set > 0 && (
            <Badge component="span" size="sm" circle aria-label={`${set} set`}>
              {set}
            </Badge>
          )}
          <IconChevronDown size={14} aria-hidden data-turned={isOpen || undefined} />
        </UnstyledButton>
      )}
      {behind.map((filter, index) => chip(filter, room + index))}
    </search>
  );
}

function filtersIn(children: ReactNode): ReactElement[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return [];
    return child.type === Fragment ? filtersIn(child.props.children) : [child];
  });
}

/** Returns whether a filter narrows the list: 0 is all programs. */
function isSet({ props }: ReactElement): boolean {
  const { value } = props as { value?: unknown };
  return Boolean(value) && value !== '0';
}

/** Width in rem below which all filters stand behind the button. */
const STACKED_BELOW = 36;
/** Width in rem of the button, and of the space between two filters. */
const MORE = 9.5;
const GAP = 0.5;

/** Returns how many filters have room in the line; they keep their widths while they are hidden. */
function useRoom(line: RefObject<HTMLElement | null>, filters: number): number {
  const [room, setRoom] = useState(filters);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      const available = element.clientWidth;
      if (available === 0) return;
      if (available < STACKED_BELOW * rem) return setRoom(0);
      const widths = [...element.querySelectorAll<HTMLElement>('[data-filter]')].map(
        (filter) => filter.offsetWidth + GAP * rem,
      );
      const fitting = (width: number) => {
        let left = width + GAP * rem;
        return widths.findIndex((one) => (left -= one) < 0);
      };
      setRoom(fitting(available) < 0 ? widths.length : fitting(available - MORE * rem));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [line, filters]);
  return Math.min(room, filters);
}
