import { SimpleGrid, TextInput } from '@mantine/core';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { EMAIL_RULE_FIELDS } from '../rule-schemas.ts';
import type { RuleForm } from './rule-form.ts';

export function TimeFields({ form }: { form: RuleForm }) {
  const { every_days, repeat_count } = form.values;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" verticalSpacing="sm">
      <TextInput
        type="datetime-local"
        label={EMAIL_RULE_FIELDS.run_after.label}
        description="In your time zone"
        required
        max="2199-12-31T23:59"
        {...form.getInputProps('run_after')}
      />
      <NumberField
        step={1}
        description={repeat_count === 1 ? 'Not repeated' : `At least ${daysOf(every_days)} between two`}
        {...form.amount('every_days')}
      />
      <NumberField
        step={1}
        description={repeat_count === 0 ? '0 = unlimited' : 'Maximum emails per person (0 = unlimited)'}
        {...form.amount('repeat_count')}
      />
    </SimpleGrid>
  );
}

function daysOf(days: number | null): string {
  return days === 1 ? '1 day' : `${days?.toLocaleString('en-US') ?? '…'} days`;
}
