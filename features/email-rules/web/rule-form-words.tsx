import { ProgramName } from '../../../web/parts/program-name.tsx';
import { inMinutes } from '../../../web/ui/dates.ts';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import type { RuleTemplate } from '../contract.ts';
import type { ItemDraft } from '../rule-items.ts';
import type { RuleType } from '../rules.ts';
import type { RuleValues } from './rule-form.ts';
import { whoOf } from './rule-sentence.ts';
import { TYPE_LABELS } from './rule-words.ts';

export function ruleWords(templates: readonly RuleTemplate[]): FieldWords {
  const words: Partial<Record<keyof RuleValues, ReturnType<FieldWords>>> = {
    template: {
      show: (file) => templates.find(({ file_name }) => file_name === file)?.title ?? String(file),
    },
    type: { show: (type) => TYPE_LABELS[type as RuleType] },
    from_email: { label: 'From email' },
    program_id: {
      label: 'Program',
      show: (id) => (id === 0 ? 'All programs' : <ProgramName id={Number(id)} />),
    },
    run_after: { label: 'Run after', show: (local) => inMinutes.format(new Date(String(local))) },
    every_days: { label: 'Repeat every (days)' },
    items: { label: 'Conditions', show: (items) => whoOf(items as ItemDraft[]) },
  };
  return (field) => words[field as keyof RuleValues];
}
