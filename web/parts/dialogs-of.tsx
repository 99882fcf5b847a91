import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { type Access, type Actor, mayAccess } from '../../core/access.ts';
import { useActor } from '../session.tsx';
import { type Address, addressId } from '../ui/address.ts';

const RecordDialog = lazy(() => import('./record-dialog.tsx').then((m) => ({ default: m.RecordDialog })));
const ForbiddenDialog = lazy(() =>
  import('./forbidden-dialog.tsx').then((m) => ({ default: m.ForbiddenDialog })),
);

/** What a dialog is given: the record (null for a new one) and what its screen knows beside it. */
export type DialogProps<Row, Given = object> = Given & { record: Row; onClose: () => void };

type DialogOf<Row, Given> = {
  /** Who is offered it, as the route that it calls has it; without it whoever may touch the record. */
  access?: Access;
  /** Why it cannot be opened for a record as that is now; null where it can. */
  refusal?: (record: Row, actor: Actor) => string | null;
  /** What its screen has to know first, in words; null where it does. */
  wants?: (beside: Given) => string | null;
} & (
  | { load: () => Promise<ComponentType<DialogProps<Row, Given>>>; isNew?: false }
  /** Makes a record: it loads none, and the address says 1. */
  | { load: () => Promise<ComponentType<DialogProps<null, Given>>>; isNew: true }
);

type NounDialogs<Row, Given, Name extends string> = {
  noun: string;
  /** Reads a record by its id, where the page of the list does not hold it; a 404 where it is not there or foreign. */
  read: (id: number, given: Given) => Promise<Row>;
  /** Whose records the person may touch; any other is told of as one that is not there. */
  may?: (actor: Actor, record: Row) => boolean;
  dialogs: Record<Name, DialogOf<Row, Given>>;
};

type Ids<Name extends string> = Record<Name, typeof addressId>;

/** A noun's dialogs, declared once; of several that an address names, the first that is declared is shown. */
export function dialogsOf<Row, Given extends object, Name extends string>(
  given: NounDialogs<Row, Given, Name>,
) {
  const { noun, read, may: mayTouch, dialogs } = given;
  const names = Object.keys(dialogs) as Name[];
  const each = <Value,>(value: Value) =>
    Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
  const components = new Map(names.map((name) => [name, lazy(() => asDefault(dialogs[name].load))]));

  const may = (actor: Actor, name: Name, record: Row): boolean => {
    const { access, refusal } = dialogs[name];
    if (access && !mayAccess(actor, access)) return false;
    return (mayTouch?.(actor, record) ?? true) && (refusal?.(record, actor) ?? null) === null;
  };

  /** What a screen does with them; `beside` is handed to each, `rowOf` finds a record on the page of the list. */
  const useDialogs = (
    address: Pick<Address<Ids<Name>>, 'state' | 'openDialog' | 'closeDialog'>,
    rowOf: (id: number) => Row | undefined,
    beside: Given,
  ) => {
    const actor = useActor();
    const { state, openDialog, closeDialog } = address as unknown as Opening;
    const idOf = (one: Name) => state[one] ?? 0;
    // What a link says of the dialog alone goes with it.
    const none: Record<string, number | undefined> = { ...each(0), translate_to: undefined };
    const close = () => closeDialog(none);
    const open = (name: Name, id = 1) => openDialog({ ...none, [name]: id });
    const name = names.find((one) => idOf(one) > 0);
    return {
      open,
      close,
      /** Render it anywhere in the screen. */
      element: name !== undefined && (
        <Suspense key={`${name} ${idOf(name)}`}>{elementOf(name, idOf(name))}</Suspense>
      ),
    };

    function elementOf(name: Name, id: number): ReactNode {
      const { access, refusal, wants, isNew } = dialogs[name];
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
};

async function asDefault(load: () => Promise<unknown>): Promise<{ default: ComponentType<object> }> {
  return { default: (await load()) as ComponentType<object> };
}
