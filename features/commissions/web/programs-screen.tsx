import { Text } from '@mantine/core';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { calls } from './calls.ts';
import { cardDialogs } from './card-dialogs.ts';
import { GroupList } from './group-list.tsx';
import { programLevel } from './program-level.ts';
import { WaitingFilter } from './waiting-filter.tsx';

const schema = { page: addressPage, program_id: addressId, waiting: addressChoice(['1']), ...cardDialogs };

/** The commissions of programs (specification: Program commission). */
export function ProgramsScreen() {
  const address = useAddress(schema);
  const { page, program_id, waiting } = address.state;
  const query = useListQuery(
    calls.programCommissions.queryOptions({
      input: { page, program_id, waiting },
    }),
  );
  const { change } = address;

  return (
    <ListPage
      title="Program commission"
      page={page}
      answer={query}
      noun={query.data?.count === 1 ? 'program' : 'programs'}
      filters={
        <>
          <ProgramSelect value={program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <WaitingFilter value={waiting} onChange={change} />
        </>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        What stands here counts for every instructor and class of the program without a row of their own; a
        type without a row is taken from the site.
      </Text>
      <GroupList
        level={programLevel}
        owners={query.data?.programs}
        query={query}
        address={address}
        nothingYet={page > 1 ? 'No programs on this page' : 'No programs yet'}
        filtered={program_id > 0 || waiting === '1'}
        onClearFilters={() => change({ program_id: 0, waiting: undefined })}
      />
    </ListPage>
  );
}
