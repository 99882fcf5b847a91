import { ImportCounts } from '../../../web/parts/imports/import-counts.tsx';
import { OUTCOME_WORDS } from '../../../web/parts/imports/import-words.ts';
import type { UserImport } from '../contract.ts';
import { OUTCOMES } from '../rules.ts';

export function Counts({ found, label }: { found: UserImport; label: string }) {
  const { import_class_enrol, enrolled } = found;
  const counts = [
    ...OUTCOMES.map((name) => [OUTCOME_WORDS[name], found[name]] as const),
    ...(import_class_enrol ? [['Enrolments', enrolled] as const] : []),
  ];
  return <ImportCounts counts={counts} label={label} />;
}
