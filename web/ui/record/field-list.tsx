import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './field-list.module.css';

export function FieldList({ children }: { children: ReactNode }) {
  return <dl className={classes.fields}>{children}</dl>;
}

export function Field({ label, children }: { label: string; children: ReactNode }) {
  const isEmpty = children === '' || children === null || children === undefined;
  return (
    <div>
      <dt>{label}</dt>
      <dd dir="auto">
        {isEmpty ? (
          <Text span inherit c="dimmed">
            None
          </Text>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}
