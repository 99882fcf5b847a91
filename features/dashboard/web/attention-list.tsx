import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { parseSearch } from '../../../web/ui/address.ts';
import { LoadedList } from '../../../web/ui/table/loaded-list.tsx';
import type { Attention } from '../contract.ts';
import classes from './attention-list.module.css';
import { ATTENTION_WORDS } from './attention-words.ts';
import { calls, RENEWED } from './calls.ts';

export function AttentionList() {
  const query = useQuery(calls.attention.queryOptions({ input: {}, ...RENEWED, staleTime: 0 }));
  const items = query.data?.items ?? [];
  return (
    <section aria-labelledby="needs-attention" className={classes.attention}>
      <h2 id="needs-attention">Needs attention</h2>
      <LoadedList
        query={query}
        isEmpty={items.length === 0}
        skeleton={<Skeleton height={104} />}
        nothingYet="You're all caught up"
      >
        <ul className={classes.items}>
          {items.map((item) => (
            <Item key={item.kind} {...item} />
          ))}
        </ul>
      </LoadedList>
    </section>
  );
}

function Item({ kind, count, link }: Attention) {
  const { noun, why } = ATTENTION_WORDS[kind];
  const [to = '/', filters = ''] = link.split('?');
  return (
    <li>
      <Link to={to} search={{ ...parseSearch(filters) }} className={classes.item} preload={false}>
        <span className={classes.count}>{count.toLocaleString('en-US')}</span>
        <span>{noun[count === 1 ? 0 : 1]}</span>
      </Link>
      <Text size="sm" c="dimmed">
        {why}
      </Text>
    </li>
  );
}
