import { Title } from '@mantine/core';
import { useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

let shown: string | null = null;

type PageHeadingProps = {
  title: string;
  /** Part of a screen, where one path has several: another part counts as a navigation. */
  part?: string;
  children?: ReactNode;
};

/** The one `h1`: sets the document title, and takes the focus after a navigation, to be read out. */
export function PageHeading({ title, part = '', children }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The match keeps its address while the next screen is on its way; the location does not.
  const { pathname } = useMatch({ strict: false });

  useEffect(() => {
    document.title = `${title} · Provost`;
  }, [title]);

  useEffect(() => {
    const inside = heading.current?.closest('main')?.contains(document.activeElement);
    // The first page of a visit keeps the browser's own order, and a field that asked for the focus keeps it.
    const place = `${pathname} ${part}`;
    if (shown !== null && shown !== place && !inside) heading.current?.focus({ preventScroll: true });
    shown = place;
  }, [pathname, part]);

  return (
    <Title
      order={1}
      ref={heading}
      tabIndex={-1}
      title={title}
      lineClamp={2}
      style={{ outline: 'none', overflowWrap: 'anywhere' }}
    >
      {children ?? title}
    </Title>
  );
}
