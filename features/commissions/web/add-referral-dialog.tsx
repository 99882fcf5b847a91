import { Group as Line, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type FoundUser, UserSearch } from '../../../web/parts/user-search.tsx';
import { FormDialog } from '../../../web/ui/form-dialog.tsx';
import { NumberField } from '../../../web/ui/number-field.tsx';
import { toast } from '../../../web/ui/toasts.tsx';
import { DISCOUNT_CURRENCY, type DiscountType, SAVED } from '../rules.ts';
import type { Group, GroupLevel, Heir } from './level.ts';

type Values = {
  commission: number | null;
  referral: FoundUser | null;
  code: string;
  discount: number | null;
  discount_type: DiscountType;
};

type AddReferralDialogProps = {
  level: Pick<GroupLevel<Heir>, 'addReferral' | 'referralNeedsAmount'>;
  id: number;
  /** Whose group it is added to. */
  owner: string;
  /** The program whose users alone are offered. */
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
  const form = useForm<Values>({
    initialValues: { commission: null, referral: null, code: '', discount: null, discount_type: 'percent' },
    validate: {
      commission: (amount) => (amount === null && level.referralNeedsAmount ? 'Enter an amount' : null),
      referral: (user) => (user ? null : 'Pick a user from the suggestions'),
    },
  });
  const { code, discount_type } = form.values;
  const hasCode = code.trim() !== '';

  const add = async ({ commission, referral, discount, ...values }: Values) => {
    if (!referral) return;
    const discounted = hasCode && discount !== null;
    const group = await level.addReferral({
      id,
      commission: commission ?? 0,
      referral: referral.id,
      code: hasCode ? values.code.trim() : null,
      discount: discounted ? discount : null,
      discount_type: discounted ? values.discount_type : null,
    });
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
      title={`Add referral: ${owner}`}
      form={form}
      onSave={add}
      onClose={onClose}
      failures="toast"
      saveLabel="Add referral"
    >
      <NumberField
        label="Commission amount"
        rightSection="%"
        required={level.referralNeedsAmount}
        data-autofocus
        {...form.getInputProps('commission')}
        value={form.values.commission}
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
        description="Optional. A sale with this code pays the commission out of the instructor's part."
        maxLength={60}
        autoComplete="off"
        {...form.getInputProps('code')}
      />
      {hasCode && (
        <Line align="flex-start" gap="lg" wrap="nowrap">
          <NumberField
            label="Discount value"
            w={120}
            style={{ flex: 'none' }}
            max={discount_type === 'percent' ? 100 : null}
            rightSection={discount_type === 'percent' ? '%' : DISCOUNT_CURRENCY}
            rightSectionWidth={48}
            {...form.getInputProps('discount')}
            value={form.values.discount}
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
