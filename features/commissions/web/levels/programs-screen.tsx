import { Text } from '@mantine/core';
import { ListPage } from '../../../../web/parts/list-page.tsx';
import { ProgramFilter } from '../../../../web/parts/program-select.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../../web/ui/address.ts';
import { TickFilter } from '../../../../web/ui/chooser/tick-filter.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import { calls } from '../calls.ts';
import { cardDialogs } from '../cards/card-dialogs.ts';
import { GroupList } from '../cards/group-list.tsx';
import { programLevel } from './program-level.ts';

const schema = { page: addressPage, program_id: addressId, waiting: addressChoice(['1']), ...cardDialogs };

export function ProgramsScreen() {
  const address = useAddress(schema);
  const { change } = address;
  const { program_id, waiting } = address.state;
  const list = useList({
    address,
    filters: { program_id: 0, waiting: undefined },
    query: (input) => calls.programCommissions.queryOptions({ input }),
    rows: 'programs',
    csv: (polled) => calls.programCommissionsCsv.call({ ...polled, program_id, waiting: waiting ?? '' }),
    noun: ['program', 'programs'],
    purpose: 'Each program has its own split here. It appears once the program is added under Programs.',
  });

  return (
    <ListPage
      {...list.page}
      title="Program commission"
      filters={
        <>
          <ProgramFilter value={program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <TickFilter
            label="Recalculation pending"
            value={waiting}
            onChange={(waiting) => change({ waiting })}
          />
        </>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        Applies to instructors and classes without their own split. Missing types are inherited from the site.
      </Text>
      <GroupList level={programLevel} address={address} {...list.cards} />
    </ListPage>
  );
}
