import { useQuery } from '@tanstack/react-query';
import { ImportView, whileUnderWay } from '../../../web/parts/imports/import-view.tsx';
import { calls, reload } from './calls.ts';
import { CheckedClasses } from './checked-classes.tsx';
import { ImportResult } from './import-result.tsx';

type ClassImportViewProps = { id: number; page: number; onClose: () => void };

export function ClassImportView({ id, page, onClose }: ClassImportViewProps) {
  const query = useQuery(calls.classImport.queryOptions({ input: { id, page }, ...whileUnderWay }));
  return (
    <ImportView
      title="Import classes"
      id={id}
      query={query}
      cancel={(id) => calls.cancelClassImport.call({ id })}
      reload={reload}
      ready={(found, checks, onCheck) => (
        <CheckedClasses found={found} checks={checks} onCheck={onCheck} onClose={onClose} />
      )}
      result={(answer) => <ImportResult answer={answer} page={page} />}
    />
  );
}
