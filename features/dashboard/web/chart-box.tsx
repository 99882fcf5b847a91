import { Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import classes from './chart-box.module.css';

export type ChartNumbers = { head: readonly string[]; rows: readonly (readonly string[])[] };

type ChartBoxProps = {
  title: string;
  numbers: ChartNumbers;
  className?: string | undefined;
  children: ReactNode;
};

export function ChartBox({ title, numbers, className, children }: ChartBoxProps) {
  const [isOpen, setOpen] = useState(false);
  const [heading, table] = [useId(), useId()];
  return (
    <section aria-labelledby={heading} className={className ? `${classes.box} ${className}` : classes.box}>
      <div className={classes.head}>
        <h3 id={heading}>{title}</h3>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${isOpen ? 'Hide' : 'Show'} numbers: ${title}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? table : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide numbers' : 'Show numbers'}
        </Button>
      </div>
      {children}
      {isOpen && <Numbers id={table} title={title} {...numbers} />}
    </section>
  );
}

function Numbers({ id, title, head, rows }: ChartNumbers & { id: string; title: string }) {
  return (
    // What scrolls has to be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section id={id} className={classes.numbers} aria-label={`Numbers: ${title}`} tabIndex={0}>
      <table>
        <VisuallyHidden component="caption">{title}</VisuallyHidden>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={head[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
