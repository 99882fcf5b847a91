import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { localOf, momentOf } from '../../../ui/form/local-moment.ts';

type MomentFormProps = {
  /** ISO moment shown, empty for today. */
  at: string;
  onChoose: (at: string) => void;
};

export function MomentForm({ at, onChoose }: MomentFormProps) {
  const [local, setLocal] = useState(localOf(at));
  const [fault, setFault] = useState<string>();
  return (
    <form
      aria-label="Choose a moment"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = momentOf(local);
        const wrong = faultOf(chosen);
        setFault(wrong);
        if (!wrong) onChoose(chosen);
      }}
    >
      <Group align="flex-start" gap="xs">
        <TextInput
          type="datetime-local"
          label="As of"
          step={60}
          value={local}
          error={fault}
          onChange={(event) => {
            setLocal(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        <Button type="submit" variant="default" mt={{ base: 0, xs: '1.5rem' }}>
          Show
        </Button>
      </Group>
    </form>
  );
}

function faultOf(chosen: string): string | undefined {
  if (chosen === '') return 'Enter a date and a time';
  return Date.parse(chosen) > Date.now() ? 'Choose a moment in the past' : undefined;
}
