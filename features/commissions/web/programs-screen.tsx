import { Text } from '@mantine/core';
import { apiOf } from '../../../web/api.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { useList } from '../../../web/ui/use-list.ts';
import { commissionsContract } from '../contract.ts';
import { cardDialogs } from './card-dialogs.ts';
import { GroupList } from './group-list.tsx';
import { programLevel } from './program-level.ts';

const api = apiOf({ commissions: commissionsContract });
const schema = { page: addressPage, program_id: addressId, ...cardDialogs };

/** The commissions of programs (specification: Program commission). */
export function ProgramsScreen() {
  const address = useAddress(schema);
  const {
    state: { program_id },
    change,
  } = address;
  const list = useList({
    address,
    filters: { program_id: 0 },
    query: (input) => api.commissions.programCommissions.queryOptions({ input }),
    rows: 'programs',
    noun: ['program', 'programs'],
  });

  return (
    <ListPage
      {...list.page}
      title="Program commission"
      filters={<ProgramSelect value={program_id} onChange={(chosen) => change({ program_id: chosen })} />}
    >
      <Text size="sm" c="dimmed" mb="sm">
        What stands here counts for every instructor and class of the program without a row of their own; a
        type without a row is taken from the site.
      </Text>
      <GroupList level={programLevel} address={address} {...list.cards} />
    </ListPage>
  );
}
