import { Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { CheckedSteps } from '../../../web/parts/imports/checked-steps.tsx';
import type { UserImport } from '../contract.ts';
import { FIELD_TITLES, type Mapping } from '../rules.ts';
import { calls, reload } from './calls.ts';
import { Counts } from './counts.tsx';
import { SWITCH_NAMES, SWITCH_WORDS, type Switch } from './import-words.ts';
import { PreviewTable } from './preview-table.tsx';

type CheckedImportProps = {
  found: UserImport;
  checks: number;
  onCheck: () => void;
  onClose: () => void;
};

export function CheckedImport({ found, checks, onCheck, onClose }: CheckedImportProps) {
  const { id } = found;
  const [switches, setSwitches] = useState(() => switchesOf(found));
  return (
    <CheckedSteps
      found={found}
      fields={FIELD_TITLES}
      checks={checks}
      isOptionChanged={JSON.stringify(switches) !== JSON.stringify(switchesOf(found))}
      options={
        <Group gap="lg" role="group" aria-label="Options">
          {SWITCH_NAMES.map((name) => (
            <Checkbox
              key={name}
              label={SWITCH_WORDS[name]}
              checked={switches[name]}
              onChange={({ currentTarget: { checked } }) =>
                setSwitches((now) => ({ ...now, [name]: checked }))
              }
            />
          ))}
        </Group>
      }
      preview={
        <>
          <Counts found={found} label="Preview" />
          <PreviewTable found={found} />
        </>
      }
      check={(mapping) => calls.mapUserImport.call({ id, mapping: mapping as Mapping, ...switches })}
      run={() => calls.runUserImport.call({ id })}
      discard={() => calls.cancelUserImport.call({ id })}
      reload={reload}
      onCheck={onCheck}
      onClose={onClose}
    />
  );
}

function switchesOf(found: UserImport): Record<Switch, boolean> {
  return Object.fromEntries(SWITCH_NAMES.map((name) => [name, found[name] === 1])) as Record<Switch, boolean>;
}
