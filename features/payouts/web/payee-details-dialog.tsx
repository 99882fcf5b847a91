import { Suspense } from 'react';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { SharedPart } from '../../../web/screen.ts';
import { payeeOf } from '../rules.ts';
import { type NamedPayee, reloadAll } from './calls.ts';

export function PayeeDetailsDialog({ record, onClose }: DialogProps<NamedPayee>) {
  const close = () => {
    onClose();
    void reloadAll();
  };
  return (
    <Suspense>
      <SharedPart
        part="payoutDetails"
        user={{ id: payeeOf(record.id)?.user_id ?? 0, name: record.instructor_name ?? '' }}
        onClose={close}
      />
    </Suspense>
  );
}
