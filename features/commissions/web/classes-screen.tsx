import { Text } from '@mantine/core';
import { apiOf } from '../../../web/api.ts';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { TextFilter } from '../../../web/ui/text-filter.tsx';
import { useList } from '../../../web/ui/use-list.ts';
import { commissionsContract } from '../contract.ts';
import { cardDialogs } from './card-dialogs.ts';
import { classLevel } from './class-level.ts';
import { GroupList } from './group-list.tsx';

const api = apiOf({ commissions: commissionsContract });
const schema = {
  page: addressPage,
  instructor_name: addressText,
  name: addressText,
  program_id: addressId,
  ...cardDialogs,
};

/** The commissions of classes (specification: Class commission). */
export function ClassesScreen() {
  const address = useAddress(schema);
  const {
    state: { instructor_name, name, program_id },
    change,
  } = address;
  const list = useList({
    address,
    filters: { instructor_name: '', name: '', program_id: 0 },
    query: (input) => api.commissions.classCommissions.queryOptions({ input }),
    rows: 'classes',
    noun: ['class', 'classes'],
  });

  return (
    <ListPage
      {...list.page}
      title="Class commission"
      filters={
        <>
          <TextFilter
            label="Instructor name"
            value={instructor_name}
            onChange={(typed) => change({ instructor_name: typed })}
          />
          <TextFilter label="Class name" value={name} onChange={(typed) => change({ name: typed })} />
          <ProgramSelect value={program_id} onChange={(chosen) => change({ program_id: chosen })} />
        </>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        A type without a row here is taken from the class's instructor, then from their program, and then from
        the site.
      </Text>
      <GroupList level={classLevel} address={address} {...list.cards} />
    </ListPage>
  );
}
