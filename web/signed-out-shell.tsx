import { Outlet } from '@tanstack/react-router';
import { Brand } from './brand.tsx';
import { DemoNotice } from './demo-notice.tsx';
import classes from './shell.module.css';

/** Frame of the screens before the sign-in: one card. */
export function SignedOutShell() {
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
