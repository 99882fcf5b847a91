import { Outlet } from '@tanstack/react-router';
import { Brand } from './brand.tsx';
import classes from './shell.module.css';

/** The frame of what anybody may read: no menu, and nothing that only staff knows. */
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
