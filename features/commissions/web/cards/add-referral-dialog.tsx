import { Group as Line, Radio, TextInput } from '@mantine/core';
import { type FoundUser, UserSearch } from '../../../../web/parts/user-search.tsx';
import { FormDialog } from '../../../../web/ui/dialog/form-dialog.tsx';
import type { FieldWords } from '../../../../web/ui/form/field-words.ts';
import { NumberField } from '../../../../web/ui/form/number-field.tsx';
import { type FormValues, useSchemaForm } from '../../../../web/ui/form/schema-form.ts';
import { toast } from '../../../../web/ui/toasts.tsx';
import { referralInput } from '../../contract.ts';
import { DISCOUNT_CURRENCY, type DiscountType, SAVED } from '../../rules.ts';
import type { Group, GroupLevel, Heir } from '../levels/level.ts';

type ReferralValues = Omit<
  FormValues<typeof referralInput, { referral: FoundUser | null; code: string; discount_type: DiscountType }>,
  'id'
>;

type AddReferralDialogProps = {
  level: Pick<GroupLevel<Heir>, 'addReferral' | 'referralNeedsAmount' | 'referralTitle'>;
  id: number;
  owner: string;
  program_id?: number;
  onAdded: (group: Group) => void;
  onClose: () => void;
};

/** Adds a referral at once; the discount is asked for only where there is a code (section 5). */
export function AddReferralDialog({
  level,
  id,
  owner,
  program_id,
  onAdded,
  onClose,
}: AddReferralDialogProps) {
  const initialValues: ReferralValues = {
    commission: null,
    referral: null,
    code: '',
    discount: null,
    discount_type: 'percent',
  };
  const form = useSchemaForm({
    schema: referralInput,
    initialValues,
    bodyOf: (values) => ({ id, ...bodyOf(values, level.referralNeedsAmount) }),
    missing: { commission: 'Enter an amount', referral: 'Pick a user from the suggestions' },
  });
  const { code, discount_type } = form.values;
  const hasCode = code.trim() !== '';

  const add = async (values: ReferralValues) => {
    const group = await level.addReferral({ ...form.bodyOf(values), id });
    toast(SAVED);
    onAdded(group);
  };
  const chooseType = (chosen: string) => {
    const type: DiscountType = chosen === 'amount' ? 'amount' : 'percent';
    form.setFieldValue('discount_type', type);
    if (type === 'percent' && (form.values.discount ?? 0) > 100) form.setFieldValue('discount', 100);
  };

  return (
    <FormDialog
      title={level.referralTitle ?? 'Add referral'}
      quoted={level.referralTitle !== undefined}
      name={owner}
      words={(field) => WORDS[field as keyof ReferralValues]}
      form={form}
      onSave={add}
      onClose={onClose}
      failures="toast"
      saveLabel="Add referral"
    >
      <NumberField
        label="Commission amount"
        rightSection="%"
        data-autofocus
        {...form.amount('commission')}
        required={level.referralNeedsAmount}
      />
      <UserSearch
        label="Allocate to user"
        program_id={program_id}
        required
        {...form.getInputProps('referral')}
        value={form.values.referral}
      />
      <TextInput
        label="Discount code"
        description="Optional. Commission on sales with this code comes out of the instructor's share."
        autoComplete="off"
        {...form.text('code')}
      />
      {hasCode && (
        <Line align="flex-start" gap="lg" wrap="nowrap">
          <NumberField
            label="Discount value"
            w={120}
            style={{ flex: 'none' }}
            rightSection={discount_type === 'percent' ? '%' : DISCOUNT_CURRENCY}
            rightSectionWidth={48}
            {...form.amount('discount')}
            {...(discount_type === 'percent' && { max: 100 })}
          />
          <Radio.Group label="Discount type" value={discount_type} onChange={chooseType}>
            <Line gap="md" mt={8}>
              <Radio value="amount" label={`Amount (${DISCOUNT_CURRENCY})`} />
              <Radio value="percent" label="Percent" />
            </Line>
          </Radio.Group>
        </Line>
      )}
    </FormDialog>
  );
}

function bodyOf(
  { commission, referral, code, discount, discount_type }: ReferralValues,
  needsAmount: boolean,
) {
  const hasCode = code.trim() !== '';
  const isDiscounted = hasCode && discount !== null;
  return {
    commission: commission ?? (needsAmount ? null : 0),
    referral: referral?.id,
    code: hasCode ? code.trim() : null,
    discount: isDiscounted ? discount : null,
    discount_type: isDiscounted ? discount_type : null,
  };
}

const WORDS: Partial<Record<keyof ReferralValues, ReturnType<FieldWords>>> = {
  commission: { label: 'Commission amount' },
  referral: { label: 'Allocate to user' },
  code: { label: 'Discount code' },
  discount: { label: 'Discount value' },
};
