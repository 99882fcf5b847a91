import { IconPencil } from '@tabler/icons-react';
import { listAddress, useFilters } from '../../../web/parts/list-filters.tsx';
import { ListPage } from '../../../web/parts/list-page.tsx';
import { useActor } from '../../../web/session.tsx';
import { useAddress } from '../../../web/ui/address.ts';
import { CreateButton } from '../../../web/ui/create-button.tsx';
import { DataTable } from '../../../web/ui/table/data-table.tsx';
import { actionsColumn, RowActions } from '../../../web/ui/table/row-actions.tsx';
import { useList } from '../../../web/ui/table/use-list.ts';
import { TOKEN_FILTERS, TOKEN_SORTS, type Token } from '../contract.ts';
import { calls } from './calls.ts';
import { useStatusColumn } from './status-toggle.tsx';
import { COLUMNS, USED } from './token-columns.tsx';
import { tokenDialogs } from './token-dialogs.ts';

const tokensAddress = {
  ...listAddress(TOKEN_FILTERS, TOKEN_SORTS),
  ...tokenDialogs.address,
};

/** LiL tokens (specification: LiL tokens). */
export function TokensScreen() {
  const actor = useActor();
  const address = useAddress(tokensAddress);
  const filters = useFilters(TOKEN_FILTERS, address);
  const list = useList({
    address,
    filters: filters.cleared,
    query: (asked) => calls.tokens.queryOptions({ input: { ...asked, ...filters.asked } }),
    rows: 'tokens',
    noun: ['token', 'tokens'],
    sorts: TOKEN_SORTS,
    order: { by: 'id', dest: 'asc' },
    csv: (polled) => calls.tokensCsv.call({ ...polled, ...filters.asked }),
    adds: true,
  });
  const status = useStatusColumn(list.rows);
  const dialogs = tokenDialogs.useDialogs(address, list.rowOf, {});
  const add = <CreateButton onClick={() => dialogs.open('add')}>Add token</CreateButton>;

  return (
    <ListPage {...list.page} views title="LiL tokens" actions={add} filters={filters.controls}>
      <DataTable
        {...list.table}
        caption="LiL tokens"
        columns={[
          ...COLUMNS,
          status,
          USED,
          actionsColumn<Token>((token) =>
            tokenDialogs.may(actor, 'edit', token) ? (
              <RowActions
                of={token.code}
                actions={[
                  {
                    label: 'Edit',
                    icon: <IconPencil size={16} aria-hidden />,
                    onClick: () => dialogs.open('edit', token.id),
                  },
                ]}
              />
            ) : null,
          ),
        ]}
        first={add}
      />
      {dialogs.element}
    </ListPage>
  );
}
