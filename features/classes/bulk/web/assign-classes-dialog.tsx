import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePrograms } from '../../../../web/parts/programs.ts';
import { choicesOf } from '../../../../web/ui/chooser/choices-of.ts';
import { MultiChoice } from '../../../../web/ui/chooser/multi-choice.tsx';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import { Failure } from '../../../../web/ui/failure.ts';
import { NumberField } from '../../../../web/ui/form/number-field.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import type { Selection } from '../../../../web/ui/table/row-selection.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import type { CategoryLosses } from '../../links-contract.ts';
import type { BulkAssignment } from '../contract.ts';
import { AssignmentMatrix } from './assignment-matrix.tsx';
import { calls } from './calls.ts';

type AssignClassesDialogProps = {
  selection: Selection;
  filter: BulkAssignment['filter'];
  onChanged: () => Promise<unknown>;
  onAssigned: () => void;
  onClose: () => void;
};

export function AssignClassesDialog(props: AssignClassesDialogProps) {
  const { selection, filter, onChanged, onAssigned, onClose } = props;
  const [count, setCount] = useState('all' in selection ? selection.all : selection.ids.size);
  const form = useForm({ initialValues: { program_ids: [] as string[], discount_percentage: 0 } });
  const { program_ids, discount_percentage } = form.values;
  const classes = 'all' in selection ? { filter, count } : { class_ids: [...selection.ids] };
  const wish = { ...classes, program_ids: program_ids.map(Number), discount_percentage };
  const [asked] = useDebouncedValue(JSON.stringify(wish), 300);
  const programs = usePrograms();
  const all = programs.data;
  const preview = useQuery({
    queryKey: ['bulk preview', asked],
    queryFn: () => calls.assignClasses.call({ ...wish, dry_run: true }),
    enabled: program_ids.length > 0 && asked === JSON.stringify(wish),
    gcTime: 0,
    retry: false,
  });
  const { data } = preview;
  const seen = program_ids.length > 0 && asked === JSON.stringify(wish) ? data : undefined;
  // A number that has changed meanwhile is told, and is what the next try is about.
  const take = (error: unknown): never => {
    if (error instanceof Failure && error.count !== null) setCount(error.count);
    throw error;
  };

  return (
    <FormDialog
      title="Assign to programs"
      name={`${count.toLocaleString()} ${count === 1 ? 'class' : 'classes'}`}
      size="60rem"
      form={form}
      ready={seen !== undefined && seen.linked > 0}
      saveLabel={seen ? `Link ${seen.linked.toLocaleString()}` : 'Link'}
      failures="inline"
      onSave={async () => {
        const done = await calls.assignClasses.call(wish).catch(take);
        const undo = async () => {
          const { unlinked, kept, category_losses } = await calls.undoBulk.call({ id: done.bulk ?? 0 });
          await onChanged();
          const stay = kept > 0 ? `; ${kept} edited since are kept` : '';
          toast(`${counted(unlinked)} undone${stay}${lost(category_losses)}`);
        };
        toast(`${counted(done.linked)} made`, { persistent: true, action: { label: 'Undo', run: undo } });
        onAssigned();
        await onChanged();
      }}
      onClose={onClose}
    >
      <MultiChoice
        label="Programs"
        placeholder={program_ids.length === 0 ? 'Choose programs' : undefined}
        data={(all?.programs ?? [])
          .filter(({ status }) => status === 1)
          .map(({ id, program_display_name }) => ({
            value: String(id),
            label: program_display_name,
          }))}
        openOnFocus={false}
        {...choicesOf(programs, 'No program has this name')}
        {...form.getInputProps('program_ids')}
      />
      <NumberField
        label="Discount in these programs, percent"
        step={1}
        value={discount_percentage}
        onChange={(value) => form.setFieldValue('discount_percentage', value ?? 0)}
        error={form.errors.discount_percentage}
      />
      <Text size="sm" role="status">
        {program_ids.length === 0 && 'Choose programs to see a preview.'}
        {seen &&
          `${counted(seen.linked)} will be made${seen.already > 0 ? `; ${seen.already.toLocaleString()} exist already and don't change` : ''}.`}
      </Text>
      {preview.error && (
        <LoadError
          error={preview.error}
          onRetry={() => {
            if (preview.error instanceof Failure && preview.error.count !== null)
              setCount(preview.error.count);
            else void preview.refetch();
          }}
        />
      )}
      {seen && (
        <AssignmentMatrix
          classes={seen.classes}
          count={seen.count}
          programs={program_ids.map((id) => ({
            id: Number(id),
            name: all?.programs.find((program) => program.id === Number(id))?.program_display_name ?? id,
          }))}
        />
      )}
    </FormDialog>
  );
}

function lost({ count }: CategoryLosses): string {
  if (count === 0) return '';
  return `; ${count.toLocaleString()} ${count === 1 ? 'class' : 'classes'} lost categories`;
}

function counted(links: number): string {
  return `${links.toLocaleString()} ${links === 1 ? 'link' : 'links'}`;
}
