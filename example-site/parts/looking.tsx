import { type Login } from '../visits/visit.ts';
import { Form } from './form.tsx';
import { useVisit } from './visit-context.ts';

export function Looking({ login }: { login: Login }) {
  const { formats } = useVisit();
  return (
    <aside className="looking" lang="en" dir="ltr" aria-label="Logged in as a user">
      <p>
        You are signed in as <b>{login.user.name}</b>, opened by {login.admin_email}, until{' '}
        {formats.momentForStaff(login.expires_at)}. Password, email, payment settings, purchases and deletion
        stay closed.
      </p>
      <Form action="/login-as/end" submit="End" quiet />
    </aside>
  );
}

const ENDS = {
  site: 'The login was ended here.',
  revoked: 'The admin can no longer log in as this user.',
  time: 'The login expired.',
} as const;

/** Asks for a click before the token is used up: previews of links open pages and click nothing. */
export function Waiting({ login }: { login: Login }) {
  return (
    <section className="narrow" lang="en" dir="ltr">
      <h1>{login.program_display_name}</h1>
      <p>One-time link, expires in 60 seconds. Opened by {login.admin_email}.</p>
      <Form action="/login-as/continue" submit={`Continue as ${login.user.name}`} />
    </section>
  );
}

export function Over({ login }: { login: Login | null }) {
  return (
    <section className="narrow" lang="en" dir="ltr">
      <h1>Not signed in</h1>
      <p role="status">
        {login
          ? `You are no longer signed in as ${login.user.name}. ${ENDS[login.ended_by ?? 'time']}`
          : 'This link was used or has expired. Log in again.'}{' '}
        You can close this tab.
      </p>
    </section>
  );
}
