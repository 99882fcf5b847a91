import { Anchor } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useProgramName } from '../parts/program-name.tsx';
import { useSwitchedProgram } from './use-program.ts';

/** Scope of a chooser in a form: its program, 0 for all, and the words below the field with the way to all of them. */
export type SearchScope = { program_id: number; words: ReactNode };

/** Returns the scope of a chooser that is told no program: that of the switcher, until all are asked for. */
export function useSearchScope(): SearchScope {
  const switched = useSwitchedProgram();
  const [everywhere, setEverywhere] = useState(false);
  if (switched === 0) return { program_id: 0, words: undefined };
  if (everywhere) return { program_id: 0, words: 'In all programs' };
  return { program_id: switched, words: <InOne id={switched} onWiden={() => setEverywhere(true)} /> };
}

function InOne({ id, onWiden }: { id: number; onWiden: () => void }) {
  return (
    <>
      In {useProgramName(id) ?? '…'} ·{' '}
      <Anchor
        component="button"
        type="button"
        inherit
        onClick={({ currentTarget }) => {
          // It goes with what it widens.
          currentTarget.closest('[data-searched]')?.querySelector('input')?.focus();
          onWiden();
        }}
      >
        Search all programs
      </Anchor>
    </>
  );
}
