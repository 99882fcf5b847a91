import { Text } from '@mantine/core';
import { ListPage } from '../../../../web/parts/list-page.tsx';
import { ProgramFilter } from '../../../../web/parts/program-select.tsx';
import {
  addressChoice,
  addressId,
  addressPage,
  addressText,
  useAddress,
} from '../../../../web/ui/address.ts';
import { TextFilter } from '../../../../web/ui/chooser/text-filter.tsx';
import { TickFilter } from '../../../../web/ui/chooser/tick-filter.tsx';
import { useList } from '../../../../web/ui/table/use-list.ts';
import { calls } from '../calls.ts';
import { cardDialogs } from '../cards/card-dialogs.ts';
import { GroupList } from '../cards/group-list.tsx';
import { instructorLevel } from './instructor-level.ts';

const schema = {
  page: addressPage,
  name: addressText,
  program_id: addressId,
  waiting: addressChoice(['1']),
  ...cardDialogs,
};

export function InstructorsScreen() {
  const address = useAddress(schema);
  const { change } = address;
  const { name, program_id, waiting } = address.state;
  const list = useList({
    address,
    filters: { name: '', program_id: 0, waiting: undefined },
    query: (input) => calls.instructors.queryOptions({ input }),
    rows: 'instructors',
    csv: (polled) => calls.instructorsCsv.call({ ...polled, name, program_id, waiting: waiting ?? '' }),
    noun: ['instructor', 'instructors'],
    purpose: 'Each instructor can have their own split here. Add an instructor under Users.',
  });

  return (
    <ListPage
      {...list.page}
      title="Instructor commission"
      filters={
        <>
          <TextFilter label="Instructor name" value={name} onChange={(typed) => change({ name: typed })} />
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
        Missing types are inherited from the program, then the site.
      </Text>
      <GroupList level={instructorLevel} address={address} {...list.cards} />
    </ListPage>
  );
}
