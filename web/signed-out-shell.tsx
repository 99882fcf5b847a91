import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Brand } from './brand.tsx';
import { DemoNotice } from './demo-notice.tsx';
import { forgetSession } from './session.tsx';
import classes from './shell.module.css';

export function SignedOutShell() {
  useEffect(forgetSession, []);
  return (
    <main className={classes.signedOut}>
      <div className={classes.card}>
        <Brand />
        <DemoNotice />
        <Outlet />
      </div>
    </main>
  );
}
