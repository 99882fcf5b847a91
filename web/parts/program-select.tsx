import { TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { isGlobal } from '../../core/access.ts';
import { chooseProgram } from '../program/program-of-tab.ts';
import { useActor, useSignedInUser } from '../session.tsx';
import { Choice } from '../ui/chooser/choice.tsx';
import { choicesOf } from '../ui/chooser/choices-of.ts';
import { usePrograms } from './programs.ts';

type ProgramSelectProps = {
  /** Optional, so that `form.getInputProps` can be spread. */
  value?: number | null;
  onChange: (program_id: number) => void;
  label?: string;
  /** Label of 0; null where a program must be chosen. */
  zero?: string | null;
  error?: ReactNode;
  required?: boolean;
  onClose?: () => void;
};

/** The Program filter of a list. It is the switcher's program in another place: what is chosen here is kept as there. */
export function ProgramFilter({ onChange, ...props }: ProgramSelectProps) {
  const choose = (program_id: number) => {
    chooseProgram(program_id);
    onChange(program_id);
  };
  return <ProgramSelect {...props} onChange={choose} />;
}

/** A choice of any program: 0 is all of them, and inactive ones come last. */
export function ProgramSelect(props: ProgramSelectProps) {
  return <ProgramChoice {...props} offers={() => true} />;
}

/** A record's program; an inactive one is offered only where the record has it already. */
export function ProgramField(props: ProgramSelectProps) {
  const [begun] = useState(props.value);
  return <ProgramChoice {...props} offers={(id) => id === begun} />;
}

type ProgramChoiceProps = ProgramSelectProps & {
  offers: (id: number) => boolean;
};

/** A choice of programs; a bound admin's own is locked, with the reason, as the server accepts no other. */
function ProgramChoice(props: ProgramChoiceProps) {
  const { value = null, onChange, label = 'Program', zero = 'All programs', error, required } = props;
  const { offers, onClose } = props;
  const actor = useActor();
  const bound = !isGlobal(actor);
  const query = usePrograms({ enabled: !bound });
  if (bound) return <LockedProgram label={label} />;

  const all = query.data?.programs ?? [];
  const programs = [
    ...all.filter(({ status }) => status === 1),
    ...all.filter(({ id, status }) => status !== 1 && offers(id)),
  ].map(({ id, program_display_name: name, status }) => ({
    value: String(id),
    label: status === 1 ? name : `${name} (inactive)`,
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
      onDropdownClose={onClose}
    />
  );
}

/** Returns the program of a list, 0 for all: the chosen one, or the person's own. */
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
      description="Your account is limited to this program"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      leftSection={<IconLock size={14} aria-hidden />}
      disabled
      readOnly
    />
  );
}
