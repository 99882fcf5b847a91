import { Text } from '@mantine/core';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect } from '../../../web/parts/program-select.tsx';
import { addressChoice, addressId, addressPage, addressText, useAddress } from '../../../web/ui/address.ts';
import { TextFilter } from '../../../web/ui/text-filter.tsx';
import { useListQuery } from '../../../web/ui/use-list-query.ts';
import { calls } from './calls.ts';
import { cardDialogs } from './card-dialogs.ts';
import { GroupList } from './group-list.tsx';
import { instructorLevel } from './instructor-level.ts';
import { WaitingFilter } from './waiting-filter.tsx';

const schema = {
  page: addressPage,
  name: addressText,
  program_id: addressId,
  waiting: addressChoice(['1']),
  ...cardDialogs,
};

/** The commissions of instructors (specification: Instructor commission). */
export function InstructorsScreen() {
  const address = useAddress(schema);
  const { page, name, program_id, waiting } = address.state;
  const query = useListQuery(
    calls.instructors.queryOptions({
      input: { page, name, program_id, waiting },
    }),
  );
  const { change } = address;

  return (
    <ListPage
      title="Instructor commission"
      page={page}
      answer={query}
      noun={query.data?.count === 1 ? 'instructor' : 'instructors'}
      filters={
        <>
          <TextFilter label="Instructor name" value={name} onChange={(typed) => change({ name: typed })} />
          <ProgramSelect value={program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <WaitingFilter value={waiting} onChange={change} />
        </>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">
        A type without a row here is taken from the instructor's program, and then from the site.
      </Text>
      <GroupList
        level={instructorLevel}
        owners={query.data?.instructors}
        query={query}
        address={address}
        nothingYet={page > 1 ? 'No instructors on this page' : 'No instructors yet'}
        filtered={name !== '' || program_id > 0 || waiting === '1'}
        onClearFilters={() => change({ name: '', program_id: 0, waiting: undefined })}
      />
    </ListPage>
  );
}
