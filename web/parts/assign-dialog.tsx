import { Button, Checkbox, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { SearchField } from '../ui/chooser/search-field.tsx';
import { FormDialog } from '../ui/dialog/form-dialog.tsx';
import { useLoadedForm } from '../ui/form/loaded-form.tsx';
import classes from './assign-dialog.module.css';

export type Assignable = {
  id: number;
  name: string;
  note?: string;
  locked?: boolean;
  below?: readonly Assignable[];
};

export type Assigned = { ids: readonly number[]; updated_at?: string };

type AssignDialogProps = {
  title: string;
  /** Name of the record: "Summer draw". Undefined where the dialog beneath shows it. */
  of?: string;
  /** Noun of the choices, singular and plural: "program", "programs". */
  nouns: readonly [string, string];
  read: () => Promise<Assigned & { choices: readonly Assignable[] }>;
  save: (assigned: { ids: number[]; updated_at?: string }) => Promise<unknown>;
  saveLabel?: string;
  /** Exact text after a save; null where `save` shows it, or nothing is saved yet. */
  savedText?: string | null;
  warning?: (ids: readonly number[]) => ReactNode;
  onClose: () => void;
};

type Values = { ids: readonly number[]; choices: readonly Assignable[]; updated_at?: string };

export function AssignDialog(props: AssignDialogProps) {
  const { title, of, nouns, read, save, saveLabel, savedText = 'Success!', warning, onClose } = props;
  const inOrder = async (): Promise<Values> => {
    const { ids, ...rest } = await read();
    return { ...rest, ids: sorted(ids) };
  };
  const { form, ready, instead } = useLoadedForm<Values>(inOrder, { ids: [], choices: [] });
  const [one, noun] = nouns;
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const { ids, choices } = form.values;
  const shown = matching(choices, search.trim().toLowerCase());
  const free = flat(shown).filter(({ locked }) => !locked);
  const ticked = new Set([...ids, ...flat(choices).flatMap(({ id, locked }) => (locked ? [id] : []))]);

  const tick = (some: readonly Assignable[], on: boolean) => {
    const these = new Set(some.map(({ id }) => id));
    const others = ids.filter((id) => !these.has(id));
    form.setFieldValue('ids', sorted(on ? [...others, ...these] : others));
    setOpen(false);
  };
  const seek = (text: string) => {
    setSearch(text);
    setOpen(text.trim() !== '');
  };
  /** Enter chooses the first hit, as in every chooser; a chosen one stays so. */
  const takeFirst = () => {
    const text = search.trim().toLowerCase();
    const first = free.find((choice) => finds(choice, text));
    if (first && open) tick([first], true);
  };
  const row = (choice: Assignable) => (
    <Checkbox
      label={choice.name}
      description={choice.note}
      checked={ticked.has(choice.id)}
      disabled={choice.locked}
      onChange={(event) => tick([choice], event.currentTarget.checked)}
    />
  );

  return (
    <FormDialog
      title={title}
      name={of}
      form={form}
      changed={() => changed(choices, form.getInitialValues().ids, ids)}
      ready={ready}
      onSave={(values) => save({ ids: [...values.ids], updated_at: values.updated_at })}
      latest={inOrder}
      onClose={onClose}
      failures="inline"
      saveLabel={saveLabel}
      savedText={savedText ?? undefined}
    >
      {instead ?? (
        <>
          <SearchField
            label={`Search ${noun}`}
            data-autofocus
            value={search}
            onChange={seek}
            onEnter={takeFirst}
            isUnclear={open}
          />
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" role="status">
              {ticked.size} of {flat(choices).length} {flat(choices).length === 1 ? one : noun}
              {search.trim() !== '' && `, ${flat(shown).length} shown`}
            </Text>
            <Group gap={4}>
              <Button size="compact-xs" variant="subtle" onClick={() => tick(free, true)}>
                Tick {search.trim() ? 'shown' : 'all'}
              </Button>
              <Button size="compact-xs" variant="subtle" onClick={() => tick(free, false)}>
                Untick {search.trim() ? 'shown' : 'all'}
              </Button>
            </Group>
          </Group>
          {shown.length === 0 && (
            <Text size="sm">{choices.length === 0 ? `There are no ${noun} yet` : 'No results'}</Text>
          )}
          <ul className={classes.list} aria-label={noun}>
            {shown.map((choice) => (
              <li key={choice.id}>
                {row(choice)}
                {choice.below && choice.below.length > 0 && (
                  <ul className={classes.below} aria-label={`Below ${choice.name}`}>
                    {choice.below.map((lower) => (
                      <li key={lower.id}>{row(lower)}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ul>
          {ready && warning?.(ids)}
        </>
      )}
    </FormDialog>
  );
}

/** Returns choices whose name matches, with all below, and those with a match below. */
function matching(choices: readonly Assignable[], text: string): readonly Assignable[] {
  if (text === '') return choices;
  return choices.flatMap((choice) => {
    if (finds(choice, text)) return [choice];
    const below = choice.below?.filter((lower) => finds(lower, text)) ?? [];
    return below.length > 0 ? [{ ...choice, below }] : [];
  });
}

function finds({ id, name }: Assignable, text: string): boolean {
  return name.toLowerCase().includes(text) || String(id) === text || `#${id}` === text;
}

function changed(
  choices: readonly Assignable[],
  before: readonly number[],
  now: readonly number[],
): string[] {
  return flat(choices)
    .filter(({ id }) => before.includes(id) !== now.includes(id))
    .map(({ name }) => name);
}

function flat(choices: readonly Assignable[]): Assignable[] {
  return choices.flatMap((choice) => [choice, ...(choice.below ?? [])]);
}

function sorted(ids: readonly number[]): number[] {
  return [...new Set(ids)].toSorted((a, b) => a - b);
}
