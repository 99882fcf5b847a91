import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './as-of.module.css';
import { MomentForm } from './moment-form.tsx';

/** Opens the field for a moment, which a page has no need of on most days. */
export function AsOfOpener({ onChoose }: { onChoose: (at: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={classes.chooser}>
      <Button
        variant="default"
        size="xs"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        mb={isOpen ? 'xs' : 0}
      >
        As of a date
      </Button>
      {isOpen && <MomentForm at="" onChoose={onChoose} />}
    </div>
  );
}
