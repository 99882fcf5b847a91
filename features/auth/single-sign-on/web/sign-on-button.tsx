import { Alert, Button, type ButtonProps, Stack } from '@mantine/core';
import { useState } from 'react';
import { signOnAtProvider } from '../../../../web/sign-on.ts';
import { failureOf } from '../../../../web/ui/failure.ts';
import { focusOnMount } from '../../../../web/ui/focus/focus-on-mount.ts';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';

type SignOnButtonProps = Pick<ButtonProps, 'variant'> & { to: string | undefined; focused?: boolean };

export function SignOnButton({ to, focused = false, variant }: SignOnButtonProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const go = () =>
    once(
      async () => {
        setFailure(null);
        await signOnAtProvider(to);
      },
      (error) => setFailure(failureOf(error).message),
    );
  return (
    <Stack gap="xs">
      <Button
        ref={focused ? focusOnMount : undefined}
        variant={variant}
        fullWidth
        {...unavailable(busy)}
        aria-busy={busy}
        onClick={() => void go()}
      >
        {busy ? 'Opening single sign-on…' : 'Sign in with single sign-on'}
      </Button>
      {failure && (
        <Alert color="red" variant="outline" role="alert">
          {failure}
        </Alert>
      )}
    </Stack>
  );
}
