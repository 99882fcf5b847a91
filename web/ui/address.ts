import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** Name in the address that one screen hands on to the next. */
export const CARRIED = 'program_id';

/** Reads one value of an address; an invalid one counts as missing. */
type Reader<Value> = (value: unknown) => Value;
export type AddressShape = Record<string, Reader<unknown>>;
export type AddressState<Shape extends AddressShape> = { [Name in keyof Shape]: ReturnType<Shape[Name]> };

export const addressPage: Reader<number> = (value) => addressNumber(value) || 1;
export const addressText: Reader<string> = (value) => {
  const text = textOf(value);
  return text.length <= 200 ? text : '';
};
export const addressId: Reader<number> = (value) => addressNumber(value) ?? 0;
/** An ISO moment; empty for anything else. */
export const addressMoment: Reader<string> = (value) => {
  const text = textOf(value);
  const isMoment = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
  return isMoment ? new Date(text).toISOString() : '';
};
export function addressMatching(pattern: RegExp): Reader<string> {
  return (value) => (pattern.test(textOf(value)) ? textOf(value) : '');
}
export function addressChoice<const Choice extends string>(
  choices: readonly Choice[],
): Reader<Choice | undefined> {
  return (value) => choices.find((choice) => choice === textOf(value));
}

export type Address<Shape extends AddressShape> = {
  state: AddressState<Shape>;
  /** Changes the address; anything but the page goes back to page 1. Each change is a step for Back. */
  change: (change: Partial<AddressState<Shape>>) => void;
  /** Opens a dialog: like `change`, but the page stays and `closeDialog` takes the step back. */
  openDialog: (change: Partial<AddressState<Shape>>) => void;
  closeDialog: (change: Partial<AddressState<Shape>>) => void;
  /** Shows another record in the open dialog, which closes as it would have. */
  stepDialog: (change: Partial<AddressState<Shape>>) => void;
  /** Closes a dialog by a change of the address: Back leads to before the dialog. */
  replaceDialog: (change: Partial<AddressState<Shape>>) => void;
};

/** Keeps a screen's state in the address, without defaults. Make the shape outside the component. */
export function useAddress<Shape extends AddressShape>(shape: Shape): Address<Shape> {
  const navigate = useNavigate();
  const router = useRouter();
  // The location is the next screen's already while this one still stands: a list would show other rows as it is left.
  const search: Record<string, unknown> = useSearch({ strict: false });
  const state = useMemo(() => read(shape, search), [shape, search]);

  const go = useCallback(
    (change: Record<string, unknown>, options: { replace?: boolean; dialog?: boolean }) =>
      void navigate({
        to: '.',
        search: (current: Record<string, unknown>) => {
          const next = withoutDefaults(shape, { ...current, ...change });
          // What goes back to its default is taken out by name: of a program, any other address carries the present one.
          const out = Object.keys(change).filter((name) => !(name in next));
          return { ...next, ...Object.fromEntries(out.map((name) => [name, undefined])) };
        },
        replace: options.replace ?? false,
        resetScroll: false,
        state: (current) => ({ ...current, openedHere: options.dialog ?? false }),
      }),
    [navigate, shape],
  );

  return {
    state,
    change: useCallback((change) => go('page' in shape ? { page: 1, ...change } : change, {}), [go, shape]),
    openDialog: useCallback((change) => go(change, { dialog: true }), [go]),
    closeDialog: useCallback(
      (change) => {
        if (router.state.location.state.openedHere) window.history.back();
        else go(change, { replace: true });
      },
      [go, router],
    ),
    stepDialog: useCallback(
      (change) => go(change, { replace: true, dialog: router.state.location.state.openedHere ?? false }),
      [go, router],
    ),
    replaceDialog: useCallback((change) => go(change, { replace: true }), [go]),
  };
}

/** Parses plain `name=value` pairs: the router's own format is JSON. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => textOf(value) !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, textOf(value)])).toString();
  return text && `?${text.replaceAll('%2C', ',')}`;
}

function read<Shape extends AddressShape>(
  shape: Shape,
  search: Record<string, unknown>,
): AddressState<Shape> {
  const entries = Object.entries(shape).map(([name, reader]) => [name, reader(search[name])]);
  return Object.fromEntries(entries) as AddressState<Shape>;
}

function withoutDefaults(shape: AddressShape, search: Record<string, unknown>): Record<string, unknown> {
  const defaults: Record<string, unknown> = read(shape, {});
  return Object.fromEntries(
    Object.entries(search).filter(([name, value]) => textOf(value) !== textOf(defaults[name])),
  );
}

const MAX_ID = 2_147_483_647;

/** Returns a whole number from 0 as the product writes it: digits without a leading zero; null for anything else. */
export function addressNumber(value: unknown): number | null {
  const text = textOf(value);
  return /^(0|[1-9]\d{0,9})$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null;
}

function textOf(value: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof value)
    ? String(value as string | number | boolean)
    : '';
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    openedHere?: boolean;
  }
}
