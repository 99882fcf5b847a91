import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { unavailable } from '../unavailable.ts';
import type { QueueSteps } from './use-queue-steps.ts';

type QueueStepperProps = {
  steps: QueueSteps;
  /** True where Tab reaches it; in a dialog Tab leads from Cancel to what the dialog does. */
  isTabbed?: boolean;
};

/** Place in the queue with the ways to the previous and the next record, in the footer of a dialog; K and J take them. */
export function QueueStepper({ steps: { place, previous, next }, isTabbed = false }: QueueStepperProps) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(TYPED))) return;
    const step = { j: next, k: previous }[key.toLowerCase()];
    if (!step) return;
    event.preventDefault();
    step();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  if (place === '' || (!previous && !next)) return null;
  return (
    <Group gap={4} wrap="nowrap">
      <Step
        label="Previous"
        hint="K"
        icon={<IconChevronLeft size={16} aria-hidden />}
        isTabbed={isTabbed}
        onStep={previous}
      />
      <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {place}
      </Text>
      <Step
        label="Next"
        hint="J"
        icon={<IconChevronRight size={16} aria-hidden />}
        isTabbed={isTabbed}
        onStep={next}
      />
    </Group>
  );
}

const TYPED = 'input, textarea, select';

type StepProps = {
  label: string;
  hint: string;
  icon: ReactNode;
  isTabbed: boolean;
  onStep: (() => void) | undefined;
};

function Step({ label, hint, icon, isTabbed, onStep }: StepProps) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={label}
      title={`${label} (${hint})`}
      tabIndex={isTabbed ? undefined : -1}
      {...unavailable(onStep === undefined)}
      onClick={onStep}
    >
      {icon}
    </Button>
  );
}
