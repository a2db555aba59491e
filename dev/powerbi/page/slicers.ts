import { type Dimension, dimensions } from '../model/types.ts';
import { h, on } from './dom.ts';
import type { Chosen } from './filters.ts';
import type { Scene } from './visuals/scene.ts';

export const slicerNames: Record<'region' | 'channel' | 'month', string> = {
  region: 'slicer-region',
  channel: 'slicer-channel',
  month: 'slicer-period',
};

type Change = (visual: string, change: Partial<Chosen>) => void;

/** A button with its choice written on it that opens the list of values; Escape and a press elsewhere close it. */
function drop(name: string, label: string, shown: string, isOpen: boolean, body: HTMLElement): HTMLElement {
  const summary = h('summary', { 'data-key': name }, h('span', { class: 'what' }, `${label}: `), h('b', { class: 'picked' }, shown));
  const details = h('details', { class: 'slicer', 'data-slicer': name, open: isOpen }, summary, body);
  on(details, 'keydown', (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape' && details.open) {
      details.open = false;
      summary.focus();
    }
  });
  return details;
}

function option(
  kind: 'checkbox' | 'radio',
  group: string,
  label: string,
  value: string,
  checked: boolean,
  change: (checked: boolean) => void,
): HTMLElement {
  const input = h('input', { type: kind, name: group, value, checked, 'data-key': `${group}/${value}` });
  return h(
    'label',
    {},
    on(input, 'change', () => change(input.checked)),
    h('span', {}, label),
  );
}

export function toggled(values: string[], value: string, checked: boolean): string[] {
  const others = values.filter((other) => other !== value);
  return checked ? [...others, value] : others;
}

function checks(scene: Scene, chosen: Chosen, visual: string, dimension: Dimension, change: Change): HTMLElement {
  const options = scene.answer.options[dimension].map((value) =>
    option('checkbox', visual, value, value, chosen[dimension].includes(value), (checked) =>
      change(visual, { [dimension]: toggled(chosen[dimension], value, checked) }),
    ),
  );
  return h('div', { role: 'group', 'aria-label': scene.definition.labels[dimension] }, ...options);
}

/** The three slicers at the head of every page. */
export function slicers(scene: Scene, chosen: Chosen, open: string | null, change: Change): HTMLElement[] {
  const { answer, definition, format, say } = scene;
  const made = (['region', 'channel'] as const).map((dimension) => {
    const name = slicerNames[dimension];
    const values = chosen[dimension];
    // Viewers limited to one region see its name, not "all".
    const shownValues = values.length === 0 && answer.options[dimension].length === 1 ? answer.options[dimension] : values;
    const shown = shownValues.length === 0 ? say.all : shownValues.length === 1 ? shownValues[0]! : String(shownValues.length);
    return drop(name, definition.labels[dimension], shown, open === name, checks(scene, chosen, name, dimension, change));
  });
  const months = answer.options.month.map((month) =>
    option('radio', slicerNames.month, format.monthYear(month), month, month === answer.month, () => change(slicerNames.month, { month })),
  );
  const list = h('div', { role: 'group', 'aria-label': say.period }, ...months);
  return [...made, drop(slicerNames.month, say.period, format.monthYear(answer.month), open === slicerNames.month, list)];
}

type Pane = { hostFilters: { label: string; text: string }[]; expanded: boolean; groups: Map<string, boolean> };

/** The filter pane: every column, and what the host has filtered besides. */
export function filterPane(scene: Scene, chosen: Chosen, { hostFilters, expanded, groups }: Pane, change: Change): HTMLElement {
  const { definition, say } = scene;
  const fields = dimensions.map((dimension) => {
    const isOpen = groups.get(dimension) ?? (expanded && (dimension === 'region' || dimension === 'channel'));
    const count = chosen[dimension].length;
    const summary = h(
      'summary',
      { 'data-key': `pane-${dimension}` },
      definition.labels[dimension],
      count ? h('b', {}, String(count)) : null,
    );
    return h('details', { open: isOpen, 'data-pane': dimension }, summary, checks(scene, chosen, `pane-${dimension}`, dimension, change));
  });
  const fixed = hostFilters.map(({ label, text }) => h('p', { class: 'fixed' }, h('b', {}, label), text));
  const clear = on(h('button', { type: 'button', class: 'quiet', 'data-key': 'pane-clear' }, say.clear), 'click', () =>
    change('filters', { region: [], channel: [], member: [], product: [] }),
  );
  return h('aside', { class: 'pane', 'aria-label': say.filters }, h('h2', {}, say.filters), ...fixed, ...fields, clear);
}
