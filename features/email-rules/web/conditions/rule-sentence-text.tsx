import { useState } from 'react';
import { ProgramName } from '../../../../web/parts/program-name.tsx';
import { inMinutes } from '../../../../web/ui/dates.ts';
import type { AudienceDraft } from '../../conditions/audience.ts';
import { useConditionNames } from './condition-names.ts';
import { oftenOf, whoOf } from './rule-sentence.ts';

type RuleSentenceProps = {
  rule: AudienceDraft & {
    program_id: number;
    every_days: number | null;
    repeat_count: number | null;
    /** A moment (ISO 8601), mentioned while it is in the future. */
    run_after: string | null;
  };
};

export function RuleSentence({ rule }: RuleSentenceProps) {
  const { program_id, run_after } = rule;
  const [now] = useState(Date.now);
  const nameOf = useConditionNames(rule);
  const isAhead = run_after !== null && Date.parse(run_after) > now;
  return (
    <>
      {whoOf(rule, nameOf)}, in {program_id === 0 ? 'every program' : <ProgramName id={program_id} />},{' '}
      {oftenOf(rule)}
      {isAhead && `, starting ${inMinutes.format(new Date(run_after))}`}
    </>
  );
}
