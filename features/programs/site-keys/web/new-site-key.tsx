import { Alert, Button, Checkbox, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SITE_RIGHTS, type SiteRight } from '../../../../core/route.ts';
import { OwnEscape } from '../../../../web/ui/dialog/own-escape.tsx';
import { failureOf, fieldErrorsOf } from '../../../../web/ui/failure.ts';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { useFilled } from '../../web/use-pending-part.ts';
import { DEFAULT_OVERLAP_HOURS, MAX_KEY_NAME, MAX_OVERLAP_HOURS, type SiteKey } from '../contract.ts';
import { calls, reload } from './calls.ts';
import type { MadeKey } from './shown-site-key.tsx';

type NewSiteKeyProps = {
  program_id: number;
  replaced: SiteKey | null;
  onCancel: () => void;
  onFilled: (is: boolean) => void;
  onMade: (made: MadeKey) => void;
};

/** Name and rights of a new key, inside the form of its program: Enter makes the key and saves nothing else. */
export function NewSiteKey({ program_id, replaced, onCancel, onFilled, onMade }: NewSiteKeyProps) {
  const given = { name: replaced?.name ?? '', rights: replaced?.rights ?? [...SITE_RIGHTS] };
  const [name, setName] = useState(given.name);
  const [rights, setRights] = useState<SiteRight[]>(given.rights);
  const [hours, setHours] = useState<number | string>(DEFAULT_OVERLAP_HOURS);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { busy, once } = useOnce();
  const isFilled =
    name !== given.name || rights.length !== given.rights.length || hours !== DEFAULT_OVERLAP_HOURS;
  useFilled(isFilled, onFilled);
  const make = () =>
    once(
      async () => {
        const missing = faultsIn({ name, rights, hours, isReplacing: replaced !== null });
        setErrors(missing);
        if (Object.keys(missing).length > 0) return;
        const { site_key } = await calls.createSiteKey.call({
          id: program_id,
          name,
          rights,
          ...(replaced && { replaces: replaced.id, overlap_hours: Number(hours) }),
        });
        await reload();
        onMade({ name: name.trim(), site_key });
      },
      (error) => {
        const failure = failureOf(error);
        const fields = fieldErrorsOf(failure);
        setErrors(Object.keys(fields).length > 0 ? fields : { '': failure.message });
      },
    );
  const other = errors[''] ?? errors['replaces'];
  return (
    <OwnEscape
      label={replaced ? `Replace ${replaced.name}` : 'New site key'}
      onEscape={onCancel}
      onEnter={() => void make()}
    >
      <Stack gap="xs" mt="sm">
        <TextInput
          ref={focusOnMount}
          label="Name of the key"
          description="Where the key is used, for example the shop or the app"
          maxLength={MAX_KEY_NAME}
          value={name}
          error={errors['name']}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox.Group
          label="Rights"
          value={rights}
          error={errors['rights']}
          onChange={(given) => setRights(SITE_RIGHTS.filter((right) => given.includes(right)))}
        >
          <Group gap="md" mt={4}>
            <Checkbox value="read" label="Read" />
            <Checkbox value="write" label="Write" />
          </Group>
        </Checkbox.Group>
        {replaced && (
          <NumberInput
            label="Hours until the old key ends"
            description={`Until then, both keys work`}
            min={0}
            max={MAX_OVERLAP_HOURS}
            allowDecimal={false}
            value={hours}
            error={errors['overlap_hours']}
            onChange={setHours}
          />
        )}
        {other && (
          <Alert color="red" variant="outline" role="alert">
            <Text size="sm">{other}</Text>
          </Alert>
        )}
        <Group gap="xs">
          <Button size="xs" {...unavailable(busy)} onClick={() => void make()}>
            {busy ? 'Creating…' : replaced ? 'Replace key' : 'Create key'}
          </Button>
          <Button size="xs" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </OwnEscape>
  );
}

type Filled = { name: string; rights: readonly SiteRight[]; hours: number | string; isReplacing: boolean };

function faultsIn({ name, rights, hours, isReplacing }: Filled): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: 'Enter a name' }),
    ...(rights.length === 0 && { rights: 'Choose at least one right' }),
    ...(isReplacing && hours === '' && { overlap_hours: 'Enter the hours' }),
  };
}
