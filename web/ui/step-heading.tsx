import { Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/** The path on which a step was seen last. */
let shownOn: string | null = null;

type StepHeadingProps = {
  /** Tells one step from the next, also where both are called the same. */
  step: string;
  children: ReactNode;
};

/**
 * Heads a step of what goes on without a navigation, and takes the focus as the step begins: what was pressed is gone
 * by then. Nothing is taken from a dialog, the menu or the header.
 */
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
