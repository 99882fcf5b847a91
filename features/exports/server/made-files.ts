/** Files that are made whenever they are fetched: none is stored. Specification: Exports. */
import type { Access } from '../../../core/access.ts';
import type { Context } from '../../../server/context.ts';

type MadeFile = {
  name: string;
  /** Who may fetch it, and must still be allowed when it is fetched. */
  access: Access;
  /** What the file is called where it is saved, without date and ending. */
  saved_as: string | ((file_name: string) => string);
  /** The file where it is the actor's to fetch, and not too old; null where there is none. */
  make: (
    context: Context,
    file_name: string,
  ) => Promise<{ content: string | Buffer; created_at: string } | null>;
};

/** Declares one. It is served beside the exports from then on. */
export function declareFile(kind: MadeFile): void {
  MADE.set(kind.name, kind);
}

/** The file of this name, of whichever kind, with how that is declared. */
export async function makeFile(context: Context, file_name: string) {
  for (const kind of MADE.values()) {
    const made = await kind.make(context, file_name);
    if (made) return { ...made, kind };
  }
  return null;
}

const MADE = new Map<string, MadeFile>();
