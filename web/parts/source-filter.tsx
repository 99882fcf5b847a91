import { SOURCE_NAMES, SOURCES, type Source } from '../../core/sites/sources.ts';
import { Choice } from '../ui/chooser/choice.tsx';

type SourceFilterProps = { value: Source | undefined; onChange: (value: Source | undefined) => void };

export function SourceFilter({ value, onChange }: SourceFilterProps) {
  return (
    <Choice
      label="Came from"
      data={CHOICES}
      value={value ?? null}
      onChange={(chosen) => onChange(SOURCES.find((one) => one === chosen))}
      nothingFoundMessage="Nothing comes from there"
      placeholder="Anywhere"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Came from' }}
    />
  );
}

const CHOICES = SOURCES.map((source) => ({ value: source, label: SOURCE_NAMES[source] }));
