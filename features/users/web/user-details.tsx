import { useQuery } from '@tanstack/react-query';
import { COIN, inCoins } from '../../../core/coins.ts';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import { Loading } from '../../../web/ui/loading.tsx';
import { Field, FieldList } from '../../../web/ui/record/field-list.tsx';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import { Time } from '../../../web/ui/time.tsx';
import { deliveryLine } from '../delivery.ts';
import { DETAIL_FIELDS } from '../user-schemas.ts';
import { calls, type Person } from './calls.ts';

export function UserDetails({ record: { id } }: { record: Person }) {
  const { data, error, refetch } = useQuery(calls.siteUser.queryOptions({ input: { id } }));
  if (!data) return error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Loading />;
  const { user } = data;
  return (
    <FieldList>
      <Field label="Joined">
        <Time value={user.dateadded} />
      </Field>
      <Field label="Member since">{user.membership_at && <Time exact value={user.membership_at} />}</Field>
      <Field label={COIN}>
        {`Balance ${inCoins(user.lilt_balance)} · Lifetime ${inCoins(user.lilt_total)} · Level ${user.level}`}
      </Field>
      <Field label={DETAIL_FIELDS.locale.label}>{languageName(user.locale)}</Field>
      <Field label="Categories">
        {user.categories
          .map(({ category_name, sub_category_name }) =>
            [category_name, sub_category_name].filter(Boolean).join(' › '),
          )
          .join(', ')}
      </Field>
      <Field label={DETAIL_FIELDS.lilt_delivery.label}>{deliveryLine(user.lilt_delivery)}</Field>
      {TEXTS.map((name) => (
        <Field key={name} label={DETAIL_FIELDS[name].label}>
          {user[name]}
        </Field>
      ))}
      {user.bounced_at && (
        <Field label="Emails bounced">
          <Time value={user.bounced_at} />
        </Field>
      )}
    </FieldList>
  );
}

const TEXTS = [
  'gulfpower_empid',
  'student_profession',
  'experience',
  'more_about_you',
  'other_information',
] as const;
