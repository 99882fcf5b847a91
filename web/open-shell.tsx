import { Outlet } from '@tanstack/react-router';
import { Brand } from './brand.tsx';
import classes from './shell.module.css';

/** Frame of public pages: no menu, and nothing that only staff may know. */
export function OpenShell() {
  return (
    <>
      <header className={classes.header}>
        <Brand />
      </header>
      <main className={classes.open}>
        <Outlet />
      </main>
    </>
  );
}
