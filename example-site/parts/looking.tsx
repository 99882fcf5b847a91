/** Parts for a member of staff who looks with a user's eyes; the back office speaks English. */
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
  site: 'It has been ended here.',
  revoked: 'Whoever opened it may no longer log in as this user.',
  time: 'Its time is over.',
} as const;

/** Asks for a click before the token is used up: previews of links open pages and click nothing. */
export function Waiting({ login }: { login: Login }) {
  return (
    <section className="narrow" lang="en" dir="ltr">
      <h1>{login.program_display_name}</h1>
      <p>Opened by {login.admin_email}, for one use within a minute.</p>
      <Form action="/login-as/continue" submit={`Continue as ${login.user.name}`} />
    </section>
  );
}

export function Over({ login }: { login: Login | null }) {
  return (
    <section className="narrow" lang="en" dir="ltr">
      <h1>Nobody is signed in</h1>
      <p role="status">
        {login
          ? `You are no longer signed in as ${login.user.name}. ${ENDS[login.ended_by ?? 'time']}`
          : 'This has been used or is too old. Log in again.'}{' '}
        This tab can be closed.
      </p>
    </section>
  );
}
