import { SiteError } from '@provost/site';
import { Field, Form } from '../parts/form.tsx';
import { cookieOf } from '../visits/cookies.ts';
import { type Failure, saving } from '../visits/failures.ts';
import type { Page } from '../visits/page.ts';
import { leadTo, type Visit, within } from '../visits/visit.ts';

export function signInPage(visit: Visit, _place?: unknown, failure?: Failure): Page {
  const { texts, url, form } = visit;
  const to = form.get('to') ?? url.searchParams.get('to') ?? '/account';
  return {
    title: texts.sign_in,
    body: (
      <section className="narrow">
        <h1>{texts.sign_in}</h1>
        <Form action="/sign-in" submit={texts.sign_in} failure={failure}>
          <input type="hidden" name="to" value={to} />
          <Field name="email" type="email" label={texts.email} autoComplete="username" required />
          <Field
            name="password"
            type="password"
            label={texts.password}
            autoComplete="current-password"
            required
          />
        </Form>
        <p className="links">
          <a href={within(visit, `/sign-up?to=${encodeURIComponent(to)}`)}>{texts.sign_up}</a>
          <a href={within(visit, '/recovery')}>{texts.forgot_password}</a>
        </p>
      </section>
    ),
  };
}

export function signIn(visit: Visit): Promise<Response | Page> {
  const { site, form, client_ip, request, sessions } = visit;
  return saving(
    visit,
    async () => {
      const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
      const { user } = await site.post('sign-in', { email, password, client_ip });
      return leadTo(visit, form.get('to') ?? '/account', [sessions.begin(request, { user_id: user.id })]);
    },
    (failure) => signInPage(visit, {}, failure),
  );
}

export function signOut(visit: Visit): Response {
  return leadTo(visit, '/', [visit.sessions.end(visit.request)]);
}

export function signUpPage({ texts, url, form }: Visit, _place?: unknown, failure?: Failure): Page {
  const to = form.get('to') ?? url.searchParams.get('to') ?? '/account';
  return {
    title: texts.sign_up,
    body: (
      <section className="narrow">
        <h1>{texts.sign_up}</h1>
        <Form action="/sign-up" submit={texts.sign_up} failure={failure}>
          <input type="hidden" name="to" value={to} />
          <Field
            name="first_name"
            label={texts.first_name}
            autoComplete="given-name"
            failure={failure}
            required
          />
          <Field
            name="last_name"
            label={texts.last_name}
            autoComplete="family-name"
            failure={failure}
            required
          />
          <Field
            name="email"
            type="email"
            label={texts.email}
            autoComplete="username"
            failure={failure}
            required
          />
          <Field
            name="password"
            type="password"
            label={texts.password}
            autoComplete="new-password"
            failure={failure}
            required
          />
        </Form>
      </section>
    ),
  };
}

/** Makes an account. An email that is known already leads to signing in: nobody takes an account over by it. */
export function signUp(visit: Visit): Promise<Response | Page> {
  const { site, form, locale, texts, request, sessions } = visit;
  const again = (failure: Failure) => signUpPage(visit, {}, failure);
  return saving(
    visit,
    async () => {
      const told = {
        // Of its own, so that it makes somebody new or is refused: by the email alone it would change who is there.
        reference: `site-${crypto.randomUUID()}`,
        email: form.get('email') ?? '',
        password: form.get('password') ?? '',
        first_name: form.get('first_name') ?? '',
        last_name: form.get('last_name') ?? '',
        locale,
        timezone: cookieOf(request, 'zone') || undefined,
      };
      const { results } = await site.post('users', told).catch((error: unknown) => {
        // A time zone that the office does not know is no reason to turn somebody away.
        const isZone = error instanceof SiteError && error.errors.some(({ path }) => path === 'timezone');
        if (!isZone) throw error;
        return site.post('users', { ...told, timezone: undefined });
      });
      const [made] = results;
      if (made?.state !== 'created' || made.id === null)
        throw new SiteError(400, { errors: [{ path: 'email', code: '', message: texts.email_taken }] });
      return leadTo(visit, form.get('to') ?? '/account', [sessions.begin(request, { user_id: made.id })]);
    },
    again,
  );
}

export function recoveryPage({ texts }: Visit, _place?: unknown, failure?: Failure): Page {
  return {
    title: texts.forgot_password,
    body: (
      <section className="narrow">
        <h1>{texts.forgot_password}</h1>
        <Form action="/recovery" submit={texts.send_link} failure={failure}>
          <Field
            name="email"
            type="email"
            label={texts.email}
            autoComplete="username"
            failure={failure}
            required
          />
        </Form>
      </section>
    ),
  };
}

export function recover(visit: Visit): Promise<Response | Page> {
  return saving(
    visit,
    async () => {
      await visit.site.post('password/recovery', { email: visit.form.get('email') ?? '' });
      return '/sign-in?note=link';
    },
    (failure) => recoveryPage(visit, {}, failure),
  );
}

/** Shows the form of a mailed link, whose token a script takes from behind the `#`. */
export function passwordPage({ texts, form }: Visit, _place?: unknown, failure?: Failure): Page {
  return {
    title: texts.new_password,
    body: (
      <section className="narrow">
        <h1>{texts.new_password}</h1>
        <Form action="/password" submit={texts.save} failure={failure} takesToken>
          <input type="hidden" name="token" value={form.get('token') ?? ''} />
          <Field
            name="password"
            type="password"
            label={texts.new_password}
            autoComplete="new-password"
            failure={failure}
            required
          />
        </Form>
      </section>
    ),
  };
}

export function setPassword(visit: Visit): Promise<Response | Page> {
  const { form, site } = visit;
  return saving(
    visit,
    async () => {
      await site.post('password', { token: form.get('token') ?? '', password: form.get('password') ?? '' });
      return '/sign-in?note=saved';
    },
    (failure) => passwordPage(visit, {}, failure),
  );
}
