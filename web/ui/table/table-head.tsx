import { NativeSelect, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { Column, Sort, Sorting } from './column.ts';
import { useTableFit } from './table-fit.ts';
import classes from './table-frame.module.css';

export function HeadCell<Row>({ column, sort, sorts = [], onSort }: Sorting & { column: Column<Row> }) {
  const { key, header, unit, numeric, narrow, hiddenHeader, head } = column;
  const fit = useTableFit();
  const folded = fit.folded.has(key);
  const dest = sort?.by === key ? (sort.dest ?? 'asc') : undefined;
  const label = (
    <span>
      {header}
      {unit && <span className={classes.unit}> {unit}</span>}
    </span>
  );
  const arrow = (
    <span aria-hidden className={classes.arrow}>
      {dest === 'desc' ? '↓' : '↑'}
    </span>
  );
  return (
    <th
      {...COLUMNHEADER}
      scope="col"
      data-numeric={numeric || undefined}
      data-narrow={narrow || undefined}
      data-folded={folded || undefined}
      aria-sort={dest && (dest === 'asc' ? 'ascending' : 'descending')}
    >
      {head}
      {hiddenHeader && <VisuallyHidden>{header}</VisuallyHidden>}
      {!head && !hiddenHeader && onSort && sorts.includes(key) && (
        <UnstyledButton
          className={classes.sort}
          // Not to be seen there; the choice above the table sorts instead.
          tabIndex={folded || fit.cards ? -1 : undefined}
          onClick={() => onSort(key, dest === 'asc' ? 'desc' : 'asc')}
        >
          {label}
          {arrow}
        </UnstyledButton>
      )}
      {!head && !hiddenHeader && !(onSort && sorts.includes(key)) && (
        <span className={classes.sort}>
          {label}
          {dest && arrow}
        </span>
      )}
    </th>
  );
}

const COLUMNHEADER = { role: 'columnheader' };

type SortChoiceProps<Row> = { columns: readonly Column<Row>[]; sort?: Sort };

export function SortChoice<Row>(props: Required<Pick<Sorting, 'sorts' | 'onSort'>> & SortChoiceProps<Row>) {
  const { columns, sort, sorts, onSort } = props;
  // An arrow, as in a head: it stays in sight where a long name ends.
  const options = columns
    .filter(({ key }) => sorts.includes(key))
    .flatMap(({ key, header }) => [
      { value: `${key} asc`, label: `↑ ${header}`, said: `${header}, ascending` },
      { value: `${key} desc`, label: `↓ ${header}`, said: `${header}, descending` },
    ]);
  return (
    <div className={classes.choice}>
      <NativeSelect
        size="xs"
        label="Sort by"
        value={`${sort?.by} ${sort?.dest ?? 'asc'}`}
        onChange={({ currentTarget }) => {
          const [by = '', dest] = currentTarget.value.split(' ');
          onSort(by, dest === 'desc' ? 'desc' : 'asc');
        }}
      >
        {options.map(({ value, label, said }) => (
          <option key={value} value={value} aria-label={said}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </div>
  );
}
