/** What a save, or two at once, would lose or let through. */
import { type Fault, faultsIn } from './fault.ts';

export const SAVE_FAULTS: readonly Fault[] = [
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
  ...faultsIn('server/nouns/arranging.ts', 'server/nouns/arranging.test.ts', [
    [
      'save: two orders of a program at once become a mixture',
      '  await lock(tx.db, `order of ${table} in ${level.program_id}`);\n',
      '',
    ],
    [
      'save: an order overwrites one that was made since it was read',
      'fingerprint !== fingerprintOf(placed)',
      'fingerprint === null',
    ],
    [
      'save: rows that an order leaves out keep their places',
      'movable && place !== (places.get(id) ?? 0)',
      'movable && place !== (places.get(id) ?? place)',
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
  ...faultsIn(
    'features/email-templates/server/template-versions.ts',
    'features/email-templates/server/versions.test.ts',
    [
      [
        'save: the text of before the first recorded save is lost',
        "where f.action <> 'create'",
        "where f.action = 'create'",
      ],
      [
        'access: versions of other programs stand among those of a template',
        'e.program_id = ${program_id ?? 0} and ',
        '',
      ],
    ],
  ),
  ...faultsIn(
    'features/email-rules/server/queue-mails.ts',
    'features/email-templates/server/rule-templates.test.ts',
    [
      [
        'mail: a rule writes to users of a program without its own text',
        'program_id: user.program_id, language',
        'program_id: null, language',
      ],
    ],
  ),
];
