import { Stack } from '@mantine/core';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { ProgramName } from '../../../web/parts/program-name.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { useLoadedForm } from '../../../web/ui/form/loaded-form.tsx';
import type { ListedClass } from '../contract.ts';
import { calls, nameOf, reload } from './calls.ts';
import { LinkFields } from './class-link-fields.tsx';
import { bodyOfLinks, type LinkValues, programOf, valuesOfLinks } from './class-link-form.ts';
import { LostCategories } from './lost-categories.tsx';
import { ProgramChooser } from './program-chooser.tsx';

export function ClassProgramsDialog({ record, onClose }: DialogProps<ListedClass>) {
  const { id } = record;
  const read = async () => valuesOfLinks(await calls.classPrograms.call({ id }));
  const { form, ready, instead } = useLoadedForm<LinkValues>(read, {});
  const stored = form.getInitialValues();
  const links = Object.entries(form.values).flatMap(([key, link]) =>
    link && typeof link === 'object' ? [{ key, link }] : [],
  );
  const takesAway = Object.entries(stored).some(
    ([key, link]) => link && typeof link === 'object' && form.values[key] === undefined,
  );
  return (
    <FormDialog
      title="Assign programs"
      name={nameOf(record)}
      size="xl"
      form={form}
      ready={ready}
      onSave={async (values) => {
        await calls.saveClassPrograms.call({ id, ...bodyOfLinks(values, form.getInitialValues()) });
        await reload();
      }}
      latest={read}
      onClose={onClose}
      failures="toast400"
      savedText="Success!"
      changed={() =>
        Object.keys({ ...stored, ...form.values })
          .filter((key) => JSON.stringify(stored[key]) !== JSON.stringify(form.values[key]))
          .map((key) => nameIn(stored[key] ?? form.values[key]))
      }
      words={(key) => ({
        label: `Program ${programOf(key)}`,
        show: (link) => shownLink(link, programOf(key)),
      })}
    >
      {instead ?? (
        <>
          <ProgramChooser
            added={links.map(({ link }) => link.program_id)}
            onAdd={(key, link) => form.setFieldValue(key, link)}
          />
          {/* One that goes leaves the focus to the one beside it. */}
          <Stack gap="sm">
            {links.map(({ key, link }) => (
              <LinkFields
                key={key}
                link={link}
                onChange={(change) => form.setFieldValue(key, { ...link, ...change })}
                // What can be bought there is switched off and saved first (section 2).
                onRemove={
                  links.length > 1 && !link.home && (stored[key] as typeof link | undefined)?.active !== true
                    ? () => form.setFieldValue(key, undefined)
                    : undefined
                }
              />
            ))}
          </Stack>
          {takesAway && <LostCategories id={id} programs={links.map(({ link }) => link.program_id)} />}
        </>
      )}
    </FormDialog>
  );
}

function nameIn(link: LinkValues[string]): string {
  return link && typeof link === 'object' ? link.program_display_name : '';
}

function shownLink(value: unknown, program_id: number) {
  const link = value as LinkValues[string];
  if (!link || typeof link !== 'object') return 'not sold there';
  const { active, discount_percentage, featured, display_order, tags } = link;
  return (
    <>
      <ProgramName id={program_id} />: {active ? 'on sale' : 'off'}, {discount_percentage ?? 0}% off,{' '}
      {featured ? 'featured' : 'not featured'}, place {display_order || 'none'}, {tags.length} tags
    </>
  );
}
