/** Words for constraints of the database, by feature: `server/app.ts` puts them together when it is loaded. */
import type { ConstraintTexts } from '../../core/errors.ts';

let texts: ConstraintTexts = {};

export function putConstraintTexts(ofAll: ConstraintTexts): void {
  texts = ofAll;
}

export function textOfConstraint(name: string): string | undefined {
  return texts[name];
}
