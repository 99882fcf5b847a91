import { UnstyledButton } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { toast } from '../toasts.tsx';
import classes from './record-page.module.css';

export function CopyId({ id }: { id: number }) {
  // Plain HTTP from another machine has no clipboard.
  if (!('clipboard' in navigator)) return <>#{id}</>;
  const copy = () =>
    void navigator.clipboard.writeText(String(id)).then(
      () => toast(`Copied ${id}`),
      () => toast("Couldn't copy the ID", { kind: 'error' }),
    );
  return (
    <UnstyledButton className={classes.id} aria-label={`Copy ID ${id}`} title="Copy ID" onClick={copy}>
      #{id} <IconCopy size={14} aria-hidden />
    </UnstyledButton>
  );
}
