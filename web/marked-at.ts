import type { Screen } from './screen.ts';

/** Returns the path that the menu marks at this address: the screen's own, or that of the one it is reached from. */
export function markedAt(
  pathname: string,
  screens: readonly Pick<Screen, 'path' | 'menu' | 'below'>[],
): string | null {
  const parts = pathname.split('/').filter(Boolean);
  const fits = (path: string) => {
    const names = path.split('/').filter(Boolean);
    return (
      names.length <= parts.length && names.every((name, at) => name.startsWith(':') || name === parts[at])
    );
  };
  const [nearest] = screens
    .filter(({ path }) => (path === '/' ? parts.length === 0 : fits(path)))
    // Of two of a length, the one that says more by itself: `/users/imports` is no user.
    .toSorted((a, b) => b.path.split('/').length - a.path.split('/').length || idsIn(a.path) - idsIn(b.path));
  return nearest?.menu ? nearest.path : (nearest?.below ?? null);
}

function idsIn(path: string): number {
  return path.split('/:').length - 1;
}
