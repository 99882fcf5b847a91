import { Checkbox, TextInput } from '@mantine/core';
import { blankOf } from '../../../core/nouns/field-set.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { PROGRAM_WORD } from '../../../web/parts/program-name.tsx';
import { useProgramOfNew, useSaveLabel } from '../../../web/parts/program-of-new.ts';
import { ProgramField } from '../../../web/parts/program-select.tsx';
import type { DialogTitle } from '../../../web/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { capital, wordsOf } from '../../../web/ui/form/field-words.ts';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { newSiteCategory, SITE_CATEGORY_FIELDS } from '../contract.ts';
import { type Category, calls, readCategory, reload } from './calls.ts';

type Values = Omit<FormValues<typeof newSiteCategory, { program_id: number }>, 'parent_id'>;

export function EditCategoryDialog({ record: category, onClose }: DialogProps<Category>) {
  const { id, category_name, parent_id } = category;
  const latest = async () => {
    void reload();
    return valuesFrom(BLANK, await readCategory(id, 0));
  };
  return (
    <CategoryForm
      title={parent_id === null ? 'Edit category' : 'Edit subcategory'}
      name={category_name}
      id={id}
      values={valuesFrom(BLANK, category)}
      save={(data) => calls.updateSiteCategory.call({ id, data })}
      latest={latest}
      onClose={onClose}
    />
  );
}

export function AddCategoryDialog({ onClose }: DialogProps<null>) {
  const program_id = useProgramOfNew(0);
  return (
    <CategoryForm
      title="Add category"
      values={{ ...BLANK, program_id }}
      save={create(null)}
      onClose={onClose}
    />
  );
}

export function AddSubcategoryDialog({ record: parent, onClose }: DialogProps<Category>) {
  return (
    <CategoryForm
      title="Add subcategory"
      name={parent.category_name}
      values={{ ...BLANK, program_id: parent.program_id }}
      save={create(parent.id)}
      onClose={onClose}
    />
  );
}

function create(parent_id: number | null) {
  return (data: Values) => calls.createSiteCategory.call({ data: { ...data, parent_id } });
}

type CategoryFormProps = DialogTitle & {
  id?: number;
  values: Values;
  save: (data: Values) => Promise<{ category: { id: number } }>;
  latest?: () => Promise<Values>;
  onClose: () => void;
};

function CategoryForm({ title, name, id, values, save, latest, onClose }: CategoryFormProps) {
  const form = useSchemaForm({ schema: newSiteCategory, fields: FIELDS, initialValues: values });
  const saveLabel = useSaveLabel({ program_id: form.values.program_id, isNew: !latest });
  return (
    <FormDialog
      title={title}
      name={name}
      form={form}
      saveLabel={saveLabel}
      onSave={async (data) => {
        const saved = await save(data);
        await reload();
        return saved.category;
      }}
      onClose={onClose}
      failures="toast400"
      savedText={latest ? undefined : `${capital(title.slice('Add '.length))} added`}
      added={latest ? undefined : ({ id }) => ({ to: '/categories', id })}
      wrapper="data"
      latest={latest}
      words={WORDS}
    >
      {id !== undefined && <TextInput label="ID" value={id} readOnly variant="filled" />}
      <TextInput autoComplete="off" data-autofocus {...form.text('category_name')} />
      <ProgramField zero="Global site" {...form.getInputProps('program_id')} />
      <Checkbox {...form.tick('status')} />
      {id !== undefined && (
        <Checkbox
          description="Hidden from lists. Only possible when it's empty."
          {...form.tick('del_flag')}
        />
      )}
    </FormDialog>
  );
}

const { parent_id: _, ...FIELDS } = SITE_CATEGORY_FIELDS;

const WORDS = wordsOf(FIELDS, {
  program_id: PROGRAM_WORD,
});

const BLANK: Values = { ...blankOf(FIELDS), program_id: 0 };
