import { Fieldset, SimpleGrid, TextInput } from '@mantine/core';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import { useLoadedForm } from '../../../web/ui/form/loaded-form.tsx';
import { MAX_PROVIDER_ID, SUBSCRIPTION_IDS, SUBSCRIPTION_TYPES, type SubscriptionId } from '../rules.ts';
import { calls, reload, type SiteProgram } from './calls.ts';
import { SUBSCRIPTION_FIELDS, SUBSCRIPTION_LABELS } from './program-words.ts';
import { SubscriptionLookup } from './subscription-lookup.tsx';

/** Subscription ids by field, so that edits of different ones do not conflict. */
type SubscriptionValues = { [field: string]: string } & { updated_at?: string };

export function SubscriptionsDialog({ record: { id, name }, onClose }: DialogProps<SiteProgram>) {
  const read = async (): Promise<SubscriptionValues> => {
    const { subscriptions, updated_at } = await calls.programSubscriptions.call({ id });
    const ids = subscriptions.flatMap(({ type, ...of }) =>
      SUBSCRIPTION_IDS.map((field) => [`${type} ${field}`, of[field]]),
    );
    return { ...(Object.fromEntries(ids) as Record<string, string>), updated_at };
  };
  const { form, ready, instead } = useLoadedForm<SubscriptionValues>(read, {});
  const save = async (values: SubscriptionValues) => {
    const subscriptions = SUBSCRIPTION_TYPES.map((type) => ({
      type,
      ...Object.fromEntries(SUBSCRIPTION_IDS.map((field) => [field, values[`${type} ${field}`] ?? ''])),
    }));
    await calls.saveProgramSubscriptions.call({ id, subscriptions, updated_at: values.updated_at });
    await reload();
  };
  return (
    <FormDialog
      title="Subscriptions"
      name={name}
      size="lg"
      form={form}
      ready={ready}
      onSave={save}
      latest={read}
      onClose={onClose}
      failures="toast400"
      words={words}
    >
      {instead ??
        SUBSCRIPTION_TYPES.map((type, index) => (
          <Fieldset key={type} legend={SUBSCRIPTION_LABELS[type]}>
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
              {SUBSCRIPTION_IDS.map((field, at) => (
                <TextInput
                  key={field}
                  label={SUBSCRIPTION_FIELDS[field]}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={MAX_PROVIDER_ID}
                  inputWrapperOrder={['label', 'input', 'description', 'error']}
                  description={
                    <SubscriptionLookup
                      name={field}
                      typed={form.values[`${type} ${field}`] ?? ''}
                      product={form.values[`${type} product_id`] ?? ''}
                    />
                  }
                  data-autofocus={(index === 0 && at === 0) || undefined}
                  {...form.getInputProps(`${type} ${field}`)}
                />
              ))}
            </SimpleGrid>
          </Fieldset>
        ))}
    </FormDialog>
  );
}

const words: FieldWords = (field) => {
  const [type, name] = field.split(' ') as [keyof typeof SUBSCRIPTION_LABELS, SubscriptionId];
  return { label: `${SUBSCRIPTION_LABELS[type]}: ${SUBSCRIPTION_FIELDS[name]}` };
};
