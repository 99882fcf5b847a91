import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import type { FieldWords } from '../../../web/ui/field-words.ts';
import { FormDialog } from '../../../web/ui/form-dialog.tsx';
import { type Category, calls, readCategory, reloadCategories } from './category-calls.ts';
import { mayAssign } from './category-permissions.ts';

type Values = {
  name: string;
  active: boolean;
  program_id: number;
  auto_assign: boolean;
  assign_to_all: boolean;
  updated_at?: string;
};

type EditCategoryDialogProps = {
  /** Null for a new one. */
  category: Category | null;
  /** The category that a new one stands under; null for a top-level one. */
  parent: Category | null;
  /** The program of a new one, 0 for the global site. */
  program_id: number;
  onClose: () => void;
};

/** A 400 stays in a toast until it is closed, any other failure is shown here alone (section 8). */
export function EditCategoryDialog({ category, parent, program_id, onClose }: EditCategoryDialogProps) {
  const actor = useActor();
  const form = useForm<Values>({
    initialValues: category
      ? valuesOf(category)
      : { ...NEW_CATEGORY, program_id: parent?.program_id ?? program_id },
    validate: { name: (typed) => (typed.trim() ? null : 'Enter a name') },
  });

  const save = async ({ auto_assign, assign_to_all, ...rest }: Values) => {
    // A field that the person is not shown is not sent either: the server takes it from superadmins alone.
    const plain = mayAssign(actor) ? { ...rest, auto_assign } : rest;
    if (category) await calls.updateGiftCategory.call({ id: category.id, data: plain });
    else
      await calls.createGiftCategory.call({
        data: { ...plain, parent_id: parent?.id ?? null, ...(mayAssign(actor) && { assign_to_all }) },
      });
    await reloadCategories();
  };
  const latest = async () => {
    if (!category) return null;
    void reloadCategories();
    return valuesOf(await readCategory(category.id, 0));
  };

  return (
    <FormDialog
      title={titleOf(category, parent)}
      form={form}
      onSave={save}
      onClose={onClose}
      failures="toast400"
      wrapper="data"
      latest={category ? latest : undefined}
      words={(field) => WORDS[field as keyof Values]}
    >
      <TextInput
        label="Name"
        required
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ProgramSelect
        zero="Global site"
        value={form.values.program_id}
        onChange={(chosen) => form.setFieldValue('program_id', chosen)}
        error={form.errors.program_id}
      />
      <Checkbox label="Active" {...form.getInputProps('active', { type: 'checkbox' })} />
      {mayAssign(actor) && (
        <>
          <Checkbox
            label="Assign to all new program sites"
            {...form.getInputProps('auto_assign', { type: 'checkbox' })}
          />
          {!category && (
            <Checkbox
              label="Assign to all existing program sites"
              {...form.getInputProps('assign_to_all', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

const WORDS: Partial<Record<keyof Values, ReturnType<FieldWords>>> = {
  program_id: { label: 'Program', show: (id) => <ProgramName id={Number(id)} /> },
  auto_assign: { label: 'Assign to all new program sites' },
};

const NEW_CATEGORY = { name: '', active: true, auto_assign: false, assign_to_all: false };

function valuesOf({ name, active, program_id, auto_assign, updated_at }: Category): Values {
  return { name, active: active === 1, program_id, auto_assign, assign_to_all: false, updated_at };
}

function titleOf(category: Category | null, parent: Category | null): string {
  if (category) return category.parent_id === null ? 'Edit category' : 'Edit subcategory';
  return parent ? `Add subcategory: ${parent.name}` : 'Add category';
}
