import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { failureOf } from '../../../../web/ui/failure.ts';
import { Loading } from '../../../../web/ui/loading.tsx';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { Time } from '../../../../web/ui/time.tsx';
import { unavailable } from '../../../../web/ui/unavailable.ts';
import { useOnce } from '../../../../web/ui/use-once.ts';
import type { SiteLogin } from '../contract.ts';
import { loginCalls } from './calls.ts';

const POLL_INTERVAL_MS = 10_000;

const KEPT = 'provost-site-login';

/** A stand-in for a program's site: exchanges the token on click, so that a link preview does not use it up. */
export function LoginAsPage() {
  const { tag: program_tag = '' } = useParams({ strict: false }) as { tag?: string };
  const { hash } = useLocation();
  const navigate = useNavigate();
  // The tab keeps it, so that the page can be loaded again; the address bar does not.
  const [token, setToken] = useState(() => hash || (sessionStorage.getItem(KEPT) ?? ''));
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash === '') return;
    sessionStorage.setItem(KEPT, hash);
    void navigate({ to: '/site/$tag', params: { tag: program_tag }, replace: true } as never);
  }, [hash, navigate, program_tag]);
  if (token === '') {
    return (
      <Stack gap="sm">
        <PageHeading title="Not signed in" />
        <Text size="sm">Admins open this page with “Log in as user”.</Text>
      </Stack>
    );
  }
  return <Opened key={token} token={token} program_tag={program_tag} />;
}

function Opened(presented: { token: string; program_tag: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['site-login', presented.token],
    queryFn: () => loginCalls.loginState.call(presented),
    refetchInterval: ({ state }) => (state.data?.state === 'open' ? POLL_INTERVAL_MS : false),
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });
  const [failed, setFailed] = useState<string | null>(null);
  const { busy, once } = useOnce();
  const act = (work: () => Promise<unknown>) =>
    once(
      async () => {
        setFailed(null);
        await work();
        await refetch();
      },
      (fault) => setFailed(failureOf(fault).message),
    );
  const wrong = failed ?? (error && !data ? failureOf(error).message : null);
  if (!data && !wrong) return <Loading />;
  return (
    <Stack gap="sm">
      {wrong && (
        <Alert color="red" variant="outline" role="alert">
          {wrong}
        </Alert>
      )}
      {data?.state === 'waiting' && (
        <Waiting
          login={data}
          busy={busy}
          onContinue={() => void act(() => loginCalls.exchangeLogin.call(presented))}
        />
      )}
      {data?.state === 'open' && (
        <Open login={data} busy={busy} onEnd={() => void act(() => loginCalls.endLogin.call(presented))} />
      )}
      {data?.state === 'over' && <Over login={data} />}
    </Stack>
  );
}

type Part = { login: SiteLogin; busy: boolean };

function Waiting({ login, busy, onContinue }: Part & { onContinue: () => void }) {
  return (
    <>
      <PageHeading title={login.program_display_name} />
      <Text size="sm">One-time link, expires in 60 seconds. Opened by {login.admin_email}.</Text>
      <Button fullWidth {...unavailable(busy)} aria-busy={busy} onClick={onContinue}>
        Continue as {login.user.name}
      </Button>
    </>
  );
}

function Open({ login, busy, onEnd }: Part & { onEnd: () => void }) {
  return (
    <>
      <PageHeading title={login.program_display_name} />
      <Alert color="yellow" variant="outline" role="status">
        You are signed in as <b>{login.user.name}</b>, opened by {login.admin_email}
      </Alert>
      <Text size="sm">
        Until <Time exact value={login.expires_at} />. Not available during this login:
      </Text>
      <List size="sm">
        <List.Item>Password, email and payout details</List.Item>
        <List.Item>Purchases</List.Item>
        <List.Item>Deletion</List.Item>
      </List>
      <Button fullWidth variant="default" {...unavailable(busy)} aria-busy={busy} onClick={onEnd}>
        End
      </Button>
    </>
  );
}

const ENDS: Record<NonNullable<SiteLogin['ended_by']>, string> = {
  site: 'The login was ended here.',
  revoked: 'The admin can no longer log in as this user.',
  time: 'The login expired.',
};

function Over({ login: { user, ended_by } }: { login: SiteLogin }) {
  return (
    <>
      <PageHeading title="Not signed in" />
      <Text size="sm" role="status">
        You are no longer signed in as {user.name}. {ENDS[ended_by ?? 'time']} You can close this tab.
      </Text>
    </>
  );
}
