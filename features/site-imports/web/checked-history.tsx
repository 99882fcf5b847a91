import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { CheckedSteps } from '../../../web/parts/imports/checked-steps.tsx';
import type { SiteImport } from '../contract.ts';
import { type MovedField, titlesOf } from '../rules.ts';
import { calls, reload } from './calls.ts';
import { HistoryCounts, HistoryPreview } from './history-preview.tsx';

type CheckedHistoryProps = {
  found: SiteImport;
  checks: number;
  onCheck: () => void;
  onClose: () => void;
};

export function CheckedHistory({ found, checks, onCheck, onClose }: CheckedHistoryProps) {
  const { id, kind } = found;
  const known = found.paid_out_before?.slice(0, 10) ?? '';
  const [day, setDay] = useState(known);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <CheckedSteps
      found={found}
      fields={titlesOf(kind)}
      checks={checks}
      isOptionChanged={day !== known}
      options={
        kind === 'charges' && (
          <TextInput
            type="date"
            label="Paid out before"
            description="Sales before this day (UTC) count as paid out elsewhere and are never paid again. Leave blank if none were."
            value={day}
            max={today}
            onChange={({ currentTarget: { value } }) => setDay(value)}
            maw="32rem"
          />
        )
      }
      preview={
        <>
          <HistoryCounts found={found} label="Preview" />
          <HistoryPreview found={found} />
        </>
      }
      check={(mapping) => {
        const paid = kind === 'charges' ? { paid_out_before: day } : {};
        return calls.mapSiteImport.call({ id, mapping: mapping as Record<string, MovedField | ''>, ...paid });
      }}
      run={() => calls.runSiteImport.call({ id })}
      discard={() => calls.cancelSiteImport.call({ id })}
      reload={reload}
      onCheck={onCheck}
      onClose={onClose}
    />
  );
}
