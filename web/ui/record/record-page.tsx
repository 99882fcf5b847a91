import { Tabs } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { CARRIED } from '../address.ts';
import { linkTo } from '../link-to.ts';
import { PageHeading } from '../page-heading.tsx';
import { shortcutOf } from '../shortcut.ts';
import { awaitReturn, lastLeft } from '../table/cursor/left-list.ts';
import { actionOf } from '../table/cursor/row-keys.ts';
import { RecordActions } from '../table/row-actions.tsx';
import { CopyId } from './copy-id.tsx';
import classes from './record-page.module.css';

export type Fact = { key: string; header: string; content: ReactNode };

export type Section = { key: string; title: string; content: ReactNode };

type List = { to: string; title: string };

type RecordPageProps = {
  id: number;
  name: string;
  /** Lists that the record is in; the way back is to the one that was left last. */
  lists: readonly List[];
  status?: ReactNode;
  facts: readonly Fact[];
  actions?: ReactNode;
  children?: ReactNode;
  sections: readonly Section[];
  /** Key of the section shown; any other shows the first. */
  section: string;
  onSection: (key: string) => void;
};

/** Page of one record: head with name, status, facts and actions, and its sections as tabs, of which one is loaded. */
export function RecordPage(props: RecordPageProps) {
  const { id, name, lists, status, facts, actions, children, sections, section, onSection } = props;
  useVerbKeys();
  const shown = sections.find(({ key }) => key === section) ?? sections[0];
  return (
    <article className={classes.record} aria-label={name}>
      <BackLink lists={lists} />
      <header className={classes.head}>
        <div className={classes.name}>
          <PageHeading title={name}>
            <bdi>{name}</bdi>
          </PageHeading>
          <span className={classes.marks}>
            {status}
            <CopyId id={id} />
          </span>
        </div>
        {actions && (
          <div className={classes.actions}>
            <RecordActions value>{actions}</RecordActions>
          </div>
        )}
      </header>
      {facts.length > 0 && <Facts facts={facts} />}
      {children}
      {shown && sections.length === 1 && <section aria-label={shown.title}>{shown.content}</section>}
      {shown && sections.length > 1 && (
        <Tabs value={shown.key} onChange={(key) => key && onSection(key)} keepMounted={false}>
          <Tabs.List className={classes.tabs}>
            {sections.map(({ key, title }) => (
              <Tabs.Tab key={key} value={key}>
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={shown.key} className={classes.section}>
            <Fragment key={shown.key}>{shown.content}</Fragment>
          </Tabs.Panel>
        </Tabs>
      )}
    </article>
  );
}

/** Leads back to the list as it was left: filters, page and cursor. */
function BackLink({ lists }: Pick<RecordPageProps, 'lists'>) {
  const [back] = useState(() => {
    const list = lastLeft(lists);
    return list && { ...list, search: awaitReturn(list.to) };
  });
  const search: Record<string, unknown> = useSearch({ strict: false });
  return (
    back && (
      <Link {...linkTo(back.to, inPresent(back.search, search[CARRIED]))} className={classes.back}>
        <IconArrowLeft size={14} aria-hidden /> {back.title}
      </Link>
    )
  );
}

/** The filters of a list as it was left, from its first page where the program has been switched since. */
function inPresent(left: Record<string, unknown>, program: unknown): object {
  if (Number(left[CARRIED] ?? 0) === Number(program ?? 0)) return left;
  return { ...left, page: undefined, [CARRIED]: program };
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ key, header, content }) => (
        <div key={key}>
          <dt>{header}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}

/** E edits the record, and the letters of its verbs take them, as they do on a row. */
function useVerbKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const head = document.querySelector('main article > header');
      const key = shortcutOf(event);
      if (!head || key === null) return;
      const verb = key === 'e' ? head.querySelector<HTMLElement>('[data-verb="Edit"]') : actionOf(head, key);
      if (!verb) return;
      event.preventDefault();
      verb.focus();
      verb.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
