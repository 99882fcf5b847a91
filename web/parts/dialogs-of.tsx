import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { type Access, type Actor, mayAccess } from '../../core/access.ts';
import { useActor } from '../session.tsx';
import { type Address, addressId } from '../ui/address.ts';
import { Redirect } from '../ui/redirect.tsx';
import { addressOf, type RecordNoun } from './records/record-pages.ts';

const RecordDialog = lazy(() => import('./record-dialog.tsx').then((m) => ({ default: m.RecordDialog })));
const ForbiddenDialog = lazy(() =>
  import('./forbidden-dialog.tsx').then((m) => ({ default: m.ForbiddenDialog })),
);

/** Props of a dialog: the record (null for a new one) and further data of its screen. */
export type DialogProps<Row, Given = object> = Given & { record: Row; onClose: () => void };

type DialogOf<Row, Given> = {
  /** Access of the route that it calls; without it everybody who may change the record. */
  access?: Access;
  refusal?: (record: Row, actor: Actor) => string | null;
  /** Returns what the screen still has to load, in words; null where nothing. */
  wants?: (beside: Given) => string | null;
} & (
  | { load: () => Promise<ComponentType<DialogProps<Row, Given>>>; isNew?: false }
  /** Creates a record: none is loaded, and the address says 1. */
  | { load: () => Promise<ComponentType<DialogProps<null, Given>>>; isNew: true }
  /** Leads to a section of the record's page, which shows it instead of a dialog. */
  | { page: RecordNoun; section?: string; load?: never; isNew?: false }
);

type NounDialogs<Row, Given, Name extends string> = {
  noun: string;
  /** Reads a record that is not on the page; throws a 404 where it does not exist or is foreign. */
  read: (id: number, given: Given) => Promise<Row>;
  /** Returns whether the person may change the record; otherwise it is reported as not found. */
  may?: (actor: Actor, record: Row) => boolean;
  dialogs: Record<Name, DialogOf<Row, Given>>;
};

type Ids<Name extends string> = Record<Name, typeof addressId>;

/** Declares a noun's dialogs; of several in the address, the first declared is shown. */
export function dialogsOf<Row, Given extends object, Name extends string>(
  given: NounDialogs<Row, Given, Name>,
) {
  const { noun, read, may: mayTouch, dialogs } = given;
  const names = Object.keys(dialogs) as Name[];
  const each = <Value,>(value: Value) =>
    Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
  const components = new Map(
    names.flatMap((name) => {
      const { load } = dialogs[name];
      return load ? [[name, lazy(() => asDefault(load))] as const] : [];
    }),
  );

  const may = (actor: Actor, name: Name, record: Row): boolean => {
    const { access, refusal } = dialogs[name];
    if (access && !mayAccess(actor, access)) return false;
    return (mayTouch?.(actor, record) ?? true) && (refusal?.(record, actor) ?? null) === null;
  };

  /** Opens them from a screen; `beside` is passed to each, `rowOf` finds a record on the page of the list. */
  const useDialogs = (
    address: Pick<Address<Ids<Name>>, 'state' | 'openDialog' | 'closeDialog' | 'stepDialog'>,
    rowOf: (id: number) => Row | undefined,
    beside: Given,
  ) => {
    const actor = useActor();
    const { state, openDialog, closeDialog, stepDialog } = address as unknown as Opening;
    const idOf = (one: Name) => state[one] ?? 0;
    // What a link says of the dialog alone goes with it.
    const none: Record<string, number | undefined> = { ...each(0), translate_to: undefined };
    const close = () => closeDialog(none);
    const open = (name: Name, id = 1) => openDialog({ ...none, [name]: id });
    const name = names.find((one) => idOf(one) > 0);
    return {
      open,
      close,
      step: (name: Name, id: number) => stepDialog({ ...none, [name]: id }),
      element: name !== undefined && (
        <Suspense key={`${name} ${idOf(name)}`}>{elementOf(name, idOf(name))}</Suspense>
      ),
    };

    function elementOf(name: Name, id: number): ReactNode {
      const dialog = dialogs[name];
      if ('page' in dialog)
        return <Redirect to={addressOf(dialog.page, id)} search={{ section: dialog.section }} />;
      const { access, refusal, wants, isNew } = dialog;
      const Component = components.get(name) as unknown as ComponentType<DialogProps<Row | null, Given>>;
      if (access && !mayAccess(actor, access)) return <ForbiddenDialog onClose={close} />;
      const shown = (record: Row | null) => <Component {...beside} record={record} onClose={close} />;
      if (isNew) return shown(null);
      return (
        <RecordDialog
          noun={noun}
          id={id}
          row={rowOf(id)}
          read={() => read(id, beside)}
          may={(record) => mayTouch?.(actor, record as Row) ?? true}
          wants={wants?.(beside) ?? null}
          refusal={(record) => refusal?.(record as Row, actor) ?? null}
          onClose={close}
        >
          {(record) => shown(record as Row)}
        </RecordDialog>
      );
    }
  };

  return { address: each(addressId), may, useDialogs };
}

type Opening = {
  state: Record<string, number>;
  openDialog: (change: Record<string, number | undefined>) => void;
  closeDialog: (change: Record<string, number | undefined>) => void;
  stepDialog: (change: Record<string, number | undefined>) => void;
};

async function asDefault(load: () => Promise<unknown>): Promise<{ default: ComponentType<object> }> {
  return { default: (await load()) as ComponentType<object> };
}
