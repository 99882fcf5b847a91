import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

type ImportNoticeProps = { color: 'orange' | 'green'; title: string; children: ReactNode };

/** A notice whose title can be read: orange and green on a light page cannot. */
export function ImportNotice({ color, title, children }: ImportNoticeProps) {
  return (
    <Alert
      color={color}
      variant="outline"
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      {children}
    </Alert>
  );
}
