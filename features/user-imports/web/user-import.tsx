import { useQuery } from '@tanstack/react-query';
import { ImportView, whileUnderWay } from '../../../web/parts/imports/import-view.tsx';
import { calls, reload } from './calls.ts';
import { CheckedImport } from './checked-import.tsx';
import { ImportResult } from './import-result.tsx';

type UserImportViewProps = { id: number; page: number; onClose: () => void };

export function UserImportView({ id, page, onClose }: UserImportViewProps) {
  const query = useQuery(calls.userImport.queryOptions({ input: { id, page }, ...whileUnderWay }));
  return (
    <ImportView
      title="Import users"
      id={id}
      query={query}
      cancel={(id) => calls.cancelUserImport.call({ id })}
      reload={reload}
      ready={(found, checks, onCheck) => (
        <CheckedImport found={found} checks={checks} onCheck={onCheck} onClose={onClose} />
      )}
      result={(answer) => <ImportResult answer={answer} page={page} />}
    />
  );
}
