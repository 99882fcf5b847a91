import { Button, Group, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';

export function FindCharge({ onFind }: { onFind: (id: number) => void }) {
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState(false);
  const id = Number(/^#?\s*(\d{1,9})$/.exec(typed.trim())?.[1] ?? 0);
  const find = (event: SyntheticEvent) => {
    event.preventDefault();
    setRefused(id === 0);
    if (id > 0) onFind(id);
  };
  return (
    <form onSubmit={find} noValidate>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          aria-label="Find a transaction by ID"
          placeholder="Transaction ID"
          inputMode="numeric"
          autoComplete="off"
          w={150}
          value={typed}
          error={refused && 'Enter a transaction ID'}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setRefused(false);
          }}
        />
        <Button type="submit" variant="default">
          Explain
        </Button>
      </Group>
    </form>
  );
}
