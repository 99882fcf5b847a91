import type { Filter, FilterState, Filters } from '../../core/filters.ts';
import { addressChoice, addressId, addressPage, addressText } from '../ui/address.ts';
import { TextFilter } from '../ui/chooser/text-filter.tsx';
import { TickFilter } from '../ui/chooser/tick-filter.tsx';
import { ProgramFilter, useProgramFilter } from './program-select.tsx';

type Readers<State> = { [Name in keyof State]: (value: unknown) => State[Name] };

export function listAddress<Declared extends Filters, const Sort extends string>(
  filters: Declared,
  sorts: readonly Sort[],
) {
  return {
    page: addressPage,
    ...filterAddress(filters),
    sort_by: addressChoice(sorts),
    sort_dest: addressChoice(['asc', 'desc']),
  };
}

function filterAddress<Declared extends Filters>(filters: Declared): Readers<FilterState<Declared>> {
  const readers = shownOf(filters).map(([name, filter]) => [name, READERS[filter.by]]);
  return Object.fromEntries(readers) as Readers<FilterState<Declared>>;
}

type FilterAddress<State> = { state: State; change: (change: Partial<State>) => void };

/** Returns what a list needs of its filters: `cleared` and `asked` for `useList`, with a bound admin's own program, and the `controls`. */
export function useFilters<Declared extends Filters>(
  filters: Declared,
  { state, change }: FilterAddress<FilterState<Declared>>,
) {
  const shown = shownOf(filters);
  const values = state as Record<string, unknown>;
  const program_id = useProgramFilter(Number(values.program_id ?? 0));
  const stateOf = (value: (name: string, filter: Shown) => unknown) =>
    Object.fromEntries(shown.map(([name, filter]) => [name, value(name, filter)])) as FilterState<Declared>;
  return {
    cleared: stateOf((_, filter) => READERS[filter.by](undefined)),
    asked: stateOf((name, { by }) => (by === 'program' ? program_id : values[name])),
    controls: shown.map(([name, filter]) => (
      <FilterControl
        key={name}
        filter={filter}
        value={values[name]}
        onChange={(value) => change({ [name]: value } as Partial<FilterState<Declared>>)}
      />
    )),
  };
}

type Shown = Exclude<Filter, { by: 'dates' | 'id' }> & { label: string };

function shownOf(filters: Filters): [string, Shown][] {
  return Object.entries(filters).filter((entry): entry is [string, Shown] => entry[1].label !== undefined);
}

const READERS = { program: addressId, words: addressText, tick: addressChoice(['1']) };

type FilterControlProps = { filter: Shown; value: unknown; onChange: (value: unknown) => void };

function FilterControl({ filter, value, onChange }: FilterControlProps) {
  const { label } = filter;
  if (filter.by === 'program')
    return <ProgramFilter label={label} zero={filter.zero} value={value as number} onChange={onChange} />;
  if (filter.by === 'words') return <TextFilter label={label} value={value as string} onChange={onChange} />;
  return <TickFilter label={label} value={value as '1' | undefined} onChange={onChange} />;
}
