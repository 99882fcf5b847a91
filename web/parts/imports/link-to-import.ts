import { linkTo } from '../../ui/link-to.ts';

/** Returns `Link` props for one import, or for the list; the filters of the list stay. */
export function linkToImport(id: number | null) {
  return linkTo('.', ({ page: _page, import: _import, ...filters }: Record<string, unknown>) =>
    id === null ? filters : { ...filters, import: id },
  );
}
