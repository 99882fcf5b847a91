import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { Dialog, DialogFooter } from '../../../web/ui/dialog/dialog.tsx';
import type { Category } from './calls.ts';

export function CategoryDetailsDialog({ record: category, onClose }: DialogProps<Category>) {
  const field = (label: string, value: string | number) => (
    <TextInput label={label} value={value} readOnly variant="filled" />
  );
  return (
    <Dialog title="Category" name={category.category_name} onClose={onClose} small>
      <Stack gap="sm">
        {field('ID', category.id)}
        {field('Category name', category.category_name)}
        {field('Active', category.status ? 'On' : 'Off')}
        <DialogFooter>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
          </Group>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
