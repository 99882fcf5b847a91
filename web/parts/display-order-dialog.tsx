import { useForm } from '@mantine/form';
import { FormDialog } from '../ui/form-dialog.tsx';
import { NumberField } from '../ui/number-field.tsx';

const LARGEST_PLACE = 2_147_483_647;

type DisplayOrderDialogProps = {
  /** What is put into its place: "Summer draw". */
  of: string;
  /** The program whose order it is. */
  program: string;
  sort_order: number | null;
  onSave: (sort_order: number | null) => Promise<unknown>;
  onClose: () => void;
};

/** The place of something in the order of one program; none puts it behind those that have one. */
export function DisplayOrderDialog({ of, program, sort_order, onSave, onClose }: DisplayOrderDialogProps) {
  const form = useForm<{ sort_order: number | null }>({ initialValues: { sort_order } });
  return (
    <FormDialog
      title={`Display order: ${of}`}
      form={form}
      onSave={(values) => onSave(values.sort_order)}
      onClose={onClose}
      failures="inline"
      savedText="Success!"
      size="sm"
    >
      <NumberField
        label={`Place in ${program}`}
        description="From 0, the lowest first. Left empty, it stands behind all that have a place."
        step={1}
        max={LARGEST_PLACE}
        data-autofocus
        {...form.getInputProps('sort_order')}
        value={form.values.sort_order}
      />
    </FormDialog>
  );
}
