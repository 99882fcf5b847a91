/** A few hundred bytes can ask for hours of drawing; what the elements do not betray is ended by its time. */

/** Elements within each other; the renderer's own parser knows 256. */
const DEEPEST = 200;

/** Copies of other elements. None of them may hold a copy itself: each level would multiply what is drawn. */
const MOST_USES = 200;

/** Steps of all filters together, those of one, and elements that are drawn through one. */
const MOST_FILTER_STEPS = 64;
const MOST_STEPS_OF_FILTER = 20;
const MOST_FILTERED = 50;

/** The largest numbers that a step of a filter may be given, by the attribute's name in small letters. */
const LARGEST = new Map([
  ['numoctaves', 10],
  ['radius', 100],
  ['order', 15],
  ['stddeviation', 500],
]);

/** Takes the elements of a drawing as they open and close; `tooMuch` is called by the first one that asks too much. */
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
    /** The element's name and its attributes', without prefixes and in small letters. */
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
    /** A copy may stand before what it copies. */
    ended(): void {
      for (const id of copied) if (holders.has(id)) tooMuch();
    },
  };
}

function isFilter([name, value]: [string, string]): boolean {
  return name === 'filter' || (name === 'style' && /\bfilter\s*:/i.test(value));
}
