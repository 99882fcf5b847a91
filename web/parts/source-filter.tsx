import { SOURCE_NAMES, SOURCES, type Source } from '../../core/sites/sources.ts';
import { Choice } from '../ui/chooser/choice.tsx';

type SourceFilterProps = {
  value: Source | undefined;
  onChange: (value: Source | undefined) => void;
  /** Sources that the listed facts can have; all unless told. */
  sources?: readonly Source[];
};

export function SourceFilter({ value, onChange, sources = SOURCES }: SourceFilterProps) {
  return (
    <Choice
      label="Came from"
      data={sources.map((source) => ({ value: source, label: SOURCE_NAMES[source] }))}
      value={value ?? null}
      onChange={(chosen) => onChange(sources.find((one) => one === chosen))}
      nothingFoundMessage="No such source"
      placeholder="Anywhere"
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Came from' }}
    />
  );
}
