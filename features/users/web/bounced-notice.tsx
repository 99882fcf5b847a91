import { Alert, Button, Text } from '@mantine/core';
import { IconMailCheck, IconMailOff } from '@tabler/icons-react';
import { useState } from 'react';
import { apiOf } from '../../../web/api.ts';
import { useMayAccess } from '../../../web/session.tsx';
import { failureOf } from '../../../web/ui/failure.ts';
import { focusOnMount } from '../../../web/ui/focus/focus-on-mount.ts';
import { Time } from '../../../web/ui/time.tsx';
import { unavailable } from '../../../web/ui/unavailable.ts';
import { useOnce } from '../../../web/ui/use-once.ts';
import { bounceContract } from '../bounce-contract.ts';
import type { SiteUser } from '../user-schemas.ts';
import { readUser, reload } from './calls.ts';
import { type UserForm, type UserValues, valuesOf } from './user-form.ts';

const { clearBounce } = apiOf({ emailRules: bounceContract }).emailRules;

type BouncedNoticeProps = { form: UserForm; user: SiteUser; since: string };

export function BouncedNotice({ form, user: { id, mail_failures }, since }: BouncedNoticeProps) {
  const mayClear = useMayAccess(bounceContract.clearBounce['~orpc'].meta.access);
  const { busy, once } = useOnce();
  const [isCleared, setCleared] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const clear = () =>
    once(
      async () => {
        setFailed(null);
        await clearBounce.call({ id });
        takeMoment(form, valuesOf(await readUser(id)));
        setCleared(true);
        await reload();
      },
      (error) => setFailed(failureOf(error).message),
    );
  if (isCleared)
    return (
      <Alert color="green" variant="outline" icon={<IconMailCheck size={18} aria-hidden />}>
        <Text ref={focusOnMount} tabIndex={-1} size="sm" role="status">
          Email rules send to this address again.
        </Text>
      </Alert>
    );
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconMailOff size={18} aria-hidden />}
      title={
        <>
          Bounced since <Time exact value={since} />
        </>
      }
    >
      <Text size="sm">
        {mail_failures} emails in a row bounced. Email rules skip this address until you change or clear it.
      </Text>
      {mayClear && (
        <Button
          size="xs"
          variant="default"
          mt="xs"
          {...unavailable(busy)}
          aria-busy={busy}
          onClick={() => void clear()}
        >
          {busy ? 'Clearing…' : 'Send to this address again'}
        </Button>
      )}
      {failed !== null && (
        <Text size="sm" mt="xs" c="var(--mantine-color-error)" role="alert">
          Could not clear: {failed}
        </Text>
      )}
    </Alert>
  );
}

/** Takes over the row's new version after the own change, unless others have saved meanwhile: that stays a conflict. */
function takeMoment(form: UserForm, { updated_at, ...now }: UserValues): void {
  const { updated_at: _, ...before } = form.getInitialValues();
  if (JSON.stringify(now) !== JSON.stringify(before)) return;
  form.setInitialValues({ ...form.getInitialValues(), updated_at });
  form.setValues({ ...form.getValues(), updated_at });
}
