/** What a save, or two at once, would lose or let through. */
import { type Fault, faultsIn } from './fault.ts';

export const SAVE_FAULTS: readonly Fault[] = [
  ...faultsIn('features/tokens/server/tokens.ts', 'features/tokens/server/routes.test.ts', [
    ['save: the amount of a used token changes', 'used > 0 && before[name]', 'used > 1 && before[name]'],
    [
      'save: a token takes the code of another in another case',
      'sql<boolean>`lower(code) = lower(',
      'sql<boolean>`code = (',
    ],
    ['save: a new token is over already', '    refusePast(data);\n', ''],
  ]),
  ...faultsIn('server/nouns/changing.ts', 'features/tokens/server/routes.test.ts', [
    [
      'save: a change of a token stands in no audit',
      '    await audit(tx, { ...entry, ...readers, before, after, ...redacted });\n',
      '',
    ],
  ]),
  ...faultsIn('features/saved-views/server/saved-views.ts', 'features/saved-views/server/routes.test.ts', [
    [
      'save: two views have one name',
      '    if (!made) refuseTaken();\n    const { id } = made;',
      '    const { id } = made ?? { id: 0 };',
    ],
  ]),
  ...faultsIn('server/http/idempotency.ts', 'server/http/idempotency.test.ts', [
    [
      'save: one key answers two requests',
      'known.route !== request.route || !bodyHash.equals(known.body_hash)',
      'known.route !== request.route',
    ],
    [
      'save: a key answers other rights than those that asked',
      '[program_id, permissions, request.input ?? null]',
      '[request.input ?? null]',
    ],
    [
      'save: a key lets its work run twice',
      '    if (claimed.numInsertedOrUpdatedRows === 0n) {',
      '    if (claimed.numInsertedOrUpdatedRows === 2n) {',
    ],
  ]),
  ...faultsIn('server/nouns/translations.ts', 'server/nouns/translations.test.ts', [
    [
      'save: a translation of old English is not outdated',
      '        made !== englishHash(english[field])\n',
      "        made === ''\n",
    ],
    [
      'save: a language stands twice in a save',
      'earlier.language_slug === language_slug',
      'earlier === given',
    ],
    [
      'save: a changed text that is not marked is left out in silence',
      '      if (!given.update && !isSame)\n        refuseField(',
      '      if (given.update && language_slug === "en")\n        refuseField(',
    ],
  ]),
  ...faultsIn('core/blank.ts', 'core/blank.test.ts', [
    [
      'save: a text that nobody can see is a title',
      '\\p{Cc}\\p{Default_Ignorable_Code_Point}\\u2800',
      '\\p{Cc}',
    ],
  ]),
  ...faultsIn('features/users/payment-settings/rules.ts', 'features/users/payment-settings/rules.test.ts', [
    [
      'save: an IBAN is kept as it was typed',
      "return field === 'iban' ? solid.toUpperCase() : solid;",
      'return solid;',
    ],
  ]),
  ...faultsIn('web/ui/form/merge.ts', 'web/ui/form/merge.test.ts', [
    [
      'save: a value that both changed is taken from the other',
      "choices[field] === 'theirs' ? other : own",
      "choices[field] !== 'mine' ? other : own",
    ],
    [
      'save: what the other changed is lost',
      'same(own, before) ? other : own',
      'same(own, before) ? own : other',
    ],
    ['save: two who changed a field to the same are said to clash', ' && !same(own, other)', ''],
    [
      'save: what one took out of a set is in it again',
      '[...theirs.filter((item) => !removed.includes(item)), ...added]',
      '[...theirs, ...added]',
    ],
    [
      'save: what both added to a set is in it twice',
      '!base.includes(item) && !theirs.includes(item)',
      '!base.includes(item)',
    ],
  ]),
  ...faultsIn(
    'features/commissions/web/cards/draft/group-draft.ts',
    'features/commissions/web/cards/draft/group-draft.test.ts',
    [
      ['save: unsent edits of a group are lost by a load', 'if (isDirty(draft) || Date', 'if (Date'],
      [
        'save: an older answer replaces a newer group',
        ' || Date.parse(next.updated_at) < Date.parse(draft.base.updated_at)',
        '',
      ],
      [
        'save: each key in a cell is a step of Undo',
        'draft.typing === cell ? draft.past',
        'draft.typing === key ? draft.past',
      ],
      ['save: a row that is stored is removed like one that is not', ' || row.row.id > 0);', ');'],
      [
        'save: an empty percentage is sent as 0',
        'row.type !== INSTRUCTOR && toNumber(commission) === null',
        'row.type === INSTRUCTOR && toNumber(commission) === null',
      ],
    ],
  ),
  ...faultsIn(
    'web/parts/translations/translations-merge.ts',
    'web/parts/translations/translations-merge.test.ts',
    [['save: translations of an English that has changed are called right', 'sameEnglish && !base', '!base']],
  ),
  ...faultsIn('features/events/web/event-form.ts', 'features/events/web/event-form.test.ts', [
    [
      'save: a moment that nobody touched loses its fractions of a second',
      'known !== undefined && localOf(known) === local ? known',
      'known === local ? known',
    ],
    [
      'save: a giveaway keeps the price of a regular event',
      "price: values.type === 'regular' ? price : null,",
      'price,',
    ],
    ['save: an event ends before it starts', 'to <= from &&', 'to < from &&'],
  ]),
];
