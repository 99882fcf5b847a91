import { Anchor, Group, Skeleton } from '@mantine/core';
import { type DefaultError, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { type Access, type Actor, mayAccess } from '../../../core/access.ts';
import type { AuditEntity } from '../../../features/nouns.ts';
import { NotFoundPage } from '../../not-found-page.tsx';
import { useOpenScreens } from '../../screen.ts';
import { useActor } from '../../session.tsx';
import { addressMoment, addressText, useAddress } from '../../ui/address.ts';
import { failureOf } from '../../ui/failure.ts';
import { capital } from '../../ui/form/field-words.ts';
import { linkTo } from '../../ui/link-to.ts';
import { Loading } from '../../ui/loading.tsx';
import { RecordPage } from '../../ui/record/record-page.tsx';
import type { Column } from '../../ui/table/column.ts';
import { LoadError } from '../../ui/table/loaded-list.tsx';
import type { dialogsOf } from '../dialogs-of.tsx';
import type { AsOfDeclaration } from './as-of/as-of-declaration.ts';
import { AsOfOpener } from './as-of/as-of-opener.tsx';

const RecordAsOfPage = lazy(() =>
  import('./as-of/record-as-of-page.tsx').then((m) => ({ default: m.RecordAsOfPage })),
) as typeof import('./as-of/record-as-of-page.tsx').RecordAsOfPage;
const Activity = lazy(() => import('./activity.tsx').then((m) => ({ default: m.Activity })));

export type SectionOf<Row> = {
  key: string;
  title: string;
  access?: Access;
  has?: (record: Row, actor: Actor) => boolean;
  content: ComponentType<{ record: Row }>;
};

export type RecordDeclaration<Row extends { id: number }, Answer> = {
  noun: string;
  entity: AuditEntity;
  /** Paths of the lists that it is in, the first one first where it is opened from none. */
  lists: readonly [string, ...string[]];
  /** Query of the record; a bound admin's program is that of its own place in it. */
  query: (id: number, program_id: number) => UseQueryOptions<Answer, DefaultError, Answer, QueryKey>;
  /** Returns the record of an answer; undefined where a list has none of this id. */
  rowOf: (answer: Answer, id: number) => Row | undefined;
  nameOf: (record: Row) => string;
  status?: (record: Row) => ReactNode;
  /** Columns of the list, so that head and list say the same; without the name and the status. */
  facts: (record: Row) => readonly Column<Row>[];
  sections: readonly SectionOf<Row>[];
  links?: (record: Row) => readonly RecordWay[];
  asOf?: AsOfDeclaration<Row>;
};

export type RecordWay = { title: string } & (
  | {
      to: string;
      search?: Record<string, unknown>;
      /** Path of the screen, which the person must be allowed to open; without it everybody. */
      screen?: string;
    }
  /** Address elsewhere, such as that of a site, which opens in another tab. */
  | { href: string }
);

type DialogsOf<Row, Beside extends object, Name extends string> = Pick<
  ReturnType<typeof dialogsOf<Row, Beside, Name>>,
  'address' | 'useDialogs'
>;

type RecordScreenProps<Row extends { id: number }, Answer, Beside extends object, Name extends string> = {
  of: RecordDeclaration<Row, Answer>;
  dialogs?: DialogsOf<Row, Beside, Name>;
  beside?: Beside;
  actions?: (record: Row, open: (dialog: Name) => void) => ReactNode;
};

/** A record by the id of the address; one that is gone and one of another program are said alike. */
export function RecordScreen<Row extends { id: number }, Answer, Beside extends object, Name extends string>(
  props: RecordScreenProps<Row, Answer, Beside, Name>,
) {
  const { of, dialogs: declared = NO_DIALOGS as unknown as DialogsOf<Row, Beside, Name>, actions } = props;
  const beside = props.beside ?? ({} as Beside);
  const actor = useActor();
  const screens = useOpenScreens();
  const { id: given = '' } = useParams({ strict: false }) as { id?: string };
  const id = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0;
  const inPage = useAddress(SECTION);
  const address = useAddress(declared.address);
  const query = useQuery({ ...of.query(id, actor.program_id), enabled: id > 0 });
  const { data, error, refetch } = query;
  const record = data === undefined ? undefined : of.rowOf(data, id);
  const dialogs = declared.useDialogs(address, (one) => (one === id ? record : undefined), beside);
  const isMissing = id === 0 || (data !== undefined && !record) || (error && failureOf(error).status === 404);
  if (isMissing) return <NotFoundPage what={id > 0 ? `${of.noun} #${id}` : null} />;

  const page = {
    id,
    lists: of.lists.flatMap((to) =>
      screens.flatMap(({ path, title }) => (path === to ? [{ to, title }] : [])),
    ),
    section: inPage.state.section,
    onSection: (section: string) => inPage.replaceDialog({ section }),
  };
  if (!record)
    return (
      <RecordPage key={id} {...page} name={`${capital(of.noun)} #${id}`} facts={[]} sections={[]}>
        {error ? (
          <LoadError error={error} onRetry={() => void refetch()} />
        ) : (
          <div aria-busy>
            <Skeleton height={96} mb="md" />
            <Skeleton height={320} />
          </div>
        )}
      </RecordPage>
    );

  const sections = of.sections
    .filter(({ access, has }) => (!access || mayAccess(actor, access)) && (has?.(record, actor) ?? true))
    .map(({ key, title, content: Content }) => ({ key, title, content: <Content record={record} /> }));
  const { asOf } = of;
  const mayLookBack = asOf && (asOf.has?.(record, actor) ?? true);
  const at = mayLookBack ? inPage.state.as_of : '';
  // A step for Back, and without a dialog that lay over the present.
  const choose = (as_of: string) => inPage.change({ as_of, section: '' });
  if (asOf && at !== '')
    return (
      <Suspense fallback={<Loading />}>
        <RecordAsOfPage
          {...page}
          name={of.nameOf(record)}
          noun={of.noun}
          of={asOf}
          record={record}
          at={at}
          onChoose={choose}
        />
      </Suspense>
    );
  const activity = {
    key: 'activity',
    title: 'Activity',
    content: <Activity entity={of.entity} id={id} />,
  };
  return (
    <>
      <RecordPage
        key={id}
        {...page}
        name={of.nameOf(record)}
        status={of.status?.(record)}
        facts={of.facts(record).map((column) => ({
          key: column.key,
          header: column.header,
          content: contentOf(column, record),
        }))}
        actions={actions?.(record, (dialog) => dialogs.open(dialog, id))}
        sections={[...sections, ...(mayAccess(actor, { area: 'audit' }) ? [activity] : [])].map(
          ({ content, ...section }) => ({
            ...section,
            content: <Suspense fallback={<Loading />}>{content}</Suspense>,
          }),
        )}
      >
        {error && <LoadError error={error} onRetry={() => void refetch()} above />}
        <Ways ways={of.links?.(record) ?? []} />
        {mayLookBack && <AsOfOpener onChoose={choose} />}
      </RecordPage>
      {dialogs.element}
    </>
  );
}

function Ways({ ways }: { ways: readonly RecordWay[] }) {
  const screens = useOpenScreens();
  const open = ways.filter(
    (way) => 'href' in way || !way.screen || screens.some(({ path }) => path === way.screen),
  );
  if (open.length === 0) return null;
  return (
    <Group gap="lg" mb="md">
      {open.map((way) =>
        'href' in way ? (
          <Anchor key={way.title} href={way.href} target="_blank" rel="noopener" size="sm">
            {way.title}
          </Anchor>
        ) : (
          <Anchor key={way.title} component={Link} {...linkTo(way.to, way.search ?? {})} size="sm">
            {way.title}
          </Anchor>
        ),
      )}
    </Group>
  );
}

const NO_DIALOGS = {
  address: {},
  useDialogs: () => ({ open: () => undefined, close: () => undefined, element: false }),
};

const SECTION = { section: addressText, as_of: addressMoment };

const EMPTY: readonly ReactNode[] = [null, undefined, '', false, '–'];

function contentOf<Row>({ cell, unit }: Column<Row>, record: Row): ReactNode {
  const value = cell(record);
  const isEmpty = EMPTY.includes(value);
  if (isEmpty) return '–';
  return unit ? (
    <>
      {value}
      {unit === '%' ? unit : ` ${unit}`}
    </>
  ) : (
    value
  );
}
