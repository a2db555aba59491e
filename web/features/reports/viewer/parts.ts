import type { ViewerAction, ViewerPart } from '../../../app/parts/viewer-parts.ts';

export type PartWithAction = ViewerPart & { action: ViewerAction };
export type Room = { phone: boolean; narrow: boolean };

const withAction = (part: ViewerPart): part is PartWithAction => Boolean(part.action);

/** The place of an action: in the bar, in the foot of a phone, or in the menu (UI 5). */
export function standsIn(action: ViewerAction, { phone, narrow }: Room): 'bar' | 'foot' | 'menu' {
  if (phone) return action.foot ? 'foot' : 'menu';
  if (action.at === 'menu') return 'menu';
  return narrow && action.at === 'icon' ? 'menu' : 'bar';
}

/** The parts of one place, in order, named ones first. */
export function partsIn(parts: readonly ViewerPart[], place: 'bar' | 'foot' | 'menu', room: Room): PartWithAction[] {
  const there = parts.filter(withAction).filter(({ action }) => standsIn(action, room) === place);
  const rank = { named: 0, icon: 1, menu: 2 };
  return there.toSorted((a, b) => rank[a.action.at] - rank[b.action.at]);
}
