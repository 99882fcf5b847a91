import { Alert, Anchor, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { SECOND_FACTOR, type SecondFactorKind } from '../../../core/errors.ts';
import { passkeysHereQuery, passkeyToSignIn, signInByPasskey } from '../../../web/passkeys/sign-in.ts';
import { signIn } from '../../../web/session.tsx';
import { signOnOptions } from '../../../web/sign-on.ts';
import { type Failure, failureOf } from '../../../web/ui/failure.ts';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { PasswordField } from '../../../web/ui/form/password-field.tsx';
import { useSchemaForm } from '../../../web/ui/form/schema-form.ts';
import { Loading } from '../../../web/ui/loading.tsx';
import { PageHeading } from '../../../web/ui/page-heading.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import { credentials } from '../sign-in-schemas.ts';
import { SignOnButton } from '../single-sign-on/web/sign-on-button.tsx';
import { SignOnRefusal } from '../single-sign-on/web/sign-on-refusal.tsx';
import { factorWords } from './factor-words.ts';

export function LoginScreen() {
  const navigate = useNavigate();
  const { to } = useSearch({ strict: false }) as { to?: string };
  const [fault, setFault] = useState<string | null>(null);
  /** The password was right: one of these is missing. */
  const [factors, setFactors] = useState<readonly SecondFactorKind[] | null>(null);
  const { data: passkeysWork = false } = useQuery(passkeysHereQuery);
  const words = factors && factorWords(factors, passkeysWork);
  const form = useSchemaForm({
    schema: credentials,
    initialValues: { email: '', password: '', code: '', time_zone: '' },
    bodyOf: ({ email, password, code }) => ({ email, password, ...(factors && { code }) }),
    missing: {
      email: 'Enter your email address',
      password: 'Enter your password',
      code: words?.missing ?? '',
    },
  });
  const { busy, once } = useOnce();
  const { data: signOn, isPending } = useQuery(signOnOptions());
  const [byPassword, setByPassword] = useState(false);

  const attempt = (way: 'password' | 'passkey', work: () => Promise<void>) =>
    once(
      async () => {
        setFault(null);
        await work();
        await navigate({ href: placeOf(to), replace: true });
      },
      (error) => {
        const refused = failureOf(error);
        // The first such answer asks; one to a code or passkey says that it is wrong.
        if (refused.code !== SECOND_FACTOR || factors) setFault(messageOf(refused, way));
        if (refused.code !== SECOND_FACTOR) return;
        setFactors(refused.factors);
        form.setFieldValue('code', '');
      },
    );
  const submit = form.onSubmit(({ email, password, code }) =>
    attempt('password', () => signIn({ email: email.trim(), password, ...(factors && { code }) })),
  );
  const signInWithPasskey = () =>
    attempt('passkey', async () => {
      if (!factors) return signInByPasskey();
      const { email, password } = form.values;
      await signIn({ email: email.trim(), password, passkey: await passkeyToSignIn() });
    });
  const startOver = () => {
    setFactors(null);
    setFault(null);
    form.reset();
  };
  const passkeyButton = (!words || words.offersPasskey) && passkeysWork && (
    <Button
      ref={words?.first === 'passkey' ? focusOnMount : undefined}
      fullWidth
      variant={words?.first === 'passkey' ? 'filled' : 'default'}
      leftSection={<IconKey size={16} aria-hidden />}
      {...unavailable(busy)}
      onClick={() => void signInWithPasskey()}
    >
      Use a passkey
    </Button>
  );

  if (isPending) return <Loading />;
  if (signOn?.only && !byPassword)
    return (
      <Stack gap="sm">
        <PageHeading title="Sign in" />
        <SignOnRefusal />
        <SignOnButton to={to} focused />
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setByPassword(true)}>
          Sign in with a password
        </Anchor>
      </Stack>
    );
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <PageHeading title={words?.title ?? 'Sign in'} />
        <SignOnRefusal />
        {signOn?.only === 1 && <Text size="sm">Only the emergency account can sign in with a password.</Text>}
        {words ? (
          <>
            <Text size="sm">{words.text}</Text>
            {words.first === 'passkey' && passkeyButton}
            <TextInput
              key="code"
              ref={words.first === 'code' ? focusOnMount : undefined}
              label={words.label}
              name="code"
              inputMode={words.takesDigits ? 'numeric' : 'text'}
              autoComplete="one-time-code"
              {...form.text('code')}
              withAsterisk={false}
            />
          </>
        ) : (
          <>
            <TextInput
              ref={focusOnMount}
              label="Email"
              type="email"
              name="email"
              autoComplete="username"
              {...form.text('email')}
              withAsterisk={false}
            />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              {...form.text('password')}
              withAsterisk={false}
            />
          </>
        )}
        {fault && (
          <Alert color="red" variant="outline" role="alert">
            {fault}
          </Alert>
        )}
        <Button
          type="submit"
          fullWidth
          mt="xs"
          variant={words?.first === 'passkey' ? 'default' : 'filled'}
          {...unavailable(busy)}
          aria-busy={busy}
        >
          {busy ? 'Signing in…' : 'Get Started'}
        </Button>
        {words?.first !== 'passkey' && passkeyButton}
        {factors ? (
          <>
            <Text size="sm" c="dimmed">
              Without your device and codes, ask a superadmin to reset your second factor.
            </Text>
            <Anchor component="button" type="button" size="sm" ta="start" onClick={startOver}>
              Use another account
            </Anchor>
          </>
        ) : (
          <>
            <Anchor component={Link} to="/forgot-password" size="sm">
              Forgot password
            </Anchor>
            {signOn?.offered === 1 && (
              <>
                <Divider label="or" />
                <SignOnButton to={to} variant="default" />
              </>
            )}
          </>
        )}
      </Stack>
    </form>
  );
}

/** Returns an address of this site only: links elsewhere are refused. */
function placeOf(to: string | undefined): string {
  if (!to?.startsWith('/')) return '/';
  const url = new URL(to, window.location.origin);
  return url.origin === window.location.origin ? url.pathname + url.search + url.hash : '/';
}

function messageOf({ status, message, code, retry_after }: Failure, way: 'password' | 'passkey'): string {
  if (status === 429) return `Too many attempts. Try again ${waitOf(retry_after)}.`;
  if (code === SECOND_FACTOR || (way === 'passkey' && status > 0)) return `${message}.`;
  if (status === 400 || status === 401) return 'The email or the password is wrong.';
  return message;
}

function waitOf(seconds: number | null): string {
  if (seconds === null) return 'later';
  if (seconds < 90) return `in ${Math.ceil(seconds)} seconds`;
  return `in ${Math.ceil(seconds / 60)} minutes`;
}
