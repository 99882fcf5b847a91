import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { usePrograms } from '../../../../web/parts/programs.ts';
import { type AudienceDraft, placedItems } from '../../conditions/audience.ts';
import { type IdKind, kindOf } from '../../conditions/fields.ts';
import { MOST_NAMED } from '../../conditions/items.ts';
import { calls } from '../calls.ts';
import { type NameOf, OPEN } from './clauses.ts';

/** Loads the names of the classes, categories and programs that conditions name; an id where none is found. */
export function useConditionNames(audience: AudienceDraft): NameOf {
  const classes = useChoices('class', idsIn(audience, 'class'));
  const categories = useChoices('category', idsIn(audience, 'category'));
  const programs = usePrograms({ enabled: idsIn(audience, 'program').length > 0 });
  const ofProgram = programs.data?.programs.map(({ id, program_display_name: name }) => ({ id, name }));
  const named = {
    class: classes,
    category: categories,
    program: { choices: ofProgram, isPending: programs.isPending },
  };
  return (of, id) => {
    const { choices, isPending } = named[of];
    const found = choices?.find((one) => one.id === id)?.name;
    return found ?? (isPending ? OPEN : `#${id}`);
  };
}

function useChoices(of: 'class' | 'category', ids: readonly number[]) {
  const { data, isFetching } = useQuery({
    ...calls.ruleChoices.queryOptions({ input: { of, ids: ids.join(',') } }),
    enabled: ids.length > 0,
    staleTime: 300_000,
    placeholderData: keepPreviousData,
  });
  return { choices: data?.choices, isPending: isFetching };
}

function idsIn(audience: AudienceDraft, of: IdKind): number[] {
  const ids = placedItems(audience).flatMap(({ item: { field_name, value } }) =>
    field_name !== null && kindOf(field_name) === of && Array.isArray(value) ? value.map(Number) : [],
  );
  return [...new Set(ids)].toSorted((a, b) => a - b).slice(0, MOST_NAMED);
}
