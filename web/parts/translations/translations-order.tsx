import { Button, Group, Switch } from '@mantine/core';
import { unavailable } from '../../ui/unavailable.ts';

export type LanguageOrderProps = {
  first: { missing: boolean; outdated: boolean };
  onFirst: (first: { missing: boolean; outdated: boolean }) => void;
  /** Undefined where nothing is missing, or nothing outdated. */
  onNextMissing?: () => void;
  onNextOutdated?: () => void;
  outdated: number;
};

export function LanguageOrder({ first, onFirst, outdated, ...next }: LanguageOrderProps) {
  // What is outdated leaves the list as it is dealt with; the way back from its order stays.
  const isOutdatedOffered = outdated > 0 || first.outdated;
  return (
    <>
      <Group justify="space-between" gap="xs" mb="xs">
        <Switch
          size="xs"
          label="Missing first"
          checked={first.missing}
          onChange={(event) => onFirst({ ...first, missing: event.currentTarget.checked })}
        />
        <NextButton label="Next missing" keys="Alt+↓" onClick={next.onNextMissing} />
      </Group>
      {isOutdatedOffered && (
        <Group justify="space-between" gap="xs" mb="xs">
          <Switch
            size="xs"
            label={`Outdated first (${outdated})`}
            checked={first.outdated}
            onChange={(event) => onFirst({ ...first, outdated: event.currentTarget.checked })}
          />
          <NextButton label="Next outdated" keys="Alt+Shift+↓" onClick={next.onNextOutdated} />
        </Group>
      )}
    </>
  );
}

/** A button named by an aria-label, as the switch beside it shows the same words. */
type NextButtonProps = { label: string; keys: string; onClick: (() => void) | undefined };

function NextButton({ label, keys, onClick }: NextButtonProps) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={label}
      title={`${label} (${keys})`}
      {...unavailable(!onClick)}
      onClick={onClick}
    >
      Next
    </Button>
  );
}
