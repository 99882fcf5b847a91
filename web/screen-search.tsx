import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useOpenScreens } from './screen.ts';

const [store, spotlight] = createSpotlight();

/** Finds a screen by its title, or by `#123` the records of that id; what one may not open is not found. */
export function ScreenSearch({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const screens = useOpenScreens();
  const navigate = useNavigate();
  const id = /^#\s*(\d{1,10})$/.exec(query.trim())?.[1];

  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened]);

  const found = id
    ? screens.flatMap(({ record, title }) =>
        record
          ? [
              entry(
                `${record.noun} #${id}${record.about ? `: ${record.about}` : ''}`,
                title,
                () => void navigate({ href: record.address(Number(id)) }),
              ),
            ]
          : [],
      )
    : screens
        .filter(({ menu }) => menu)
        .filter(({ title, menu }) => matches(`${title} ${menu?.group}`, query))
        .map(({ title, menu, path }) => entry(title, menu?.group ?? '', () => void navigate({ to: path })));

  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      actions={found}
      filter={(_query, actions) => actions}
      nothingFound={id ? `No record can be opened by the id ${id}` : 'No screen matches'}
      searchProps={{ placeholder: 'Screen, or # and an id', 'aria-label': 'Screen, or # and an id' }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.45 }}
      attributes={{ content: { 'aria-label': 'Search the screens' } }}
      scrollable
      maxHeight={420}
      transitionProps={{ duration: 80 }}
    />
  );
}

function entry(label: string, description: string, onClick: () => void) {
  return { id: `${label} ${description}`, label, description, onClick };
}

function matches(text: string, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  return words.every((word) => text.toLowerCase().includes(word));
}
