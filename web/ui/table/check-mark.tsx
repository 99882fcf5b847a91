import { VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

/** A check mark, or none; screen readers get a word for both. */
export function CheckMark({ on, yes = 'Yes', no = 'No' }: { on: boolean; yes?: string; no?: string }) {
  if (!on) return <VisuallyHidden>{no}</VisuallyHidden>;
  return (
    <>
      <IconCheck size={18} aria-hidden style={{ verticalAlign: 'middle' }} />
      <VisuallyHidden>{yes}</VisuallyHidden>
    </>
  );
}
