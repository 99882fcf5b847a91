import { queryOptions } from '@tanstack/react-query';

/** State of the server that answers: its version, and whether it is still making demo data. */
export const health = queryOptions({
  queryKey: ['healthz'],
  queryFn: async () => (await (await fetch('/healthz')).json()) as { version: string; making_demo: boolean },
});
