import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { renderSVG } from 'uqr';
import { OwnEscape } from '../../../../web/ui/dialog/own-escape.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { calls, reload } from './calls.ts';
import { PasswordQuestion } from './password-question.tsx';
import classes from './second-factor.module.css';

type SetUpCodesProps = { onDone: (recoveryCodes: string[]) => void; onCancel: () => void };

export function SetUpCodes({ onDone, onCancel }: SetUpCodesProps) {
  const [begun, setBegun] = useState<{ secret: string; uri: string } | null>(null);
  if (begun) return <FirstCode {...begun} onDone={onDone} onCancel={onCancel} />;
  return (
    <PasswordQuestion
      label="Set up one-time codes"
      text="You need an app for one-time codes on your phone or computer, such as that of your password manager."
      confirm="Continue"
      onConfirm={async (password) => setBegun(await calls.beginOneTimeCodes.call({ password }))}
      onCancel={onCancel}
    />
  );
}

type FirstCodeProps = SetUpCodesProps & { secret: string; uri: string };

function FirstCode({ secret, uri, onDone, onCancel }: FirstCodeProps) {
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return setFault('Enter the code that the app shows');
    return void once(
      async () => {
        const { recovery_codes } = await calls.confirmOneTimeCodes.call({ code });
        onDone(recovery_codes);
        await reload();
      },
      (error) => setFault(failureOf(error).message),
    );
  };
  return (
    <OwnEscape label="Set up one-time codes" onEscape={() => !busy && onCancel()}>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">
            Scan this with the app, or type the key into it. Then enter the code that it shows.
          </Text>
          <img
            className={classes.qr}
            alt="QR code of the key"
            src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
          />
          <Textarea
            label="Key"
            autosize
            value={secret.replace(/(.{4})(?=.)/g, '$1 ')}
            readOnly
            styles={{ input: { fontFamily: 'monospace' } }}
            onFocus={(event) => event.currentTarget.select()}
          />
          <TextInput
            ref={focusOnMount}
            label="Code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maw={200}
            maxLength={40}
            value={code}
            error={fault}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Group gap="xs">
            <Button type="submit" size="sm" {...unavailable(busy)}>
              {busy ? 'Checking…' : 'Confirm'}
            </Button>
            <Button size="sm" variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </OwnEscape>
  );
}
