import { Text } from '@mantine/core';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { TextFilter } from '../../../web/ui/text-filter.tsx';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { calls } from './calls.ts';
import { cardDialogs } from './card-dialogs.ts';
import { classLevel } from './class-level.ts';
import { GroupList } from './group-list.tsx';
import { WaitingFilter } from './waiting-filter.tsx';

const schema = {
  page: addressPage,
  instructor_name: addressText,
  name: addressText,
  program_id: addressId,
  waiting: addressChoice(['1']),
  ...cardDialogs,
};

/** The commissions of classes (specification: Class commission). */
export function ClassesScreen() {
  const address = useAddress(schema);
  const { page, instructor_name, name, program_id, waiting } = address.state;
  const query = useListQuery(
    calls.classCommissions.queryOptions({
      input: { page, instructor_name, name, program_id, waiting },
    }),
  );
  const { change } = address;

  return (
    <ListPage
      title="Class commission"
      page={page}
      answer={query}
      noun={query.data?.count === 1 ? 'class' : 'classes'}
      filters={
        <>
          <TextFilter
            label="Instructor name"
            value={instructor_name}
            onChange={(typed) => change({ instructor_name: typed })}
          />
          <TextFilter label="Class name" value={name} onChange={(typed) => change({ name: typed })} />
          <ProgramSelect value={program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <WaitingFilter value={waiting} onChange={change} />
        </>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        A type without a row here is taken from the class's instructor, then from their program, and then from
        the site.
      </Text>
      <GroupList
        level={classLevel}
        owners={query.data?.classes}
        query={query}
        address={address}
        nothingYet={page > 1 ? 'No classes on this page' : 'No classes yet'}
        filtered={instructor_name !== '' || name !== '' || program_id > 0 || waiting === '1'}
        onClearFilters={() => change({ instructor_name: '', name: '', program_id: 0, waiting: undefined })}
      />
    </ListPage>
  );
}
