import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useOpenScreens } from '../../screen.ts';
import classes from './record-link.module.css';
import { addressOf, RECORD_PAGES, type RecordNoun } from './record-pages.ts';

type RecordLinkProps = {
  noun: RecordNoun;
  /** Null where there is no record, as for a sale without an instructor. */
  id: number | null;
  children: ReactNode;
};

/** The name of a record as the link to its page, for those who may open that. */
export function RecordLink({ noun, id, children }: RecordLinkProps) {
  const mayOpen = useOpenScreens().some(({ path }) => path === RECORD_PAGES[noun]);
  if (id === null || id === 0 || !mayOpen) return children;
  return (
    <Link to={addressOf(noun, id)} className={classes.link} preload={false}>
      {children}
    </Link>
  );
}
