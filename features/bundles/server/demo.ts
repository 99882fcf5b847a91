import type { Random } from '../../../server/db/demo/random.ts';
import { ADAS_BUNDLE, ADAS_CLASSES, type DemoClass } from '../../classes/server/demo.ts';
import { ADA } from '../../users/server/demo.ts';

export function demoBundleMembers(random: Random, classes: readonly DemoClass[]) {
  const singles = Map.groupBy(
    classes.filter((entry) => !entry.is_bundle && entry.instructor_id !== ADA),
    (entry) => entry.program_id,
  );
  return classes
    .filter((entry) => entry.is_bundle)
    .flatMap((bundle) => {
      const choice = singles.get(bundle.program_id) ?? [];
      const wanted = random.whole(2, 8);
      const members =
        bundle.id === ADAS_BUNDLE
          ? new Set(ADAS_CLASSES.slice(0, 3))
          : new Set(Array.from({ length: wanted }, () => random.pick(choice).id));
      return [...members].map((class_id, position) => ({ bundle_id: bundle.id, class_id, position }));
    });
}
