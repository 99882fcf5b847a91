import { type Assignable, AssignDialog } from '../../../web/parts/assign-dialog.tsx';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { readAssignablePrograms } from '../../../web/parts/programs.ts';
import { toast } from '../../../web/ui/toasts.tsx';
import type { CategoryLosses } from '../../classes/links-contract.ts';
import { calls, nameOf, type Person, reload } from './calls.ts';
import { CategoryLossesAlert } from './category-losses.tsx';

const PROGRAMS = ['program', 'programs'] as const;

/** Sites where a user may sign in: the home program's, those it leads to, and those set here. */
export function SiteProgramsDialog({ record, onClose }: DialogProps<Person>) {
  const { id, site_program } = record;
  const read = async () => {
    const { sites, default_programs, updated_at } = await calls.siteUserSites.call({ id });
    const programs = await readAssignablePrograms([
      ...(site_program === null ? [] : [site_program]),
      ...default_programs,
      ...sites,
    ]);
    const choices = programs.map((program): Assignable => {
      if (program.id === site_program) return { ...program, locked: true, note: 'Home program' };
      return default_programs.includes(program.id)
        ? { ...program, locked: true, note: 'Included with the home program' }
        : program;
    });
    return { ids: sites, updated_at, choices };
  };
  return (
    <AssignDialog
      title="Site programs"
      of={nameOf(record)}
      nouns={PROGRAMS}
      read={read}
      save={async ({ ids, updated_at }) => {
        await calls.saveSiteUserSites.call({ id, programs: ids, updated_at });
        await reload();
      }}
      onClose={onClose}
    />
  );
}

export function ClassProgramsDialog({ record, onClose }: DialogProps<Person>) {
  const { id } = record;
  const read = async () => {
    const { programs: ids, updated_at } = await calls.siteUserPrograms.call({ id });
    return { ids, updated_at, choices: await readAssignablePrograms(ids) };
  };
  return (
    <AssignDialog
      title="Class programs"
      of={nameOf(record)}
      nouns={PROGRAMS}
      read={read}
      save={async ({ ids, updated_at }) => {
        const saved = await calls.saveSiteUserPrograms.call({ id, programs: ids, updated_at });
        await reload();
        toast(
          `${classes(saved.linked)} linked, ${saved.unlinked.toLocaleString('en-US')} unlinked${lost(saved.category_losses)}`,
        );
      }}
      warning={(ids) => <CategoryLossesAlert id={id} programs={ids} />}
      savedText={null}
      onClose={onClose}
    />
  );
}

function lost({ count }: CategoryLosses): string {
  return count > 0 ? `; ${classes(count)} lost categories` : '';
}

function classes(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'class' : 'classes'}`;
}
