import type { NounDeclaration } from '../../../core/noun.ts';
import type { AuditEntry, RecordNames } from '../../../features/audit/contract.ts';
import { AUDIT_WORDS } from './audit-words.ts';

export const NO_NAMES: RecordNames = {};

/** Names a record that a value refers to: Ada Lovelace, “Pottery”, or #5 where its name is not known. */
export function referenceTo(entity: string, id: number, names: RecordNames): string {
  const noun = AUDIT_WORDS[entity];
  const name = noun?.name && names[entity]?.[id]?.name;
  return name ? quoted(name, noun) : `#${id}`;
}

function quoted(name: string, noun: NounDeclaration | undefined): string {
  return noun?.person ? name : `“${name}”`;
}

/** Names the record of an entry with its noun and its id: `the class “Pottery” #1`, `Ada Lovelace #5`. */
export function recordOf(entry: AuditEntry, names: RecordNames): string {
  const { entity, entity_id } = entry;
  const noun = AUDIT_WORDS[entity];
  const word = noun?.word ?? entity.replaceAll(/[_-]/g, ' ');
  if (noun?.single) return `the ${word}`;
  const id = /^\d+$/.test(entity_id) ? `#${entity_id}` : '';
  const { name, of } = nameOf(entry, noun, names);
  if (name && noun?.person) return `${name} ${id}`;
  return ['the', word, name && `“${name}”`, id || (name ? '' : entity_id), of && `of ${of}`]
    .filter(Boolean)
    .join(' ');
}

type Name = { name?: string | undefined; of?: string | undefined };

function nameOf(entry: AuditEntry, noun: NounDeclaration | undefined, names: RecordNames): Name {
  const { entity, entity_id, before, after } = entry;
  const known = (of: string) => names[of]?.[entity_id]?.name ?? undefined;
  const owner = noun?.named_by;
  if (owner) {
    const called = owner.column ? known(entity) : known(owner.noun);
    const ofPerson = called !== undefined && AUDIT_WORDS[owner.noun]?.person;
    if (owner.column || ofPerson) return { of: called && quoted(called, AUDIT_WORDS[owner.noun]) };
    return { name: called };
  }
  const values = { ...before, ...after };
  const recorded = [noun?.name && values[noun.name], values.name, values.email, values.original_name];
  return {
    name:
      known(entity) ??
      (recorded.find((value) => typeof value === 'string' && value !== '') as string | undefined),
  };
}
