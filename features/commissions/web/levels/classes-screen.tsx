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
import { classLevel } from './class-level.ts';

const schema = {
  page: addressPage,
  instructor_name: addressText,
  name: addressText,
  program_id: addressId,
  waiting: addressChoice(['1']),
  ...cardDialogs,
};

export function ClassesScreen() {
  const address = useAddress(schema);
  const { change } = address;
  const { instructor_name, name, program_id, waiting } = address.state;
  const list = useList({
    address,
    filters: { instructor_name: '', name: '', program_id: 0, waiting: undefined },
    query: (input) => calls.classCommissions.queryOptions({ input }),
    rows: 'classes',
    csv: (polled) =>
      calls.classCommissionsCsv.call({
        ...polled,
        instructor_name,
        name,
        program_id,
        waiting: waiting ?? '',
      }),
    noun: ['class', 'classes'],
    purpose: 'Each class can have its own split here. Add a class under Classes.',
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
        Missing types are inherited from the instructor, then the program, then the site.
      </Text>
      <GroupList level={classLevel} address={address} {...list.cards} />
    </ListPage>
  );
}
