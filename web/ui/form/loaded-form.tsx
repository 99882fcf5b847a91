import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import { Loading } from '../loading.tsx';
import { LoadError } from '../table/loaded-list.tsx';

type LoadedForm<V extends Record<string, unknown>> = {
  form: UseFormReturnType<V>;
  /** False until the values are loaded; pass it to the `FormDialog`. */
  ready: boolean;
  instead: ReactNode;
};

/** Reads the values as the dialog opens, and not again during editing; `read` also serves a 409. */
export function useLoadedForm<V extends Record<string, unknown>>(
  read: () => Promise<V>,
  empty: V,
): LoadedForm<V> {
  const form = useForm<V>({ initialValues: empty });
  const { data, error, refetch } = useQuery({
    queryKey: ['loaded-form', useId()],
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { initialize } = form;
  useEffect(() => {
    if (data) initialize(data);
  }, [data, initialize]);

  const ready = form.initialized;
  useEffect(() => {
    // The dialog gave the focus to its close button for want of a field.
    if (ready) document.querySelector<HTMLElement>('[role="dialog"] [data-autofocus]')?.focus();
  }, [ready]);

  if (ready) return { form, ready, instead: null };
  return {
    form,
    ready,
    instead: error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Loading />,
  };
}
