import { lazy, Suspense, useState } from 'react';
import { PaymentTab } from '../payment-settings/web/payment-tab.tsx';
import type { Person } from './calls.ts';

const AllowPayoutsDialog = lazy(() =>
  import('../releases/web/payout-release.tsx').then((m) => ({ default: m.AllowPayoutsDialog })),
);
const PaymentDialog = lazy(() =>
  import('../payment-settings/web/payment-dialog.tsx').then((m) => ({ default: m.PaymentDialog })),
);

export function UserPayouts({ record: user }: { record: Person }) {
  const [opened, setOpened] = useState<'edit' | 'allow' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <PaymentTab id={user.id} onEdit={() => setOpened('edit')} onAllow={() => setOpened('allow')} />
      <Suspense>
        {opened === 'edit' && <PaymentDialog user={user} onClose={close} />}
        {opened === 'allow' && <AllowPayoutsDialog user={user} onClose={close} />}
      </Suspense>
    </>
  );
}
