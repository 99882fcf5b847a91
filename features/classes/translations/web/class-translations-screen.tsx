import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { NotFoundPage } from '../../../../web/not-found-page.tsx';
import { failureOf } from '../../../../web/ui/failure.ts';
import { PageHeading } from '../../../../web/ui/page-heading.tsx';
import { LoadError } from '../../../../web/ui/table/loaded-list.tsx';
import { calls } from './calls.ts';
import { TranslationsForm } from './translations-form.tsx';

export function ClassTranslationsScreen() {
  const { id: given = '' } = useParams({ strict: false }) as { id?: string };
  const id = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 0;
  // The form holds what it was opened with: a later answer must not come under the hands of who edits.
  const { data, error, refetch } = useQuery(
    calls.classTranslations.queryOptions({
      input: { id },
      enabled: id > 0,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  );
  if (id === 0 || (error && failureOf(error).status === 404))
    return <NotFoundPage what={id > 0 ? `class #${id}` : null} />;
  const name = data?.translations.find(({ language_slug }) => language_slug === 'en')?.class_name;
  return (
    <div aria-busy={!data && !error}>
      <PageHeading title={`Translations of class #${id}${name ? ` ${name}` : ''}`}>
        <Text span inherit c="dimmed">
          Translations of class #{id}
        </Text>{' '}
        <span dir="auto">{name}</span>
      </PageHeading>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && <TranslationsForm key={id} id={id} loaded={data} />}
      {!data && !error && <Skeleton height={560} mt="md" />}
    </div>
  );
}
