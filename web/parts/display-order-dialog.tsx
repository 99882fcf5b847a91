import { z } from 'zod';
import { wholeNumber } from '../../core/fields.ts';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { NumberField } from '../ui/form/number-field.tsx';
import { useSchemaForm } from '../ui/form/schema-form.ts';
import { ProgramName } from './program-name.tsx';

const schema = z.object({ place: wholeNumber(0, 2_147_483_647).nullable() });

type DisplayOrderDialogProps = {
  of: string;
  program_id: number;
  place: number | null;
  onSave: (place: number | null) => Promise<unknown>;
  onClose: () => void;
};

/** Sets a record's display order in one program; without one, which is 0, it follows those that have one. */
export function DisplayOrderDialog(props: DisplayOrderDialogProps) {
  const { of, program_id, place, onSave, onClose } = props;
  const form = useSchemaForm({ schema, initialValues: { place: place || null } });
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
        description="Lowest first. 0 or blank: no place, listed after all others."
        step={1}
        data-autofocus
        {...form.amount('place')}
      />
    </FormDialog>
  );
}
