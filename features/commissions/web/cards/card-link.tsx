import { Link } from '@tanstack/react-router';
import { useActor } from '../../../../web/session.tsx';
import type { LevelName } from '../../rules.ts';
import classes from './card-link.module.css';

export function cardAddress(
  level: LevelName,
  ownerId: number,
): { to: string; search: Record<string, unknown> } {
  switch (level) {
    case 'site':
      return { to: '/commissions/site', search: {} };
    case 'program':
      return { to: '/commissions/programs', search: { program_id: ownerId } };
    case 'instructor':
      return { to: '/commissions/instructors', search: { name: `#${ownerId}` } };
    case 'class':
      return { to: '/commissions/classes', search: { name: `#${ownerId}` } };
  }
}

/** Links to the card of a group; plain text where the person may not open it. */
export function CardLink({ level, owner_id, label, resolve, children }: CardLinkProps) {
  const actor = useActor();
  if (level === 'site' && actor.role !== 'superadmin') return <>{children ?? nameOf(level, owner_id)}</>;
  const { to, search } = cardAddress(level, owner_id);
  return (
    <Link
      to={to}
      search={{ ...search, ...(resolve && { resolve }) }}
      className={classes.link}
      aria-label={label}
      data-opens={resolve !== undefined || undefined}
      preload={false}
    >
      {children ?? nameOf(level, owner_id)}
    </Link>
  );
}

type CardLinkProps = {
  level: LevelName;
  owner_id: number;
  label?: string;
  resolve?: number | undefined;
  children?: string;
};

/** Names a group: "Class #7", "Global site". */
export function nameOf(level: LevelName, ownerId: number): string {
  return level === 'site' ? 'Global site' : `${level[0]?.toUpperCase()}${level.slice(1)} #${ownerId}`;
}
