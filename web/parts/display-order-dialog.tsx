import { z } from 'zod';
import { sortOrder } from '../../core/fields.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { useSchemaForm } from '../ui/schema-form.ts';
import { ProgramName } from './program-name.tsx';

const schema = z.object({ sort_order: sortOrder });

type DisplayOrderDialogProps = {
  /** What is put into its place: "Summer draw". */
  of: string;
  program_id: number;
  sort_order: number | null;
  onSave: (sort_order: number | null) => Promise<unknown>;
  onClose: () => void;
};

/** The place of something in the order of one program; none puts it behind those that have one. */
export function DisplayOrderDialog({ of, program_id, sort_order, onSave, onClose }: DisplayOrderDialogProps) {
  const form = useSchemaForm({ schema, initialValues: { sort_order } });
  return (
    <FormDialog
      title="Display order"
      name={of}
      form={form}
      onSave={(values) => onSave(values.sort_order)}
      onClose={onClose}
      failures="inline"
      savedText="Success!"
      size="sm"
    >
      <NumberField
        label={
          <>
            Place in <ProgramName id={program_id} />
          </>
        }
        description="From 0, the lowest first. Left empty, it stands behind all that have a place."
        step={1}
        data-autofocus
        {...form.amount('sort_order')}
      />
    </FormDialog>
  );
}
