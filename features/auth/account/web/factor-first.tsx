import { Anchor, Stack } from '@mantine/core';
import { useState } from 'react';
import { Brand } from '../../../../web/brand.tsx';
import { renewSession, signOut } from '../../../../web/session.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { toast } from '../../../../web/ui/toasts.tsx';
import { OwnPasskeys } from '../../passkeys/web/own-passkeys.tsx';
import { OwnFactor } from '../../second-factor/web/own-factor.tsx';
import classes from './factor-first.module.css';

export function FactorFirst() {
  /** The one that is being set up: the other would only be in its way. */
  const [begun, setBegun] = useState<'codes' | 'passkey' | null>(null);
  return (
    <main className={classes.page}>
      <Stack gap="sm" className={classes.card}>
        <Brand />
        <PageHeading title="Set up a second factor" part="second factor" />
        {begun !== 'passkey' && <OwnFactor onSetUp={goOn} onBegun={(is) => setBegun(is ? 'codes' : null)} />}
        {begun !== 'codes' && (
          <OwnPasskeys onSetUp={goOn} onBegun={(is) => setBegun(is ? 'passkey' : null)} />
        )}
        <Anchor component="button" type="button" size="sm" ta="start" onClick={leave}>
          Sign out
        </Anchor>
      </Stack>
    </main>
  );
}

function goOn() {
  told(renewSession());
}

function leave() {
  told(signOut());
}

function told(work: Promise<unknown>) {
  work.catch((error: unknown) => toast(failureOf(error).message, { kind: 'error' }));
}
