import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { ListDialogs } from '../../../web/parts/list-dialogs.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { ProgramSelect, useProgramFilter } from '../../../web/parts/program-select.tsx';
import { useActor } from '../../../web/session.tsx';
import { addressChoice, addressId, addressPage, useAddress } from '../../../web/ui/address.ts';
import { TickFilter } from '../../../web/ui/chooser/tick-filter.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { EMAIL_RULE_SORTS, type EmailRule } from '../contract.ts';
import { calls } from './calls.ts';
import { RuleActions } from './rule-actions.tsx';
import { ruleColumns } from './rule-columns.tsx';
import { ruleDialogs } from './rule-dialogs.ts';

const rulesAddress = {
  page: addressPage,
  program_id: addressId,
  failed: addressChoice(['1']),
  sort_by: addressChoice(EMAIL_RULE_SORTS),
  sort_dest: addressChoice(['asc', 'desc']),
  ...ruleDialogs.address,
};

/** Email rules (specification: Email rules). */
export function RulesScreen() {
  const actor = useActor();
  const address = useAddress(rulesAddress);
  const { state, change } = address;
  const program_id = useProgramFilter(state.program_id);
  const list = useList({
    address,
    filters: { program_id: 0, failed: undefined },
    query: ({ failed, ...asked }) =>
      calls.emailRules.queryOptions({ input: { ...asked, failed: failed ?? '', program_id } }),
    rows: 'rules',
    noun: ['rule', 'rules'],
    nothingYet: 'No email rules yet',
    sorts: EMAIL_RULE_SORTS,
    order: { by: 'id', dest: 'asc' },
    adds: true,
  });
  const { data } = list.table.query;
  const templates = data?.templates ?? [];
  const rowOf = (id: number) => list.rows?.find((rule) => rule.id === id);
  const dialogs = ruleDialogs.useDialogs(address, rowOf, {
    templates,
    sender: data?.default_from ?? { from_name: '', from_email: '' },
  });
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialogs.open('add')}>
      Add rule
    </Button>
  );

  return (
    <ListPage
      {...list.page}
      views
      title="Email rules"
      actions={add}
      filters={
        <>
          <ProgramSelect value={state.program_id} onChange={(chosen) => change({ program_id: chosen })} />
          <TickFilter label="Failed" value={state.failed} onChange={(failed) => change({ failed })} />
        </>
      }
    >
      <DataTable
        {...list.table}
        caption="Email rules"
        columns={[
          ...ruleColumns(templates),
          actionsColumn<EmailRule>((rule) => (
            <RuleActions actor={actor} rule={rule} onOpen={(which) => dialogs.open(which, rule.id)} />
          )),
        ]}
        first={add}
      />
      <ListDialogs title="Email rules" query={list.table.query} dialogs={dialogs} />
    </ListPage>
  );
}
