import { CheckedSteps } from '../../../web/parts/imports/checked-steps.tsx';
import type { ClassImport } from '../contract.ts';
import { FIELD_TITLES, type Mapping } from '../rules.ts';
import { calls, reload } from './calls.ts';
import { Counts, Preview } from './preview.tsx';

type CheckedClassesProps = {
  found: ClassImport;
  checks: number;
  onCheck: () => void;
  onClose: () => void;
};

export function CheckedClasses({ found, checks, onCheck, onClose }: CheckedClassesProps) {
  const { id } = found;
  return (
    <CheckedSteps
      found={found}
      fields={FIELD_TITLES}
      checks={checks}
      isOptionChanged={false}
      options={null}
      preview={
        <>
          <Counts found={found} label="Preview" />
          <Preview found={found} />
        </>
      }
      check={(mapping) => calls.mapClassImport.call({ id, mapping: mapping as Mapping })}
      run={() => calls.runClassImport.call({ id })}
      discard={() => calls.cancelClassImport.call({ id })}
      reload={reload}
      onCheck={onCheck}
      onClose={onClose}
    />
  );
}
