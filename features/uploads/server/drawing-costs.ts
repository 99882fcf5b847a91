/** Bounds the cost of drawing an SVG: a few hundred bytes can ask for hours. A timeout covers the rest. */

/** Nesting of elements; the renderer's own parser allows 256. */
const DEEPEST = 200;

/** The most copies of other elements. A copy may not hold copies: each level would multiply the cost. */
const MOST_USES = 200;

const MOST_FILTER_STEPS = 64;
const MOST_STEPS_OF_FILTER = 20;
const MOST_FILTERED = 50;

/** The largest arguments of a filter step, by the attribute's name in lower case. */
const LARGEST = new Map([
  ['numoctaves', 10],
  ['radius', 100],
  ['order', 15],
  ['stddeviation', 500],
]);

/** Returns counters for elements as they open and close; calls `tooMuch` at the first excess. */
export function countCosts(tooMuch: () => never) {
  const open: (string | undefined)[] = [];
  const holders = new Set<string>();
  const copied = new Set<string>();
  let uses = 0;
  let steps = 0;
  let stepsOfFilter = 0;
  let filtered = 0;

  const checkUse = (attributes: [string, string][]) => {
    if (++uses > MOST_USES) tooMuch();
    for (const id of open) if (id !== undefined) holders.add(id);
    for (const [name, value] of attributes) if (name === 'href') copied.add(value.trim().slice(1));
  };
  const checkStep = (attributes: [string, string][]) => {
    if (++steps > MOST_FILTER_STEPS || ++stepsOfFilter > MOST_STEPS_OF_FILTER) tooMuch();
    for (const [name, value] of attributes) {
      const largest = LARGEST.get(name);
      // One number, or one for each direction; what is none is refused with what is too large.
      const numbers = value.trim().split(/[\s,]+/);
      if (largest !== undefined && !numbers.every((number) => Number(number) <= largest)) tooMuch();
    }
  };

  return {
    /** Takes the names of element and attributes, without prefixes and in lower case. */
    opened(element: string, attributes: [string, string][]): void {
      open.push(attributes.find(([name]) => name === 'id')?.[1]);
      if (open.length > DEEPEST) tooMuch();
      if (element === 'use') checkUse(attributes);
      if (element === 'filter') stepsOfFilter = 0;
      if (element.startsWith('fe')) checkStep(attributes);
      if (attributes.some(isFilter) && ++filtered > MOST_FILTERED) tooMuch();
    },
    closed(): void {
      open.pop();
    },
    ended(): void {
      for (const id of copied) if (holders.has(id)) tooMuch();
    },
  };
}

function isFilter([name, value]: [string, string]): boolean {
  return name === 'filter' || (name === 'style' && /\bfilter\s*:/i.test(value));
}
