import { Button, Group, Text, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { RefObject } from 'react';
import type { TemplateValues } from './use-template-form.ts';

type PlainPartProps = {
  form: UseFormReturnType<TemplateValues>;
  field: RefObject<HTMLTextAreaElement | null>;
  onFocus: () => void;
};

/** Text for readers without HTML: generated from the HTML until it is edited. */
export function PlainPart({ form, field, onFocus }: PlainPartProps) {
  const { plain, by_hand } = form.getValues();
  return (
    <>
      <Textarea
        ref={field}
        label="Plain text"
        autosize
        minRows={10}
        maxRows={24}
        value={plain}
        error={form.errors.plain}
        onFocus={onFocus}
        onChange={(event) => {
          form.setFieldValue('plain', event.currentTarget.value);
          form.setFieldValue('by_hand', true);
        }}
        styles={{ input: { fontFamily: 'ui-monospace, monospace' } }}
      />
      <Group justify="space-between" mt="xs" gap="xs">
        <Text size="xs" c="dimmed">
          {by_hand ? 'Edited by hand. Saving keeps this text.' : 'Generated from the HTML on each save.'}
        </Text>
        {by_hand && (
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              form.setFieldValue('by_hand', false);
              field.current?.focus();
            }}
          >
            Generate again
          </Button>
        )}
      </Group>
    </>
  );
}
