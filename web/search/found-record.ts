export type Options = { signal: AbortSignal };
/** Scope of a search by name: a program, or all of them; what belongs to no program is found in each. */
export type Scope = Options & { program_id: number | undefined };
export type FoundRecord = {
  /** 0 for what is not numbered, which has an address of its own instead. */
  id: number;
  name: string;
  /** Kind of the record in words, where it has an address of its own. */
  detail?: string;
  address?: string;
};
