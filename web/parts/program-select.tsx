import { TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isGlobal } from '../../core/access.ts';
import { programsContract } from '../../features/programs/contract.ts';
import { apiOf } from '../api.ts';
import { useActor, useSignedInUser } from '../session.tsx';
import { Choice } from '../ui/choice.tsx';
import { choicesOf } from '../ui/choices-of.ts';

const api = apiOf({ programs: programsContract });

const EVERY_PROGRAM = { page: undefined, sort_by: undefined, sort_dest: undefined };

type ProgramSelectProps = {
  /** Null where nothing is chosen yet. */
  value: number | null;
  onChange: (program_id: number) => void;
  label?: string;
  /** What 0 is called; null where a program must be chosen. */
  zero?: string | null;
  error?: ReactNode;
  required?: boolean;
};

/** 0 is all of them. A bound admin finds their own, locked, with the reason: the server takes no other. */
export function ProgramSelect(props: ProgramSelectProps) {
  const { value, onChange, label = 'Program', zero = 'All programs', error, required } = props;
  const actor = useActor();
  const bound = !isGlobal(actor);
  const query = useQuery(
    api.programs.programs.queryOptions({ input: EVERY_PROGRAM, enabled: !bound, staleTime: 300_000 }),
  );
  if (bound) return <LockedProgram label={label} />;

  const programs = (query.data?.programs ?? []).map((program) => ({
    value: String(program.id),
    label: program.program_display_name,
  }));
  const options = zero === null ? programs : [{ value: '0', label: zero }, ...programs];
  const known = value === null || options.some((option) => option.value === String(value));
  const unnamed = { value: String(value), label: query.isPending ? '…' : `Program ${value}` };
  return (
    <Choice
      label={label}
      error={error}
      required={required}
      placeholder="Choose a program"
      data={known ? options : [...options, unnamed]}
      value={value === null ? null : String(value)}
      onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
      allowDeselect={false}
      {...choicesOf(query, 'No program has this name')}
    />
  );
}

/** The program that a list is of, 0 for all: the chosen one, or the person's own. */
export function useProgramFilter(chosen: number): number {
  const actor = useActor();
  return isGlobal(actor) ? chosen : actor.program_id;
}

function LockedProgram({ label }: { label: string }) {
  const { program_display_name: name, program_id } = useSignedInUser();
  return (
    <TextInput
      label={label}
      value={name ?? `Program ${program_id}`}
      description="Your account works on this program alone"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      leftSection={<IconLock size={14} aria-hidden />}
      disabled
      readOnly
    />
  );
}
