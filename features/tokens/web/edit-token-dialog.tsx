import { Button, Group, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
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
import { newToken, TOKEN_FIELDS, type Token } from '../contract.ts';
import { calls, readToken, reload } from './calls.ts';

type Values = FormValues<typeof newToken, { expiry_date: string }>;

/** Keeps a 400 in a toast until it is closed (specification: LiL tokens). */
export function EditTokenDialog({ record: token, onClose }: DialogProps<Token | null>) {
  const form = useSchemaForm({
    schema: newToken,
    fields: TOKEN_FIELDS,
    initialValues: token ? valuesFrom(BLANK, token) : BLANK,
    missing: { amount: 'Enter an amount' },
  });
  const save = async (values: Values, id?: number) => {
    const token_data = form.bodyOf(values);
    const saving = id ? calls.updateToken.call({ id, token_data }) : calls.createToken.call({ token_data });
    return (await saving).token;
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
      onClose={onClose}
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
        />
        <GenerateCode
          onCode={(code) => form.setFieldValue('code', code)}
          onFailure={(message) => form.setFieldError('code', message)}
        />
      </Group>
      <NumberField step={0.01} {...form.amount('amount')} max={null} />
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

const WORDS = wordsOf(TOKEN_FIELDS, {
  expiry_date: {
    label: TOKEN_FIELDS.expiry_date.label,
    show: (day) => (typeof day === 'string' && day !== '' ? day : 'none'),
  },
});

const BLANK: Values = blankOf(TOKEN_FIELDS);
