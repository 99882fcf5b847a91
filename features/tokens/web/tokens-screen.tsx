import { Alert, Button } from '@mantine/core';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { statusVerbs } from '../../../web/parts/switching/status-verbs.tsx';
import { useBulkSwitches } from '../../../web/parts/switching/use-bulk-switches.tsx';
import { addressId, useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { TOKEN_FILTERS, TOKEN_SORTS, type Token } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { useStatusToggle } from './status-toggle.tsx';
import { tokenActions } from './token-actions.tsx';
import { COLUMNS, USED } from './token-columns.tsx';
import { tokenDialogs } from './token-dialogs.ts';

const TOKEN_VERBS = statusVerbs<Token>();

const tokensAddress = {
  ...listAddress(TOKEN_FILTERS, TOKEN_SORTS),
  batch_id: addressId,
  ...tokenDialogs.address,
};

export function TokensScreen() {
  const address = useAddress(tokensAddress);
  const filters = useFilters(TOKEN_FILTERS, address);
  const { batch_id } = address.state;
  const filter = { ...filters.asked, batch_id: batch_id || undefined };
  const list = useList({
    address,
    filters: { ...filters.cleared, batch_id: 0 },
    query: (asked) => calls.tokens.queryOptions({ input: { ...asked, ...filter } }),
    rows: 'tokens',
    noun: ['token', 'tokens'],
    purpose: 'A LiL token is a code that gives a user LiL-T once. Add one to begin.',
    sorts: TOKEN_SORTS,
    order: { by: 'id', dest: 'desc' },
    csv: (polled) => calls.tokensCsv.call({ ...polled, ...filter }),
    adds: true,
  });
  const status = useStatusToggle(list.rows);
  const bulk = useBulkSwitches<Token, 'status'>({
    call: calls.switchTokens.call,
    reload,
    verbs: TOKEN_VERBS,
    rows: list.rows,
    noun: ['token', 'tokens'],
    nameOf: ({ code }) => code,
    filters: filter,
    may: () => true,
    all: list.all,
  });
  const dialogs = tokenDialogs.useDialogs(address, list.rowOf, {
    onBatch: (added) => address.replaceDialog({ add: 0, page: 1, ...filters.cleared, batch_id: added }),
  });
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add token</CreateButton>;

  return (
    <ListPage {...list.page} views title="LiL tokens" actions={add} filters={filters.controls}>
      {batch_id > 0 && (
        <Alert variant="outline" p="xs" mb="sm">
          Tokens that were added together.{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => address.change({ batch_id: 0 })}>
            Show all tokens
          </Button>
        </Alert>
      )}
      {bulk.bar}
      <DataTable
        {...list.table}
        caption="LiL tokens"
        columns={[
          ...bulk.columns,
          ...COLUMNS,
          status.column,
          USED,
          actionsColumn<Token>((token) => (
            <RowActions
              of={token.code}
              actions={tokenActions(token, {
                inBatch: batch_id > 0,
                onEdit: () => dialogs.open('edit', token.id),
                onToggle: () => status.toggle(token.id),
              })}
            />
          )),
        ]}
        first={add}
      />
      {dialogs.element}
    </ListPage>
  );
}
