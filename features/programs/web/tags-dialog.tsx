import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import { calls, readSiteProgram, reload, type SiteProgram } from './calls.ts';
import { TagFields, type TagRow } from './tag-fields.tsx';

type TagValues = { tags: TagRow[]; updated_at?: string };

export function TagsDialog({ record: program, onClose }: DialogProps<SiteProgram>) {
  const { id, name } = program;
  const box = useRef<HTMLDivElement>(null);
  const form = useForm<TagValues>({
    initialValues: valuesOf(program),
    validate: ({ tags }) => faultsIn(tags),
  });
  const { tags } = form.values;
  const focusOn = (index: number) =>
    setTimeout(() => {
      const names = box.current?.querySelectorAll<HTMLInputElement>('[data-tag-name]');
      names?.[Math.min(index, names.length - 1)]?.focus();
    });
  const add = () => {
    form.setFieldValue('tags', [...tags, { name: '', active: true, is_customer_tag: false, classes: 0 }]);
    focusOn(tags.length);
  };
  const remove = (index: number) => {
    form.setFieldValue(
      'tags',
      tags.filter((_, at) => at !== index),
    );
    form.clearErrors();
    focusOn(index);
  };
  const save = async (values: TagValues) => {
    const given = values.tags.map(({ id: known, name, active, is_customer_tag }) => ({
      id: known,
      name,
      active,
      is_customer_tag,
    }));
    await calls.saveProgramTags.call({ id, tags: given, updated_at: values.updated_at });
    await reload();
  };
  return (
    <FormDialog
      title="Tags"
      name={name}
      size="lg"
      form={form}
      onSave={save}
      latest={async () => {
        void reload();
        return valuesOf(await readSiteProgram(id));
      }}
      onClose={onClose}
      failures="toast400"
      words={words}
    >
      <Stack ref={box} gap="sm" pt={4}>
        {tags.map((tag, index) => (
          <TagFields
            // A new tag has no id, and none of them moves.
            key={tag.id ?? `new ${index}`}
            form={form}
            index={index}
            onRemove={tags.length > 1 ? () => remove(index) : undefined}
          />
        ))}
      </Stack>
      {tags.length === 0 && (
        <Text size="sm">No tags yet. Classes of the program are grouped by tags on its site.</Text>
      )}
      <Button
        variant="default"
        data-autofocus={tags.length === 0 || undefined}
        leftSection={<IconPlus size={16} aria-hidden />}
        style={{ alignSelf: 'start' }}
        onClick={add}
      >
        Add tag
      </Button>
    </FormDialog>
  );
}

function valuesOf({ tags, updated_at }: SiteProgram): TagValues {
  const rows = tags.map((tag) => ({
    ...tag,
    active: tag.active === 1,
    is_customer_tag: tag.is_customer_tag === 1,
  }));
  return { tags: rows, updated_at };
}

function faultsIn(tags: readonly TagRow[]): Record<string, string> {
  const nameOf = ({ name }: TagRow) => name.trim().normalize('NFC').toLowerCase();
  const faults = tags.flatMap((tag, index) => {
    if (nameOf(tag) === '') return [[`tags.${index}.name`, 'Enter a name']];
    const isTwice = tags.slice(0, index).some((earlier) => nameOf(earlier) === nameOf(tag));
    return isTwice ? [[`tags.${index}.name`, 'A tag with this name already exists']] : [];
  });
  return Object.fromEntries(faults) as Record<string, string>;
}

const words: FieldWords = () => ({
  label: 'The list of tags',
  show: (tags) =>
    (tags as TagRow[]).map(({ name, active }) => (active ? name : `${name} (inactive)`)).join(', '),
});
