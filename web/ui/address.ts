import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { z } from 'zod';

/** Schemas of what stands in an address; what cannot be read counts as not being there. */
export const addressPage = z.coerce.number().int().min(1).catch(1);
export const addressText = z.string().max(200).catch('');
export const addressId = z.coerce.number().int().min(0).catch(0);
export function addressChoice<const Choices extends readonly [string, ...string[]]>(choices: Choices) {
  return z.enum(choices).optional().catch(undefined);
}

type AddressSchema = z.ZodObject;
type Change<Schema extends AddressSchema> = Partial<z.output<Schema>>;

export type Address<Schema extends AddressSchema> = {
  state: z.output<Schema>;
  /** A change of anything but the page goes back to page 1; each change is a step for Back. */
  change: (change: Change<Schema>) => void;
  /** Opens a dialog: like `change`, but the page stays and `closeDialog` takes the step back. */
  openDialog: (change: Change<Schema>) => void;
  closeDialog: (change: Change<Schema>) => void;
};

/**
 * The state of a screen, kept in the address, so that reload, Back and a new tab show the same. What equals the
 * default is left out. Make the schema outside the component: `z.object({ page: addressPage, name: addressText })`.
 */
export function useAddress<Schema extends AddressSchema>(schema: Schema): Address<Schema> {
  const navigate = useNavigate();
  const router = useRouter();
  const search = useLocation().search as Record<string, unknown>;
  const state = useMemo(() => schema.parse(search), [schema, search]);

  const go = useCallback(
    (change: Record<string, unknown>, options: { replace?: boolean; dialog?: boolean }) =>
      void navigate({
        to: '.',
        search: (current: Record<string, unknown>) => withoutDefaults(schema, { ...current, ...change }),
        replace: options.replace ?? false,
        resetScroll: false,
        state: (current) => ({ ...current, openedHere: options.dialog ?? false }),
      }),
    [navigate, schema],
  );

  return {
    state,
    change: useCallback(
      (change) => go('page' in schema.shape ? { page: 1, ...change } : change, {}),
      [go, schema],
    ),
    openDialog: useCallback((change) => go(change, { dialog: true }), [go]),
    closeDialog: useCallback(
      (change) => {
        if (router.state.location.state.openedHere) window.history.back();
        else go(change, { replace: true });
      },
      [go, router],
    ),
  };
}

/** Plain `name=value` pairs: the router's own way puts JSON into the address. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).filter(([, value]) => textOf(value) !== '');
  const text = new URLSearchParams(pairs.map(([name, value]) => [name, textOf(value)])).toString();
  return text && `?${text.replaceAll('%2C', ',')}`;
}

function withoutDefaults(schema: AddressSchema, search: Record<string, unknown>): Record<string, unknown> {
  const defaults = schema.parse({});
  return Object.fromEntries(
    Object.entries(search).filter(([name, value]) => textOf(value) !== textOf(defaults[name])),
  );
}

/** Only plain values stand in an address. */
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
