import type { Access } from '../../../core/access.ts';
import type { Context } from '../../../server/context.ts';

type MadeFile = {
  name: string;
  access: Access;
  saved_as: string | ((file_name: string) => string);
  /** Makes the file; null where the actor may not fetch it, it is too old, or does not exist. */
  make: (
    context: Context,
    file_name: string,
  ) => Promise<{ content: string | Buffer; created_at: string } | null>;
};

export function declareFile(kind: MadeFile): void {
  MADE.set(kind.name, kind);
}

export async function makeFile(context: Context, file_name: string) {
  for (const kind of MADE.values()) {
    const made = await kind.make(context, file_name);
    if (made) return { ...made, kind };
  }
  return null;
}

const MADE = new Map<string, MadeFile>();
