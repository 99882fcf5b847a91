import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  Outlet,
  RouterProvider,
  redirect,
} from '@tanstack/react-router';
import { Suspense } from 'react';
import { CrashPage } from './crash-page.tsx';
import { NoAccessPage } from './no-access-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { OpenShell } from './open-shell.tsx';
import { carryProgram, enterAddress } from './program/program-of-tab.ts';
import { type Screen, ScreensProvider, SharedPart } from './screen.ts';
import { SCREENS } from './screens.ts';
import { isSignedIn, onSessionChange, restoreSession, useMayAccess, useSignedInUser } from './session.tsx';
import { Shell } from './shell.tsx';
import { SignedOutShell } from './signed-out-shell.tsx';
import { StepUp } from './step-up/step-up.tsx';
import { parseSearch, stringifySearch } from './ui/address.ts';
import { Failure } from './ui/failure.ts';
import { Loading } from './ui/loading.tsx';
import { PageHeading } from './ui/page-heading.tsx';
import { LoadError } from './ui/table/loaded-list.tsx';
import { Toasts } from './ui/toasts.tsx';

export function App() {
  return (
    <ScreensProvider value={SCREENS}>
      <RouterProvider router={router} />
    </ScreensProvider>
  );
}

let restored = whyNotRestored();

/** Returns why the session could not be restored: without this the sign-in would be shown although the server is down. */
function whyNotRestored(): Promise<Failure | null> {
  return restoreSession().then(
    () => null,
    (error: unknown) =>
      error instanceof Failure && (error.status === 0 || error.status >= 500) ? error : null,
  );
}

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <StepUp />
      <Toasts />
    </>
  ),
  beforeLoad: async () => {
    await restored;
  },
  notFoundComponent: () => <NotFoundPage />,
});

const signedOut = createRoute({ getParentRoute: () => root, id: 'signed-out', component: SignedOutShell });
const open = createRoute({ getParentRoute: () => root, id: 'open', component: OpenShell });

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  search: { middlewares: [carryProgram] },
  beforeLoad: async ({ location, preload }) => {
    const failure = isSignedIn() ? null : await restored;
    if (failure) throw failure;
    if (!isSignedIn()) redirect({ to: '/login', search: wayBack(location.href), throw: true });
    if (preload) return;
    const search = enterAddress(location.search);
    const { pathname: to, hash, state } = location;
    if (search) redirect({ to, search, hash, state, replace: true, throw: true });
  },
  component: SignedIn,
  errorComponent: NotStarted,
});

const anywhere = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  component: () => <NotFoundPage />,
});

const router = createRouter({
  routeTree: root.addChildren([
    signedOut.addChildren(
      SCREENS.filter((screen) => isPublic(screen) && !screen.open).map((screen) =>
        routeOf(screen, signedOut),
      ),
    ),
    open.addChildren(SCREENS.filter((screen) => screen.open).map((screen) => routeOf(screen, open))),
    signedIn.addChildren([
      ...SCREENS.filter((screen) => !isPublic(screen)).map((screen) => routeOf(screen, signedIn)),
      anywhere,
    ]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
});

onSessionChange(() => {
  if (isSignedIn() || router.state.matches.every(({ routeId }) => routeId !== signedIn.id)) return;
  void router.navigate({ to: '/login', search: wayBack(router.state.location.href) });
});

function routeOf(screen: Screen, parent: typeof signedOut | typeof open | typeof signedIn) {
  const Content = lazyRouteComponent(() => screen.component().then((Content) => ({ Content })), 'Content');
  return createRoute({
    getParentRoute: () => parent,
    path: screen.path.replaceAll(':', '$'),
    component: isPublic(screen) ? Content : Guarded,
    loader: () => Content.preload?.(),
  });

  function Guarded() {
    return useMayAccess(screen.access) ? <Content /> : <NoAccessPage title={screen.title} />;
  }
}

function SignedIn() {
  if (useSignedInUser().needs_second_factor === 1)
    return (
      <Suspense fallback={<Loading />}>
        <SharedPart part="secondFactorFirst" />
      </Suspense>
    );
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

function isPublic({ access }: Screen): boolean {
  return access === 'public';
}

function wayBack(href: string): { to?: string } {
  return href === '/' ? {} : { to: href };
}

function NotStarted(thrown: ErrorComponentProps) {
  if (!(thrown.error instanceof Failure)) return <CrashPage {...thrown} />;
  const retry = () => {
    restored = whyNotRestored();
    void router.invalidate();
  };
  return (
    <main style={{ maxWidth: '40rem', margin: '15vh auto 0', padding: 'var(--mantine-spacing-md)' }}>
      <PageHeading title="Provost" />
      <LoadError error={thrown.error} onRetry={retry} />
    </main>
  );
}
