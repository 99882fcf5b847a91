import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useOnce } from '../../../web/ui/use-once.ts';
import { calls } from './calls.ts';
import classes from './free-memory.module.css';

/** Elements allowed in the two fragments; anything else is removed. */
const ALLOWED = {
  ALLOWED_TAGS: ['h3', 'p', 'dl', 'dt', 'dd', 'table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
  ALLOWED_ATTR: ['scope'],
  RETURN_DOM_FRAGMENT: true as const,
};

/** Memory figures; a failure empties the panel (specification: Dashboard). */
export function FreeMemory() {
  const [fragments, setFragments] = useState<readonly DocumentFragment[]>([]);
  const { busy, once } = useOnce();
  const free = () =>
    once(
      async () => {
        const [answer, { default: purify }] = await Promise.all([
          calls.freeMemory.call({}),
          import('dompurify'),
        ]);
        setFragments(answer.map((html) => purify.sanitize(html, ALLOWED)));
      },
      () => setFragments([]),
    );
  return (
    <section aria-labelledby="free-memory" className={classes.box}>
      {/* It is seldom work: folded, below everything else. */}
      <details>
        <summary>
          <h2 id="free-memory">Free Memory</h2>
        </summary>
        <div className={classes.head}>
          <Text size="sm" c="dimmed">
            Memory of the server and PostgreSQL. Memory is only freed if the server was started with
            --expose-gc.
          </Text>
          <Button size="sm" variant="default" disabled={busy} onClick={() => void free()}>
            {busy ? 'Loading…' : 'Free memory'}
          </Button>
        </div>
        <div className={classes.panel} role="status">
          {fragments.map((fragment, index) => (
            <Fragment key={index === 0 ? 'process' : 'postgres'} fragment={fragment} />
          ))}
        </div>
      </details>
    </section>
  );
}

function Fragment({ fragment }: { fragment: DocumentFragment }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.replaceChildren(fragment.cloneNode(true)), [fragment]);
  return <div ref={place} />;
}
