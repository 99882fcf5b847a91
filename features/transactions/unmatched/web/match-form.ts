import type { FoundUser } from '../../../../web/parts/user-search.tsx';
import { type FormValues, useSchemaForm } from '../../../../web/ui/form/schema-form.ts';
import { namedByStaff, type UnmatchedPayment } from '../contract.ts';
import type { FoundSold } from './sold-search.tsx';

/** The sale in the form: what was sold under another type stays until the program changes, and is not sent. */
export type MatchValues = FormValues<
  typeof namedByStaff,
  { class_id: FoundSold | null; event_id: FoundSold | null; user_id: FoundUser | null }
>;
export type MatchForm = ReturnType<typeof useMatchForm>;

/** Begins with the program, 0 or null for none, and with what a site’s sale names, or the type that the payment seems to be of. */
export function useMatchForm(payment: UnmatchedPayment, program_id: number) {
  return useSchemaForm({
    schema: namedByStaff,
    initialValues: {
      program_id: program_id || null,
      type: typeOf(payment),
      class_id: isOfClass(payment) ? (payment.sale?.sold ?? null) : null,
      event_id: payment.sale?.type === 'event' ? payment.sale.sold : null,
      subscription: payment.sale?.subscription ?? 'month',
      user_id: null,
      code: payment.sale?.code ?? '',
    } as MatchValues,
    bodyOf,
    missing: { program_id: 'Choose a program', user_id: 'Choose who bought it' },
    // The schema asks for these only once all else is there.
    checks: ({ type, class_id, event_id }) => ({
      ...((type === 'class' || type === 'bundle') && !class_id && { class_id: `Choose the ${type}` }),
      ...(type === 'event' && !event_id && { event_id: 'Choose the event' }),
    }),
  });
}

function isOfClass({ sale }: UnmatchedPayment): boolean {
  return sale?.type === 'class' || sale?.type === 'bundle';
}

function typeOf({ missing, sale }: UnmatchedPayment): MatchValues['type'] {
  if (sale) return sale.type;
  if (missing.includes('event') || missing.includes('tickets')) return 'event';
  return missing.includes('membership') ? 'membership' : 'class';
}

function bodyOf({ program_id, type, class_id, event_id, subscription, user_id, code }: MatchValues) {
  return {
    program_id,
    type,
    ...((type === 'class' || type === 'bundle') && class_id && { class_id: class_id.id }),
    ...(type === 'event' && event_id && { event_id: event_id.id }),
    ...(type === 'membership' && { subscription }),
    user_id: user_id?.id,
    ...(code.trim() !== '' && { code }),
  };
}
