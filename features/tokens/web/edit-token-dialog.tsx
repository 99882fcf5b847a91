import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { must } from '../../../core/must.ts';
import { blankOf } from '../../../core/nouns/field-set.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { recordForm } from '../../../web/parts/record-form.ts';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { wordsOf } from '../../../web/ui/form/field-words.ts';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import { TOKEN_FIELDS, type Token, tokenForm } from '../contract.ts';
import { type Beside, calls, readToken, reload } from './calls.ts';
import { toastBatch } from './toast-batch.ts';

type Values = FormValues<typeof tokenForm, { expiry_date: string }>;

/** Adds a token, or several with generated codes; keeps a 400 in a toast until it is closed (specification: LiL tokens). */
export function EditTokenDialog({ record: token, onClose, onBatch }: DialogProps<Token | null, Beside>) {
  const batch = useRef(0);
  const form = useSchemaForm({
    schema: tokenForm,
    fields: TOKEN_FIELDS,
    initialValues: token ? valuesFrom(BLANK, token) : BLANK,
    missing: { amount: 'Enter an amount', quantity: 'Enter a quantity' },
    checks: ({ quantity }) => (quantity === 1 ? {} : { code: null }),
  });
  const { quantity } = form.values;
  const isBatch = quantity !== null && quantity > 1;
  const save = async (values: Values, id?: number) => {
    const { quantity: _, ...token_data } = form.bodyOf(values);
    const saving = id ? calls.updateToken.call({ id, token_data }) : calls.createToken.call({ token_data });
    return (await saving).token;
  };
  const addBatch = async (values: Values) => {
    const { code: _, ...token_data } = form.bodyOf(values);
    const { batch_id, tokens } = await calls.createTokens.call({ token_data });
    batch.current = batch_id;
    await reload();
    toastBatch(batch_id, tokens.length);
    return must(tokens.at(-1), 'token of a batch');
  };

  return (
    <FormDialog
      {...recordForm({
        form,
        noun: 'token',
        record: token,
        nameOf: ({ code }) => code,
        screen: '/tokens',
        valuesOf: (row) => valuesFrom(BLANK, row),
        read: readToken,
        save,
        reload,
      })}
      {...(isBatch && { onSave: addBatch, saveLabel: `Add ${quantity} tokens`, savedText: '' })}
      onClose={() => (batch.current > 0 ? onBatch(batch.current) : onClose())}
      failures="toast400"
      wrapper="token_data"
      words={WORDS}
    >
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          autoComplete="off"
          spellCheck={false}
          flex={1}
          data-autofocus
          styles={{ input: { fontFamily: 'monospace' } }}
          {...form.text('code')}
          {...(isBatch && generated(quantity))}
        />
        <GenerateCode
          isOff={isBatch}
          onCode={(code) => form.setFieldValue('code', code)}
          onFailure={(message) => form.setFieldError('code', message)}
        />
      </Group>
      <Group grow align="flex-start" gap="xs" wrap="nowrap">
        {!token && <NumberField label={QUANTITY.label} step={1} {...form.amount('quantity')} />}
        <NumberField step={0.01} {...form.amount('amount')} max={null} />
      </Group>
      <TextInput
        label={TOKEN_FIELDS.expiry_date.label}
        description="Last day to redeem (UTC). Leave blank for no expiry."
        type="date"
        max="9999-12-31"
        {...form.getInputProps('expiry_date')}
      />
      <Switch {...form.tick('status')} />
    </FormDialog>
  );
}

/** Props of the field for the code where each token of several gets one by itself; a code that was typed is kept. */
function generated(quantity: number) {
  return {
    value: '',
    placeholder: `${quantity} generated codes`,
    disabled: true,
    required: false,
    error: null,
  };
}

type GenerateCodeProps = {
  isOff: boolean;
  onCode: (code: string) => void;
  onFailure: (message: string) => void;
};

function GenerateCode({ isOff, onCode, onFailure }: GenerateCodeProps) {
  const { busy, once } = useOnce();
  const [made, setMade] = useState('');
  const generate = () =>
    once(
      async () => {
        const { code } = await calls.tokenCode.call({});
        onCode(code);
        setMade(code);
      },
      (error) => onFailure(failureOf(error).message),
    );
  return (
    <>
      {/* In line with the field, below its label. */}
      <Button
        variant="default"
        mt={25}
        {...unavailable(busy || isOff)}
        onClick={() => !isOff && void generate()}
      >
        Generate code
      </Button>
      <span role="status" style={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {made && `Code ${made}`}
      </span>
    </>
  );
}

const QUANTITY = { label: 'Quantity' };

const WORDS = wordsOf(TOKEN_FIELDS, {
  quantity: QUANTITY,
  expiry_date: {
    label: TOKEN_FIELDS.expiry_date.label,
    show: (day) => (typeof day === 'string' && day !== '' ? day : 'none'),
  },
});

const BLANK: Values = { ...blankOf(TOKEN_FIELDS), quantity: 1 };
