import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { usePrograms } from '../../../web/parts/programs.ts';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { choicesOf } from '../../../web/ui/chooser/choices-of.ts';
import { refuseUnclear } from '../../../web/ui/chooser/enter-guard.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { type LinkFormValues, newLink } from './class-link-form.ts';

type ProgramChooserProps = {
  added: readonly number[];
  onAdd: (key: string, link: LinkFormValues) => void;
};

export function ProgramChooser({ added, onAdd }: ProgramChooserProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const query = usePrograms();
  // Below the field it would push that away from its button.
  const { description: failed, ...offers } = choicesOf(query, 'No program has this name');
  const options = (query.data?.programs ?? [])
    .filter(({ status }) => status === 1)
    .map(({ id, program_display_name }) => ({
      value: String(id),
      label: program_display_name,
      disabled: added.includes(id),
    }));
  const add = () => {
    const option = options.find(({ value, disabled }) => value === chosen && !disabled);
    if (!option) return;
    onAdd(...newLink(Number(option.value), option.label));
    setChosen(null);
  };
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <Choice
        label="Add a program"
        data-autofocus
        openOnFocus={false}
        placeholder="Choose a program"
        data={options}
        value={chosen}
        onChange={setChosen}
        style={{ flex: 1, minWidth: 0 }}
        error={failed}
        {...offers}
      />
      <Button
        variant="default"
        {...unavailable(chosen === null)}
        onClick={(event) => !refuseUnclear(event.currentTarget.parentElement) && add()}
      >
        Add
      </Button>
    </Group>
  );
}
