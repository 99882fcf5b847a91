import { z } from 'zod';
import { sortOrder } from '../../core/fields.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NumberField } from '../ui/number-field.tsx';
import { useSchemaForm } from '../ui/schema-form.ts';
import { ProgramName } from './program-name.tsx';

const schema = z.object({ place: sortOrder });

type DisplayOrderDialogProps = {
  /** What is put into its place: "Summer draw". */
  of: string;
  program_id: number;
  place: number | null;
  /** What a place means, where an empty field is not behind all others. */
  hint?: string;
  onSave: (place: number | null) => Promise<unknown>;
  onClose: () => void;
};

/** The place of something in the order of one program; none puts it behind those that have one. */
export function DisplayOrderDialog(props: DisplayOrderDialogProps) {
  const { of, program_id, place, hint = LAST, onSave, onClose } = props;
  const form = useSchemaForm({ schema, initialValues: { place } });
  return (
    <FormDialog
      title="Display order"
      name={of}
      form={form}
      onSave={(values) => onSave(values.place)}
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
        description={hint}
        step={1}
        data-autofocus
        {...form.amount('place')}
      />
    </FormDialog>
  );
}

const LAST = 'From 0, the lowest first. Left empty, it stands behind all that have a place.';
