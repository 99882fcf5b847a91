import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { directionOf } from '../../../core/locales.ts';

import { textDifference } from '../../../web/parts/translations/text-difference.ts';
import { TextParts } from '../../../web/parts/translations/text-parts.tsx';
import { languageName } from '../../../web/parts/translations/translations-dialog-languages.tsx';
import { labelOf } from '../../../web/ui/form/field-words.ts';
import { LoadError } from '../../../web/ui/table/loaded-list.tsx';
import type { Outdated, OutdatedText } from '../contract.ts';
import { calls } from './calls.ts';
import classes from './outdated-texts.module.css';

/** Outdated texts of a record below the English of then and now, with the difference marked. */
export function OutdatedTexts({ noun, id }: Pick<Outdated, 'noun' | 'id'>) {
  const { data, error, refetch } = useQuery(calls.outdatedTexts.queryOptions({ input: { noun, id } }));
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Text size="sm" role="status" mt="md" mih="8rem">
        Loading texts…
      </Text>
    );
  // Languages that were translated from the same English are read together.
  const groups = [...Map.groupBy(data.texts, ({ field, earlier }) => JSON.stringify([field, earlier]))];
  return groups.map(([key, texts]) => <FieldTexts key={key} texts={texts} />);
}

function FieldTexts({ texts }: { texts: readonly OutdatedText[] }) {
  const [first] = texts;
  if (!first) return null;
  const { field, earlier, english } = first;
  const { before, after } = textDifference(earlier ?? english, english);
  return (
    <section className={classes.field} aria-label={labelOf(field)}>
      <h3 className={classes.label}>{labelOf(field)}</h3>
      <div className={classes.pair}>
        <div>
          <h4 className={classes.side}>English when translated</h4>
          {earlier === null ? (
            <p className={classes.text}>Not recorded</p>
          ) : (
            <p className={classes.text} lang="en">
              <TextParts parts={before} as="del" />
            </p>
          )}
        </div>
        <div>
          <h4 className={classes.side}>English now</h4>
          <p className={classes.text} lang="en">
            <TextParts parts={after} as="ins" />
          </p>
        </div>
      </div>
      <dl className={classes.translations}>
        {texts.map(({ language, text }) => (
          <div key={language}>
            <dt>{languageName(language)}</dt>
            <dd lang={language} dir={directionOf(language)}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
