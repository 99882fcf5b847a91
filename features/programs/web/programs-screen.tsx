import { ListPage } from '../../../web/parts/list-page.tsx';
import { useActor, useMayAccess } from '../../../web/session.tsx';
import { addressChoice, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { TextFilter } from '../../../web/ui/chooser/text-filter.tsx';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { PROGRAM_SORTS, programsContract } from '../contract.ts';
import type { Program } from '../program-schemas.ts';
import { calls } from './calls.ts';
import { ProgramActions } from './program-actions.tsx';
import { PROGRAM_COLUMNS } from './program-columns.tsx';
import { programDialogs } from './program-dialogs.ts';

const shape = {
  page: addressPage,
  name: addressText,
  sort_by: addressChoice(PROGRAM_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...programDialogs.address,
};

export function ProgramsScreen() {
  const actor = useActor();
  const address = useAddress(shape);
  const mayAdd = useMayAccess(programsContract.createProgram['~orpc'].meta.access);
  const list = useList({
    address,
    filters: { name: '' },
    query: (asked) => calls.programs.queryOptions({ input: { ...asked, status: 'all' } }),
    rows: 'programs',
    noun: ['program', 'programs'],
    purpose: 'A program is a site of its own, with its classes, users and money. Add one to begin.',
    sorts: PROGRAM_SORTS,
    order: { by: 'program_display_name', dest: 'asc' },
    adds: true,
  });
  // The list knows less of a program than its dialogs do: they read it.
  const dialogs = programDialogs.useDialogs(address, () => undefined, {});
  const add = mayAdd && <CreateButton onClick={() => dialogs.open('add')}>Add program</CreateButton>;

  return (
    <ListPage
      {...list.page}
      csv={(polled) => calls.programsCsv.call({ ...polled, name: address.state.name })}
      title="Site programs"
      everyProgram
      actions={add}
      filters={
        <TextFilter
          label="Program name or ID"
          value={address.state.name}
          onChange={(name) => address.change({ name })}
        />
      }
    >
      <DataTable
        {...list.table}
        caption="Site programs"
        columns={[
          ...PROGRAM_COLUMNS,
          actionsColumn<Program>((program) => (
            <ProgramActions
              actor={actor}
              program={program}
              onOpen={(which) => dialogs.open(which, program.id)}
            />
          )),
        ]}
        first={add}
      />
      {dialogs.element}
    </ListPage>
  );
}
