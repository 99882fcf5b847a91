import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBuildingCommunity, IconChevronDown } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useProgramName } from '../parts/program-name.tsx';
import { ProgramSelect } from '../parts/program-select.tsx';
import classes from './program-switcher.module.css';
import { useSwitchedProgram, useSwitchProgram } from './use-program.ts';

/** Names the program that every screen is of, and switches it: a button that becomes a chooser (decision 172). */
export function ProgramSwitcher() {
  const program_id = useSwitchedProgram();
  const switchTo = useSwitchProgram();
  const name = useProgramName(program_id) ?? '…';
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** True where the chooser had the focus as it went, which the button takes over. */
  const hadFocus = useRef(false);
  const close = () => {
    hadFocus.current = box.current?.contains(document.activeElement) ?? false;
    setOpen(false);
  };

  useLayoutEffect(() => {
    if (isOpen) box.current?.querySelector('input')?.focus();
    else if (hadFocus.current) button.current?.focus({ preventScroll: true });
    hadFocus.current = false;
  }, [isOpen]);

  if (isOpen)
    return (
      <div ref={box} className={classes.chooser}>
        <ProgramSelect
          value={program_id}
          onChange={(chosen) => {
            close();
            if (chosen !== program_id) switchTo(chosen);
          }}
          onClose={close}
        />
      </div>
    );
  return (
    <UnstyledButton
      ref={button}
      className={classes.button}
      data-switcher
      data-set={program_id !== 0 || undefined}
      title={program_id === 0 ? undefined : name}
      onClick={() => setOpen(true)}
    >
      <IconBuildingCommunity size={16} aria-hidden />
      <VisuallyHidden component="span">Switch from </VisuallyHidden>
      <span className={classes.name}>{program_id === 0 ? 'All programs' : name}</span>
      <IconChevronDown size={14} aria-hidden />
    </UnstyledButton>
  );
}
