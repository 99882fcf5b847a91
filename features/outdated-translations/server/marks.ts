import { mayAccess } from '../../../core/access.ts';
import { conflict, refuse, refuseField } from '../../../core/errors.ts';
import type { Locale } from '../../../core/locales.ts';
import { must } from '../../../core/must.ts';
import { type Context, type TransactionContext, transact } from '../../../server/context.ts';
import { readAgain } from '../../../server/nouns/changing.ts';
import { markUpToDate, readMarks, restoreMarks } from '../../../server/nouns/translation-marks.ts';
import { languageNamed, textsOfNoun } from '../../../server/nouns/translations.ts';
import { NOUNS, type TranslatedNoun } from '../../nouns.ts';
import type { EarlierMark } from '../contract.ts';

type Item = { noun: TranslatedNoun; id: number; language: Locale; updated_at?: string | undefined };

/**
 * Marks texts as up to date, all or none; returns the mark each had, which {@link markOutdated} takes. A text that is up
 * to date already is left out. 403 for a noun that the caller may not translate, 400 at its field for a record or a text
 * that is not there, 409 by name for a record that was saved after `updated_at`.
 */
export function markManyUpToDate(
  context: Context,
  items: readonly Item[],
): Promise<{ marked: EarlierMark[] }> {
  return eachRecord(context, items, async (tx, record, marks) => {
    const { noun, id } = record;
    const due = record.items
      .map(({ item }) => must(marks.get(item.language), 'mark'))
      .filter(({ outdated }) => outdated);
    if (due.length === 0) return [];
    await record.refuseChanged();
    const updated_at = await markUpToDate(
      tx,
      textsOfNoun(noun),
      id,
      due.map(({ language }) => language),
    );
    return due.map(({ language, made_from }) => ({ noun, id, language, made_from, updated_at }));
  });
}

/** Gives texts the marks they had before {@link markManyUpToDate}, all or none; refuses as that does. */
export function markOutdated(
  context: Context,
  items: readonly EarlierMark[],
): Promise<{ marked: EarlierMark[] }> {
  return eachRecord(context, items, async (tx, record, marks) => {
    const { noun, id } = record;
    const { fields } = NOUNS[noun].languages;
    for (const { item, index } of record.items)
      for (const field of Object.keys(item.made_from))
        if (!fields.some((name) => name === field))
          refuseField(`items.${index}.made_from`, `The ${NOUNS[noun].word} has no text "${field}"`);
    const wanted = record.items.map(({ item }) => item);
    const due = wanted.filter(
      ({ language, made_from }) => !isSame(made_from, must(marks.get(language), 'mark').made_from),
    );
    if (due.length === 0) return [];
    await record.refuseChanged();
    const updated_at = await restoreMarks(tx, textsOfNoun(noun), id, due);
    return due.map(({ language }) => {
      const { made_from } = must(marks.get(language), 'mark');
      return { noun, id, language, made_from, updated_at };
    });
  });
}

type Indexed<One> = { item: One; index: number };
type LockedRecord<One> = {
  noun: TranslatedNoun;
  id: number;
  items: readonly Indexed<One>[];
  /** Refuses with a 409 by name where the record was saved after an item's `updated_at`. */
  refuseChanged: () => Promise<void>;
};
type Marks = Awaited<ReturnType<typeof readMarks>>;

/** Works on each record once, locked, in an order that is the same for every call: two that meet do not deadlock. */
async function eachRecord<One extends Item>(
  context: Context,
  items: readonly One[],
  work: (tx: TransactionContext, record: LockedRecord<One>, marks: Marks) => Promise<EarlierMark[]>,
): Promise<{ marked: EarlierMark[] }> {
  for (const { noun } of items)
    if (!mayAccess(context.actor, NOUNS[noun].languages.access))
      refuse(403, `You don't have access to the translations of this ${NOUNS[noun].word}`);
  return transact(context, async (tx) => {
    const indexed = items.map((item, index) => ({ item, index }));
    const records = [...Map.groupBy(indexed, ({ item }) => `${item.noun} ${item.id}`).values()];
    const marked: EarlierMark[] = [];
    for (const group of records.toSorted(byRecord)) {
      const [first] = group;
      if (first) marked.push(...(await workOn(tx, first, withoutRepeats(group), work)));
    }
    return { marked };
  });
}

async function workOn<One extends Item>(
  tx: TransactionContext,
  { item: { noun, id }, index }: Indexed<One>,
  items: readonly Indexed<One>[],
  work: (tx: TransactionContext, record: LockedRecord<One>, marks: Marks) => Promise<EarlierMark[]>,
): Promise<EarlierMark[]> {
  const texts = textsOfNoun(noun);
  const { word, name: column } = NOUNS[noun];
  const found = await texts.noun.lockRow(tx, id);
  if (!found) refuseField(`items.${index}.id`, `There is no ${word} #${id}`);
  const row = { ...found, id };
  const name = `${word} “${String((row as Record<string, unknown>)[column])}”`;
  const marks = await readMarks(tx, texts, row);
  for (const one of items)
    if (!marks.has(one.item.language))
      refuseField(
        `items.${one.index}.language`,
        `The ${name} has no ${languageNamed(one.item.language)} translation`,
      );
  const refuseChanged = async () => {
    const isRead = ({ item: { updated_at } }: Indexed<One>) =>
      updated_at === undefined || Date.parse(updated_at) === Date.parse(found.updated_at);
    if (items.every(isRead)) return;
    const { changed_by, updated_at: changed_at } = await readAgain(found, () => texts.noun.lockRow(tx, id));
    conflict(`changed the ${name} since you opened the list`, { changed_by, changed_at });
  };
  return work(tx, { noun, id, items, refuseChanged }, marks);
}

/** A text that is listed several times counts once. */
function withoutRepeats<One extends Item>(group: readonly Indexed<One>[]): Indexed<One>[] {
  return group.filter(
    ({ item }, at) => group.findIndex((other) => other.item.language === item.language) === at,
  );
}

function byRecord([a]: readonly Indexed<Item>[], [b]: readonly Indexed<Item>[]): number {
  if (!a || !b) return 0;
  return a.item.noun === b.item.noun ? a.item.id - b.item.id : a.item.noun < b.item.noun ? -1 : 1;
}

function isSame(a: Record<string, string>, b: Record<string, string>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}
