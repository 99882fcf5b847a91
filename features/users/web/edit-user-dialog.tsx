import { lazy, Suspense, useState } from 'react';
import { DEFAULT_PROGRAM } from '../../../core/programs.ts';
import type { DialogProps } from '../../../web/parts/dialogs-of.tsx';
import { useProgramOfNew, useSaveLabel } from '../../../web/parts/program-of-new.ts';
import { RecordDialog } from '../../../web/parts/record-dialog.tsx';
import { useMayAccess } from '../../../web/session.tsx';
import { FormDialog } from '../../../web/ui/dialog/form-dialog.tsx';
import { Loading } from '../../../web/ui/loading.tsx';
import { paymentContract } from '../payment-settings/contract.ts';
import type { SiteUser } from '../user-schemas.ts';
import { calls, nameOf, type Person, readUser, reload } from './calls.ts';
import { PersonFields } from './person-fields.tsx';
import { SiteFields } from './site-fields.tsx';
import { SitesFields } from './sites-fields.tsx';
import { StoreFields } from './store-fields.tsx';
import { type UserValues, useUserForm, valuesOf } from './user-form.ts';
import { tabOf, type UserTab, UserTabs } from './user-tabs.tsx';
import { userWords } from './user-words.tsx';

const CategoriesDialog = lazy(() =>
  import('./user-categories-dialog.tsx').then((m) => ({ default: m.UserCategoriesDialog })),
);
const AllowPayoutsDialog = lazy(() =>
  import('../releases/web/payout-release.tsx').then((m) => ({ default: m.AllowPayoutsDialog })),
);
const PaymentDialog = lazy(() =>
  import('../payment-settings/web/payment-dialog.tsx').then((m) => ({ default: m.PaymentDialog })),
);
const PaymentTab = lazy(() =>
  import('../payment-settings/web/payment-tab.tsx').then((m) => ({ default: m.PaymentTab })),
);

/** Reads the user first: the list holds fewer fields than the form. */
export function EditUserDialog({ record, onClose }: DialogProps<Person>) {
  return (
    <RecordDialog<SiteUser>
      noun="user"
      id={record.id}
      row={undefined}
      read={() => readUser(record.id)}
      onClose={onClose}
    >
      {(user) => <UserFormDialog user={user} onClose={onClose} />}
    </RecordDialog>
  );
}

export function AddUserDialog({ onClose }: DialogProps<null>) {
  return <UserFormDialog user={null} onClose={onClose} />;
}

type UserFormDialogProps = { user: SiteUser | null; onClose: () => void };

/** Shows a 400 as a persistent toast; the dialog shows any other failure (section 8). */
function UserFormDialog({ user, onClose }: UserFormDialogProps) {
  const form = useUserForm(user, useProgramOfNew(DEFAULT_PROGRAM));
  const saveLabel = useSaveLabel({ program_id: form.values.site_program ?? 0, isNew: !user });
  const [tab, setTab] = useState<UserTab>('person');
  const [sending, setSending] = useState({ photo: false, banner: false });
  const [picking, setPicking] = useState(false);
  const [paying, setPaying] = useState(false);
  const [allowing, setAllowing] = useState(false);
  const mayPay = useMayAccess(paymentContract.paymentSettings['~orpc'].meta.access);
  const isSending = sending.photo || sending.banner;

  const save = async (values: UserValues) => {
    const user_data = form.bodyOf(values);
    const saved = user
      ? await calls.updateSiteUser.call({ id: user.id, user_data })
      : await calls.createSiteUser.call({ user_data });
    await reload();
    return saved.user;
  };
  return (
    <>
      <FormDialog
        title={user ? 'Edit user' : 'Add user'}
        name={user ? nameOf(user) : undefined}
        size="xl"
        form={form}
        ready={!isSending}
        covered={picking || paying || allowing}
        saveLabel={isSending ? 'Uploading…' : saveLabel}
        onSave={save}
        onClose={onClose}
        onRefused={(fields) => setTab(tabOf(fields) ?? tab)}
        failures="toast400"
        savedText={user ? undefined : 'User added'}
        added={user ? undefined : ({ id }) => ({ to: '/users', id })}
        wrapper="user_data"
        latest={user ? async () => valuesOf(await readUser(user.id)) : undefined}
        words={userWords}
      >
        <UserTabs
          form={form}
          current={tab}
          onChange={setTab}
          panels={{
            person: (
              <PersonFields
                form={form}
                user={user}
                onSendingPhoto={(photo) => setSending((now) => ({ ...now, photo }))}
              />
            ),
            sites: <SitesFields form={form} user={user} onPickCategories={() => setPicking(true)} />,
            money: user && mayPay && (
              <Suspense fallback={<Loading />}>
                <PaymentTab id={user.id} onEdit={() => setPaying(true)} onAllow={() => setAllowing(true)} />
              </Suspense>
            ),
            store: <StoreFields form={form} user={user} />,
            site: (
              <SiteFields
                form={form}
                user={user}
                onSendingBanner={(banner) => setSending((now) => ({ ...now, banner }))}
              />
            ),
          }}
        />
      </FormDialog>
      {paying && user && (
        <Suspense>
          <PaymentDialog user={user} onClose={() => setPaying(false)} />
        </Suspense>
      )}
      {allowing && user && (
        <Suspense>
          <AllowPayoutsDialog user={user} onClose={() => setAllowing(false)} />
        </Suspense>
      )}
      {picking && (
        <Suspense>
          <CategoriesDialog
            program_id={form.values.site_program ?? 0}
            known={user?.categories ?? []}
            value={form.values.categories}
            onSet={(categories) => form.setFieldValue('categories', categories)}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
