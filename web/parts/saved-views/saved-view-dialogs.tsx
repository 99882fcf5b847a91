import { Button, Checkbox, Group, Switch, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { isGlobal } from '../../../core/access.ts';
import {
  type ListScreen,
  newView,
  type SavedView,
  viewChange,
} from '../../../features/saved-views/contract.ts';
import { useActor, useSignedInUser } from '../../session.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useSchemaForm } from '../../ui/form/schema-form.ts';
import { RowActions } from '../../ui/table/row-actions.tsx';
import { calls, reload } from './saved-view-calls.ts';
import classes from './saved-views.module.css';

type SaveViewDialogProps = {
  screen: ListScreen;
  search: string;
  onClose: () => void;
};

export function SaveViewDialog({ screen, search, onClose }: SaveViewDialogProps) {
  const form = useSchemaForm({
    schema: newView,
    initialValues: { name: '', shared: false },
    bodyOf: (values) => ({ ...values, screen, search }),
  });
  return (
    <FormDialog
      title="Save view"
      form={form}
      onSave={async (values) => {
        await calls.createView.call({ data: form.bodyOf(values) });
        await reload();
      }}
      onClose={onClose}
      failures="inline"
      savedText="View saved"
      wrapper="data"
    >
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.text('name')} />
      <Sharing {...form.getInputProps('shared', { type: 'checkbox' })} />
      <Text size="sm" c="dimmed">
        Saves current filters and sorting.
      </Text>
    </FormDialog>
  );
}

type EditViewsDialogProps = {
  screen: ListScreen;
  views: readonly SavedView[];
  now: string;
  onClose: () => void;
};

export function EditViewsDialog({ screen, views, now, onClose }: EditViewsDialogProps) {
  const [chosen, setChosen] = useState<{ view: SavedView; to: 'edit' | 'remove' } | null>(null);
  const back = () => setChosen(null);
  return (
    <Dialog title="Edit views" onClose={onClose} closeOnEscape={chosen === null}>
      <ul className={classes.list} aria-label="Views">
        {views
          .filter(({ may_edit }) => may_edit)
          .map((view) => (
            <li key={view.id}>
              <div className={classes.name}>
                <bdi>{view.name}</bdi>
                {view.shared && (
                  <Text size="xs" c="dimmed">
                    Shared by {view.mine ? 'you' : view.made_by}
                  </Text>
                )}
              </div>
              <RowActions
                of={view.name}
                actions={[
                  {
                    label: 'Edit',
                    icon: <IconPencil size={16} aria-hidden />,
                    onClick: () => setChosen({ view, to: 'edit' }),
                  },
                  {
                    label: 'Remove',
                    icon: <IconTrash size={16} aria-hidden />,
                    removes: true,
                    onClick: () => setChosen({ view, to: 'remove' }),
                  },
                ]}
              />
            </li>
          ))}
      </ul>
      <DialogFooter>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </DialogFooter>
      {chosen?.to === 'edit' && (
        <EditViewDialog screen={screen} view={chosen.view} now={now} onClose={back} />
      )}
      {chosen?.to === 'remove' && <RemoveViewDialog view={chosen.view} onClose={back} />}
    </Dialog>
  );
}

type EditViewDialogProps = { screen: ListScreen; view: SavedView; now: string; onClose: () => void };

function EditViewDialog({ screen, view, now, onClose }: EditViewDialogProps) {
  const { id, mine } = view;
  const form = useSchemaForm({
    schema: viewChange,
    initialValues: valuesOf(view),
    bodyOf: ({ anew, ...values }: ViewValues) => ({ ...values, ...(anew && { search: now }) }),
  });
  return (
    <FormDialog
      title="Edit view"
      name={view.name}
      form={form}
      onSave={async (values) => {
        await calls.updateView.call({ id, data: form.bodyOf(values) });
        await reload();
      }}
      onClose={onClose}
      failures="inline"
      wrapper="data"
      latest={async () => {
        const { views } = await calls.views.call({ screen });
        const found = views.find((one) => one.id === id);
        return found ? valuesOf(found) : null;
      }}
      words={(field) => ({ anew: { label: 'Filters and sorting' } })[field]}
    >
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.text('name')} required />
      {mine && <Sharing {...form.getInputProps('shared', { type: 'checkbox' })} />}
      <Checkbox
        label="Replace with current filters and sorting"
        {...form.getInputProps('anew', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}

type ViewValues = { name: string; shared: boolean; anew: boolean; updated_at?: string };

function valuesOf({ name, shared, updated_at }: SavedView): ViewValues {
  return { name, shared, anew: false, updated_at };
}

function RemoveViewDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Remove view"
      name={view.name}
      confirmLabel="Remove"
      busyLabel="Removing…"
      danger
      onConfirm={async () => {
        await calls.deleteView.call({ id: view.id });
        await reload();
      }}
      onClose={onClose}
    >
      {view.shared ? 'The view is removed for everyone who uses it.' : 'The list is not affected.'}
    </ConfirmDialog>
  );
}

type SharingProps = ReturnType<ReturnType<typeof useSchemaForm>['getInputProps']>;

function Sharing(props: SharingProps) {
  const actor = useActor();
  const { program_display_name } = useSignedInUser();
  return (
    <Switch
      label="Shared"
      description={
        isGlobal(actor)
          ? 'Share with all-program staff'
          : `With all who work for ${program_display_name ?? 'this program'}`
      }
      {...props}
    />
  );
}
