import { mayTouch } from '../../../core/access.ts';
import { useBulkArchiving } from '../../../web/parts/archiving/use-bulk-archiving.tsx';
import { ListDialogs } from '../../../web/parts/list-dialogs.tsx';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { EMAIL_RULE_FILTERS, EMAIL_RULE_SORTS, type EmailRule } from '../contract.ts';
import { calls, ruleArchives } from './calls.ts';
import { RuleActions } from './rule-actions.tsx';
import { ruleColumns } from './rule-columns.tsx';
import { ruleDialogs } from './rule-dialogs.ts';

const rulesAddress = {
  ...listAddress(EMAIL_RULE_FILTERS, EMAIL_RULE_SORTS),
  ...ruleDialogs.address,
};

export function RulesScreen() {
  const actor = useActor();
  const address = useAddress(rulesAddress);
  const filters = useFilters(EMAIL_RULE_FILTERS, address);
  const list = useList({
    address,
    filters: filters.cleared,
    query: (asked) => calls.emailRules.queryOptions({ input: { ...asked, ...filters.asked } }),
    rows: 'rules',
    noun: ['rule', 'rules'],
    purpose:
      'A rule emails users who meet its conditions. Add one to begin. No emails are sent until you start it.',
    nothingYet: 'No email rules yet',
    sorts: EMAIL_RULE_SORTS,
    order: { by: 'id', dest: 'asc' },
    csv: (polled) => calls.emailRulesCsv.call({ ...polled, ...filters.asked }),
    adds: true,
  });
  const { data } = list.table.query;
  const templates = data?.templates ?? [];
  const dialogs = ruleDialogs.useDialogs(address, list.rowOf, {
    templates,
    sender: data?.default_from ?? { from_name: '', from_email: '' },
  });
  const bulk = useBulkArchiving(ruleArchives, {
    rows: list.rows,
    filters: { ...filters.asked, page: address.state.page },
    nameOf: ({ name }) => name,
    noun: ['rule', 'rules'],
    mayArchive: (rule) => mayTouch(actor, rule),
    isArchive: filters.asked.archived === '1',
  });
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add rule</CreateButton>;

  return (
    <ListPage {...list.page} views title="Email rules" actions={add} filters={filters.controls}>
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="Email rules"
        columns={[
          ...bulk.columns,
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
