import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { SharedPart } from '../../../web/screen.ts';
import type { AdminUser } from '../contract.ts';

export function SignInDialog({ record: { id, email }, onClose }: DialogProps<AdminUser>) {
  return <SharedPart part="colleagueSignIn" id={id} email={email} onClose={onClose} />;
}
