import { SOMEBODY_ELSE } from '../../../../core/second-approver.ts';
import { dialogsOf } from '../../../../web/parts/dialogs-of.tsx';
import { cannotApprove } from '../../refunds/rules.ts';
import type { Beside } from '../../refunds/web/calls.ts';
import { readRequest } from '../../refunds/web/calls.ts';
import type { RefundRequest } from '../contract.ts';

export const requestDialogs = dialogsOf<RefundRequest, Beside, 'approve' | 'reject' | 'open'>({
  noun: 'refund request',
  read: readRequest,
  dialogs: {
    approve: {
      refusal: (request: RefundRequest) => decided(request) ?? sentence(cannotApprove(request)),
      load: () => import('./decide-request-dialogs.tsx').then((m) => m.ApproveRequestDialog),
    },
    reject: {
      refusal: (request: RefundRequest) => decided(request) ?? (request.own ? sentence(SOMEBODY_ELSE) : null),
      load: () => import('./decide-request-dialogs.tsx').then((m) => m.RejectRequestDialog),
    },
    open: { load: () => import('./request-dialog.tsx').then((m) => m.RequestDialog) },
  },
});

function decided({ status, decided_by }: RefundRequest): string | null {
  if (status === null) return null;
  const what = status === 'rejected' ? 'rejected' : 'approved';
  return `${decided_by ?? 'Another admin'} already ${what} this request.`;
}

function sentence(text: string | null): string | null {
  return text && `${text}.`;
}
