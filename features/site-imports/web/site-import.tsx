import { useQuery } from '@tanstack/react-query';
import { ImportView, whileUnderWay } from '../../../web/parts/imports/import-view.tsx';
import { calls, reload } from './calls.ts';
import { CheckedHistory } from './checked-history.tsx';
import { HistoryResult } from './history-result.tsx';

type SiteImportViewProps = { id: number; page: number; onClose: () => void };

export function SiteImportView({ id, page, onClose }: SiteImportViewProps) {
  const query = useQuery(calls.siteImport.queryOptions({ input: { id, page }, ...whileUnderWay }));
  return (
    <ImportView
      title="Imports"
      id={id}
      query={query}
      cancel={(id) => calls.cancelSiteImport.call({ id })}
      reload={reload}
      ready={(found, checks, onCheck) => (
        <CheckedHistory found={found} checks={checks} onCheck={onCheck} onClose={onClose} />
      )}
      result={(answer) => <HistoryResult answer={answer} page={page} />}
    />
  );
}
