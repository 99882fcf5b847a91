import { Alert, Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState } from 'react';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { MAX_NAME } from '../rules.ts';

export type TagRow = {
  id?: number;
  name: string;
  active: boolean;
  is_customer_tag: boolean;
  classes: number;
};

type TagFieldsProps = {
  form: UseFormReturnType<{ tags: TagRow[]; updated_at?: string }>;
  index: number;
  onRemove: (() => void) | undefined;
};

/** One tag; those that classes use are deactivated, not removed. */
export function TagFields({ form, index, onRemove }: TagFieldsProps) {
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const tag = form.values.tags[index];
  if (!tag) return null;
  const at = `tags.${index}` as const;
  const called = tag.name.trim() || `tag ${index + 1}`;
  const many = `${tag.classes} ${tag.classes === 1 ? 'class uses' : 'classes use'} it`;
  const answer = (isOff: boolean) => {
    if (isOff) form.setFieldValue(`${at}.active`, false);
    setAsking(false);
    field.current?.focus();
  };
  return (
    <div role="group" aria-label={`Tag: ${called}`}>
      <Group align="start" gap="sm">
        <TextInput
          ref={field}
          style={{ flex: '1 1 12rem' }}
          aria-label="Name"
          placeholder="Name"
          autoComplete="off"
          maxLength={MAX_NAME}
          data-tag-name
          {...form.getInputProps(`${at}.name`)}
          description={tag.classes > 0 ? many : undefined}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
        <Group gap="md" mih={36}>
          <Checkbox label="Active" {...form.getInputProps(`${at}.active`, { type: 'checkbox' })} />
          <Checkbox
            label="Instructor Tag"
            {...form.getInputProps(`${at}.is_customer_tag`, { type: 'checkbox' })}
          />
          {onRemove && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Remove: ${called}`}
              onClick={() => (tag.classes > 0 ? setAsking(true) : onRemove())}
            >
              Remove
            </Button>
          )}
        </Group>
      </Group>
      {asking && (
        <Alert color="yellow" variant="outline" mt="xs" role="alert">
          <Text size="sm">
            {many}, so “{called}” can't be removed. Deactivate the tag to keep it on these classes and stop
            offering it for others.
          </Text>
          <Group gap="xs" mt="xs">
            <Button ref={focusOnMount} size="xs" variant="default" onClick={() => answer(false)}>
              Keep active
            </Button>
            <Button size="xs" onClick={() => answer(true)}>
              Deactivate tag
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}
