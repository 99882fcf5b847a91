import { attend, myClasses } from './pages/account.tsx';
import { checkoutPage, paid, pay } from './pages/checkout.tsx';
import { classList, classPage } from './pages/classes.tsx';
import { coins, redeem } from './pages/coins.tsx';
import { earnings, earningsOfMonth, payouts, statement } from './pages/earnings.tsx';
import { buyTickets, buyWithEvent, eventList, eventPage } from './pages/events.tsx';
import { gifts } from './pages/gifts.tsx';
import { home } from './pages/home.tsx';
import { landingContent, landingPage } from './pages/landing-pages.tsx';
import { beginLogin, continueLogin, endLogin } from './pages/login-as.tsx';
import { paymentMethod, savePaymentMethod } from './pages/payment-method.tsx';
import { askRefund, payments } from './pages/payments.tsx';
import { deliver, purchases, tickets } from './pages/purchases.tsx';
import {
  passwordPage,
  recover,
  recoveryPage,
  setPassword,
  signIn,
  signInPage,
  signOut,
  signUp,
  signUpPage,
} from './pages/sign-in.tsx';
import type { Page } from './visits/page.ts';
import type { Visit } from './visits/visit.ts';

type Place = Readonly<Record<string, string>>;
type Answer = (visit: Visit, place: Place) => Page | Response | Promise<Page | Response>;

/** A last `{+path}` takes slashes too. */
const ROUTES: Readonly<Record<string, Answer>> = {
  'GET /': home,
  'GET /classes': classList,
  'GET /classes/{id}': classPage,
  'GET /events': eventList,
  'GET /events/{id}': (visit, place) => eventPage(visit, place),
  'POST /events/{id}/tickets': buyTickets,
  'POST /events/{id}/purchase': buyWithEvent,
  'GET /gifts': gifts,
  'GET /pages/{+path}': landingPage,
  'GET /landing/{+path}': landingContent,
  'GET /sign-in': (visit) => signInPage(visit),
  'POST /sign-in': signIn,
  'POST /sign-out': signOut,
  'GET /sign-up': (visit) => signUpPage(visit),
  'POST /sign-up': signUp,
  'GET /recovery': (visit) => recoveryPage(visit),
  'POST /recovery': recover,
  'GET /password': (visit) => passwordPage(visit),
  'POST /password': setPassword,
  'GET /checkout': (visit) => checkoutPage(visit),
  'POST /checkout': pay,
  'GET /checkout/paid': paid,
  'GET /account': myClasses,
  'POST /account/attend': attend,
  'GET /account/coins': (visit) => coins(visit),
  'POST /account/coins': redeem,
  'GET /account/tickets': tickets,
  'GET /account/purchases': (visit) => purchases(visit),
  'POST /account/purchases/{id}': deliver,
  'GET /account/payments': (visit) => payments(visit),
  'POST /account/payments': askRefund,
  'GET /account/earnings': earnings,
  'GET /account/earnings/{month}': earningsOfMonth,
  'GET /account/statements/{file}': statement,
  'GET /account/payouts': payouts,
  'GET /account/payment-method': (visit) => paymentMethod(visit),
  'POST /account/payment-method': savePaymentMethod,
  'POST /login-as': beginLogin,
  'POST /login-as/continue': continueLogin,
  'POST /login-as/end': endLogin,
};

const PATTERNS = Object.entries(ROUTES).map(([name, answer]) => {
  const [method = '', path = ''] = name.split(' ');
  const pattern = path.replace(
    /\{(\+?)(\w+)\}/g,
    (_, plus: string, each: string) => `(?<${each}>${plus ? '.+' : '[^/]+'})`,
  );
  return { method, pattern: new RegExp(`^${pattern}/?$`), answer };
});

export function routeOf(method: string, path: string): { answer: Answer; place: Place } | null {
  for (const { pattern, answer, ...route } of PATTERNS) {
    const found = route.method === (method === 'HEAD' ? 'GET' : method) ? pattern.exec(path) : null;
    if (found) return { answer, place: decoded(found.groups ?? {}) };
  }
  return null;
}

/** A part that cannot be decoded stays as it is, and leads to nothing. */
function decoded(groups: Place): Place {
  const parts = Object.entries(groups).map(([name, value]) => {
    try {
      return [name, decodeURIComponent(value)];
    } catch {
      return [name, value];
    }
  });
  return Object.fromEntries(parts) as Place;
}
