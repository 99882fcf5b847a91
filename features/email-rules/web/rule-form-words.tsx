import { ProgramName } from '../../../web/parts/program-name.tsx';
import { inMinutes } from '../../../web/ui/dates.ts';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import { type AudienceDraft, ONE_GROUP } from '../conditions/audience.ts';
import type { RuleTemplate } from '../contract.ts';
import type { RuleType } from '../rules.ts';
import type { NameOf } from './conditions/clauses.ts';
import { whoOf } from './conditions/rule-sentence.ts';
import type { RuleValues } from './rule-form.ts';
import { TYPE_LABELS } from './rule-words.ts';

/** Groups are named by what they exclude or add, since no control has their label. */
export function ruleWords(templates: readonly RuleTemplate[], nameOf: NameOf): FieldWords {
  const groups = (among: AudienceDraft['groups']) =>
    among.map(({ match, items }) => whoOf({ ...ONE_GROUP, items, items_match: match }, nameOf)).join('; ') ||
    'None';
  const match = { show: (match: unknown) => (match === 'any' ? 'Any' : 'All') };
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
    items: {
      label: 'Conditions',
      show: (items) => whoOf({ ...ONE_GROUP, items: items as AudienceDraft['items'] }, nameOf),
    },
    items_match: { label: 'Match of conditions', ...match },
    groups: { label: 'Groups', show: (among) => groups(among as AudienceDraft['groups']) },
    groups_match: { label: 'Match of groups', ...match },
    exclude: { label: 'Exclusions', show: (among) => groups(among as AudienceDraft['groups']) },
  };
  return (field) => words[field as keyof RuleValues];
}
