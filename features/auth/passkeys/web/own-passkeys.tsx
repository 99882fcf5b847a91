import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { knowsPasskeys, makePasskey } from '../../../../web/passkeys/authenticator.ts';
import { failureOf } from '../../../../web/ui/failure.ts';
import { useListQuery } from '../../../../web/ui/table/use-list.ts';
import { toast } from '../../../../web/ui/toasts.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import { reload as reloadFactor } from '../../second-factor/web/calls.ts';
import { RecoveryCodes } from '../../second-factor/web/recovery-codes.tsx';
import { MOST_PASSKEYS } from '../contract.ts';
import { calls, reload } from './calls.ts';
import { RemovePasskey, RenamePasskey } from './passkey-dialogs.tsx';
import { type PasskeyDialog, PasskeyTable } from './passkey-table.tsx';

type Open = PasskeyDialog | { recovery_codes: string[] } | null;

type OwnPasskeysProps = {
  onSetUp?: () => void;
  /** Called with true once recovery codes are shown, and with false after that. */
  onBegun?: (is: boolean) => void;
};

export function OwnPasskeys({ onSetUp, onBegun }: OwnPasskeysProps) {
  const query = useListQuery(calls.passkeys.queryOptions({ input: {} }));
  const [open, setOpen] = useState<Open>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const addButton = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(null);
  const add = () =>
    once(
      async () => {
        setFault(null);
        const { options } = await calls.beginPasskey.call({});
        const { recovery_codes } = await calls.addPasskey.call({ passkey: await makePasskey(options) });
        if (recovery_codes.length > 0) {
          setOpen({ recovery_codes });
          onBegun?.(true);
        } else toast('Passkey added');
        await reloadAll();
      },
      (error) => setFault(failureOf(error).message),
    );
  if (open && 'recovery_codes' in open)
    return (
      <RecoveryCodes
        codes={open.recovery_codes}
        onKept={() => {
          close();
          onBegun?.(false);
          onSetUp?.();
        }}
      />
    );
  const passkeys = query.data?.passkeys ?? [];
  const obstacle = query.data && obstacleOf(query.data.origin, passkeys.length);
  return (
    <Stack gap="sm">
      <Text size="sm" maw={640}>
        A passkey signs you in with your fingerprint, face or PIN, without your password. It also replaces a
        one-time code.
      </Text>
      {(passkeys.length > 0 || query.error != null) && <PasskeyTable query={query} onOpen={setOpen} />}
      {fault && (
        <Alert color="red" variant="outline" role="alert" p="xs" maw={640}>
          {fault}
        </Alert>
      )}
      {obstacle && <Text size="sm">{obstacle}</Text>}
      {obstacle === null && (
        <Group>
          <Button
            ref={addButton}
            size="sm"
            variant={passkeys.length > 0 ? 'default' : 'filled'}
            leftSection={<IconKey size={16} aria-hidden />}
            {...unavailable(busy)}
            onClick={() => void add()}
          >
            {busy ? 'Waiting for your device…' : 'Add a passkey'}
          </Button>
        </Group>
      )}
      {open && 'rename' in open && <RenamePasskey passkey={open.rename} onSaved={reload} onClose={close} />}
      {open && 'remove' in open && (
        <RemovePasskey
          passkey={open.remove}
          isLast={passkeys.length === 1}
          onRemoved={reloadAll}
          returnTo={() => addButton.current}
          onClose={close}
        />
      )}
    </Stack>
  );
}

async function reloadAll(): Promise<void> {
  await Promise.all([reload(), reloadFactor()]);
}

/** Returns why none can be added here; null where one can. */
function obstacleOf(origin: string | null, count: number) {
  if (origin === null)
    return 'Passkeys need a public address with a host name and https. This installation has none.';
  if (origin !== location.origin)
    return (
      <>
        Passkeys work at <Anchor href={`${origin}/account`}>{origin}</Anchor> only.
      </>
    );
  if (!knowsPasskeys()) return "This browser doesn't support passkeys.";
  return count < MOST_PASSKEYS ? null : `You have ${MOST_PASSKEYS} passkeys. Remove one to add another.`;
}
