import { Alert, Button, type ButtonProps, Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { refusalWords } from '../../features/auth/single-sign-on/rules.ts';
import { confirmAtProvider, onConfirmed } from '../sign-on.ts';
import { failureOf } from '../ui/failure.ts';
import { unavailable } from '../ui/unavailable.ts';
import { useOnce } from '../ui/use-once.ts';

type ConfirmAtProviderProps = Pick<ButtonProps, 'variant'> & {
  onProven: () => void;
  onSignedOut: () => void;
};

/** Proves at the provider, in a window of its own, who it is; may be pressed again where that window was closed. */
export function ConfirmAtProvider({ onProven, onSignedOut, variant }: ConfirmAtProviderProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [waits, setWaits] = useState(false);
  const { busy, once } = useOnce();
  const hear = useEffectEvent((refused: string | null) => {
    if (refused === null) return onProven();
    setWaits(false);
    setFault(refusalWords(refused));
  });
  useEffect(() => onConfirmed((refused) => hear(refused)), []);
  const confirm = () =>
    once(
      async () => {
        setFault(null);
        await confirmAtProvider();
        setWaits(true);
      },
      (error) => {
        const { status, message } = failureOf(error);
        if (status === 401) return onSignedOut();
        setFault(message);
      },
    );
  return (
    <Stack gap="xs">
      <Button
        data-autofocus={variant === undefined || undefined}
        variant={variant}
        fullWidth
        {...unavailable(busy)}
        onClick={() => void confirm()}
      >
        Confirm with single sign-on
      </Button>
      <div role="status">{waits && <Text size="sm">Go on in the window of your single sign-on.</Text>}</div>
      {fault && (
        <Alert color="red" variant="outline" role="alert" p="xs">
          {fault}
        </Alert>
      )}
    </Stack>
  );
}
