import type { Measure } from '../../../demo/catalog/types.ts';
import { h } from '../dom.ts';
import { addsUp, type Change, measured } from '../format.ts';
import { fill, type Texts } from '../texts.ts';
import type { Scene, Visual } from './scene.ts';

function mark({ text, tone, up }: Change, say: Texts): HTMLElement {
  const spoken = fill(up ? say.up : say.down, { value: text });
  const arrow = tone === 'flat' ? '=' : up ? '▲' : '▼';
  return h('span', { class: tone, role: 'img', 'aria-label': spoken, title: spoken }, `${arrow} ${text}`);
}

/** One figure each, with its change against the same days of the month before. */
export function cards({ answer, definition, format, say }: Scene, measures: readonly Measure[]): Visual[] {
  return measures.map((measure, index): Visual => {
    const now = measured(measure, answer.total.now);
    const change = format.change(measure, now, measured(measure, answer.total.before));
    const label = definition.labels[measure];
    const title = index === 0 && addsUp(measure) ? fill(say.ofMonth, { measure: label }) : label;
    const sign = change?.tone === 'flat' ? '' : change?.up ? '+' : '-';
    return {
      name: `card-${measure}`,
      type: 'card',
      title,
      area: 'card',
      cells: { head: [title, say.change], rows: [[format.value(measure, now), change ? `${sign}${change.text}` : '–']] },
      body: () => h('p', { class: 'figure' }, h('b', {}, format.value(measure, now)), change && mark(change, say)),
    };
  });
}
