import { ASSIGN_TO_ALL, blankOf } from '../../../core/nouns/field-set.ts';
import type { StoredImage } from '../../../web/parts/images/image-field.tsx';
import { localOf, utcOf } from '../../../web/ui/chooser/date-time-range.tsx';
import { type FormValues, useSchemaForm, valuesFrom } from '../../../web/ui/form/schema-form.ts';
import { EVENT_FIELDS, type Event, newEvent } from '../contract.ts';
import { MISSING_PRICES } from '../rules.ts';
import type { GivenProduct } from './product-search.tsx';

/** An event in the form: times in the person's zone, the image with its address. */
export type EventValues = Omit<
  FormValues<
    typeof newEvent,
    { image: StoredImage | null; product: GivenProduct | null; program_id: number }
  >,
  'image_id' | 'product_id'
>;
export type EventForm = ReturnType<typeof useEventForm>;

export function useEventForm(initialValues: EventValues, before: () => Event | null) {
  return useSchemaForm({
    schema: newEvent,
    fields: FIELDS,
    initialValues,
    bodyOf: (values) => bodyOf(values, before()),
    missing: MISSING,
    checks: eventChecks,
  });
}

export function newValues(program_id: number): EventValues {
  return { ...BLANK, program_id };
}

export function valuesOf(event: Event): EventValues {
  return {
    ...valuesFrom(BLANK, event),
    start_at: localOf(event.start_at),
    end_at: localOf(event.end_at),
    image: event.image_id !== null && event.image ? { id: event.image_id, path: event.image } : null,
  };
}

export function eventChecks({ type, price, ticket_price, start_at, end_at }: EventValues) {
  const [from, to] = [utcOf(start_at), utcOf(end_at)];
  return {
    ...(type === 'regular' && price === null && { price: MISSING_PRICES.price }),
    ...(type === 'giveaway' && ticket_price === null && { ticket_price: MISSING_PRICES.ticket_price }),
    ...(from !== null && to !== null && to <= from && { end_at: 'The end must be after the start' }),
  };
}

/** Returns the body; an untouched moment of `before` is sent back exactly, as the fields show no fractions of a second. */
export function bodyOf(values: EventValues, before: Event | null) {
  const { image, product, start_at, end_at, price, ticket_price, ...rest } = values;
  const moment = (local: string, known: string | undefined) =>
    known !== undefined && localOf(known) === local ? known : (utcOf(local) ?? '');
  return {
    ...rest,
    price: values.type === 'regular' ? price : null,
    ticket_price: values.type === 'giveaway' ? ticket_price : null,
    start_at: moment(start_at, before?.start_at),
    end_at: moment(end_at, before?.end_at),
    // A product of old that is not there any more is nobody's to choose, and stays.
    product_id: product?.id ?? (before && !before.product ? before.product_id : null),
    image_id: image?.id ?? 0,
  };
}

const MISSING = {
  usd_price: 'Enter a price',
  price: MISSING_PRICES.price,
  available: 'Enter the number available',
  start_at: 'Enter the start',
  end_at: 'Enter the end',
};

export const FIELDS = { ...EVENT_FIELDS, ...ASSIGN_TO_ALL };

const BLANK: EventValues = {
  ...blankOf(FIELDS),
  price: null,
  ticket_price: null,
  start_at: '',
  end_at: '',
  product: null,
  image: null,
  program_id: 0,
};
