import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { COIN } from '../../../core/coins.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import type { FieldWords } from '../../../web/ui/form/field-words.ts';
import { NumberField } from '../../../web/ui/form/number-field.tsx';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import { newToken, type Token } from '../contract.ts';
import { calls, readToken, reload } from './calls.ts';

type Values = FormValues<typeof newToken, { expiry_date: string }>;

/** Keeps a 400 in a toast until it is closed (specification: LiL tokens). */
export function EditTokenDialog({ record: token, onClose }: DialogProps<Token | null>) {
  const form = useSchemaForm({
    schema: newToken,
    initialValues: token ? valuesFrom(BLANK, token) : BLANK,
    missing: { amount: 'Enter an amount' },
  });
  const save = async (values: Values) => {
    const token_data = form.bodyOf(values);
    const saved = token
      ? await calls.updateToken.call({ id: token.id, token_data })
      : await calls.createToken.call({ token_data });
    await reload();
    return saved.token;
  };
  const latest = async () => {
    if (!token) return null;
    void reload();
    return valuesFrom(BLANK, await readToken(token.id));
  };

  return (
    <FormDialog
      title={token ? 'Edit token' : 'Add token'}
      name={token?.code}
      form={form}
      onSave={save}
      onClose={onClose}
      failures="toast400"
      savedText={token ? undefined : 'Token added'}
      added={token ? undefined : ({ id }) => ({ to: '/tokens', id })}
      wrapper="token_data"
      latest={token ? latest : undefined}
      words={(field) => WORDS[field as keyof Values]}
    >
      <Group align="flex-start" gap="xs" wrap="nowrap">
        <TextInput
          label="Code"
          autoComplete="off"
          spellCheck={false}
          flex={1}
          data-autofocus
          styles={{ input: { fontFamily: 'monospace' } }}
          {...form.text('code')}
        />
        <GenerateCode
          onCode={(code) => form.setFieldValue('code', code)}
          onFailure={(message) => form.setFieldError('code', message)}
        />
      </Group>
      <NumberField label={`Amount, ${COIN}`} step={0.01} {...form.amount('amount')} max={null} />
      <TextInput
        label="Expiry date"
        description="The last day on which it can be redeemed, UTC; empty: it does not expire"
        type="date"
        max="9999-12-31"
        {...form.getInputProps('expiry_date')}
      />
      <Switch label="Can be redeemed" {...form.getInputProps('status', { type: 'checkbox' })} />
    </FormDialog>
  );
}

type GenerateCodeProps = { onCode: (code: string) => void; onFailure: (message: string) => void };

function GenerateCode({ onCode, onFailure }: GenerateCodeProps) {
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
      <Button variant="default" mt={25} {...unavailable(busy)} onClick={() => void generate()}>
        Generate code
      </Button>
      <span role="status" style={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {made && `Code ${made}`}
      </span>
    </>
  );
}

const WORDS: Partial<Record<keyof Values, ReturnType<FieldWords>>> = {
  expiry_date: {
    label: 'Expiry date',
    show: (day) => (typeof day === 'string' && day !== '' ? day : 'none'),
  },
  status: { label: 'Can be redeemed' },
};

const BLANK: Values = { code: '', amount: null, expiry_date: '', status: true };
