import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

let shownOn: string | null = null;

type StepHeadingProps = {
  step: string;
  children: ReactNode;
};

/** Heading of a step without a navigation; takes the focus, as the pressed button is gone, but not from a dialog, the menu or the header. */
export function StepHeading({ step, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const focused = document.activeElement;
    // The first page of a visit keeps the browser's own order.
    const isFirst = shownOn !== location.pathname;
    shownOn = location.pathname;
    if (focused?.closest('main') || (focused === document.body && !isFirst)) heading.current?.focus();
  }, [step]);
  return (
    <Title order={2} size="h4" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
