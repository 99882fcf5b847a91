import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Choice } from '../../../web/ui/chooser/choice.tsx';
import { choicesOf } from '../../../web/ui/chooser/choices-of.ts';
import type { CategoryChoice } from '../../site-categories/contract.ts';
import { calls } from './calls.ts';
import type { ClassForm } from './class-form.ts';

/** Milliseconds before the sub-categories of a newly chosen category are loaded (section 9). */
const SUB_CATEGORY_DELAY_MS = 500;

export function CategoryFields({ id, form }: { id: number; form: ClassForm }) {
  const { category, sub_category, program_id } = form.values;
  const query = useQuery(
    calls.classCategories.queryOptions({ input: { id, program_id }, staleTime: 60_000 }),
  );
  const branches = query.data?.categories ?? [];
  const offers = choicesOf(query, 'No category has this name');
  const branch = branches.find(({ id }) => id === category);
  const [pausing, setPausing] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const choose = (id: number | null) => {
    form.setFieldValue('category', id);
    if (id === category) return;
    form.setFieldValue('sub_category', null);
    setPausing(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPausing(false), SUB_CATEGORY_DELAY_MS);
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <CategoryChoiceField
        label="Category"
        choices={branches}
        offers={offers}
        value={category}
        onChange={choose}
        error={form.errors.category}
      />
      <CategoryChoiceField
        label="Sub-category"
        choices={branch?.sub_categories ?? []}
        offers={offers}
        value={sub_category}
        onChange={(id) => form.setFieldValue('sub_category', id)}
        disabled={category === null || pausing}
        error={form.errors.sub_category}
      />
    </SimpleGrid>
  );
}

type CategoryChoiceFieldProps = {
  label: string;
  choices: readonly CategoryChoice[];
  offers: ReturnType<typeof choicesOf>;
  value: number | null;
  onChange: (id: number | null) => void;
  disabled?: boolean;
  error?: ReactNode;
};

function CategoryChoiceField({
  label,
  choices,
  offers,
  value,
  onChange,
  ...field
}: CategoryChoiceFieldProps) {
  const options = choices
    .filter(({ id, status }) => status === 1 || id === value)
    .map(({ id, category_name }) => ({ value: String(id), label: category_name }));
  const known = value === null || options.some((option) => option.value === String(value));
  return (
    <Choice
      {...field}
      label={label}
      placeholder="None"
      data={known ? options : [...options, { value: String(value), label: `Category ${value}` }]}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      {...offers}
    />
  );
}
