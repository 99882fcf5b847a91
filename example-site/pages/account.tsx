import type { Calls } from '@provost/site';
import type { ReactNode } from 'react';
import { Nothing } from '../parts/cards.tsx';
import { Form } from '../parts/form.tsx';
import { useVisit } from '../parts/visit-context.ts';
import type { Page } from '../visits/page.ts';
import { Leave, leadTo, signedIn, type Visit, within } from '../visits/visit.ts';

type Enrolment = Calls['GET users/{id}/enrolments']['output']['enrolments'][number];
type Session = Enrolment['sessions'][number];

/** Milliseconds before its start that a session can be joined. */
const DOORS_OPEN_MS = 15 * 60 * 1000;

/** Frames the pages of a person's own; instructors and organisations have what they earn. */
export function Account({ title, children }: { title: string; children: ReactNode }) {
  const visit = useVisit();
  const { texts, user, url, base } = visit;
  const links: [path: string, title: string][] = [
    ['/account', texts.my_classes],
    ['/account/coins', texts.coins],
    ['/account/tickets', texts.tickets],
    ['/account/purchases', texts.purchases],
    ['/account/payments', texts.payments],
  ];
  if (user && user.user_type !== 'S')
    links.push(
      ['/account/earnings', texts.earnings],
      ['/account/payouts', texts.payouts],
      ['/account/payment-method', texts.payment_method],
    );
  const here = url.pathname.slice(base.length);
  return (
    <div className="account">
      <nav aria-label={texts.my_account}>
        {links.map(([path, name]) => (
          <a key={path} href={within(visit, path)} aria-current={here === path ? 'page' : undefined}>
            {name}
          </a>
        ))}
        <Form action="/sign-out" submit={texts.sign_out} quiet />
      </nav>
      <section>
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  );
}

export async function myClasses(visit: Visit): Promise<Page> {
  const { site, locale, texts } = visit;
  const enrolments = await Array.fromAsync(
    site.each('users/{id}/enrolments', { id: signedIn(visit).id, locale, limit: 200 }),
  );
  return {
    title: texts.my_classes,
    body: (
      <Account title={texts.my_classes}>
        {enrolments.length === 0 && <Nothing text={texts.no_classes} />}
        <ul className="entries">
          {enrolments.map((enrolment) => (
            <li key={enrolment.id}>
              <h2>{enrolment.class_name}</h2>
              {enrolment.enrol_status === 0 ? (
                <Sessions enrolment={enrolment} />
              ) : (
                <p className="state">{texts.cancelled}</p>
              )}
            </li>
          ))}
        </ul>
      </Account>
    ),
  };
}

function Sessions({ enrolment: { class_id, sessions } }: { enrolment: Enrolment }) {
  const { texts } = useVisit();
  if (sessions.length === 0)
    return (
      <>
        <p>{texts.no_sessions}</p>
        <Attend name="class_id" value={class_id} type="recording" />
      </>
    );
  return (
    <ul className="sessions">
      {sessions.map((session) => (
        <SessionLine key={session.id} session={session} />
      ))}
    </ul>
  );
}

function SessionLine({ session: { id, start_at, end_at, cancelled } }: { session: Session }) {
  const { texts, formats, now } = useVisit();
  const [start, end] = [Date.parse(start_at), Date.parse(end_at)];
  const isOn = start - DOORS_OPEN_MS <= now && now <= end;
  return (
    <li>
      <time dateTime={start_at}>{formats.moment(start_at)}</time>
      {cancelled && <span className="state">{texts.called_off}</span>}
      {!cancelled && isOn && <Attend name="session_id" value={id} type="live" />}
      {!cancelled && end < now && <Attend name="session_id" value={id} type="recording" />}
    </li>
  );
}

type Attendance = { name: 'session_id' | 'class_id'; value: number; type: 'live' | 'recording' };

function Attend({ name, value, type }: Attendance) {
  const { texts } = useVisit();
  return (
    <Form
      action="/account/attend"
      submit={type === 'live' ? texts.join_live : texts.watch_recording}
      quiet={type !== 'live'}
    >
      <input type="hidden" name={name} value={value} />
      <input type="hidden" name="type" value={type} />
    </Form>
  );
}

/** Tells that somebody is there, of what they are enrolled in alone. */
export async function attend(visit: Visit): Promise<Response> {
  const { id: user_id } = signedIn(visit);
  // Staff who look on are not there in the student's name.
  if (visit.login) throw new Leave('/account?note=closed');
  const { site, form } = visit;
  const [session_id, class_id] = [Number(form.get('session_id')), Number(form.get('class_id'))];
  const type = form.get('type') === 'live' ? 'live' : 'recording';
  for await (const enrolment of site.each('users/{id}/enrolments', { id: user_id, limit: 200 })) {
    if (enrolment.enrol_status !== 0) continue;
    if (
      session_id ? !enrolment.sessions.some(({ id }) => id === session_id) : enrolment.class_id !== class_id
    )
      continue;
    const where = session_id ? { session_id } : { class_id };
    const day = new Date().toISOString().slice(0, 10);
    const reference = session_id
      ? `${type}-s${session_id}-u${user_id}`
      : `${type}-c${class_id}-u${user_id}-${day}`;
    await site.post('attendances', { reference, user_id, type, ...where });
    return leadTo(visit, '/account?note=attended');
  }
  throw new Leave('/account');
}
