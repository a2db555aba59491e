import type { PlayItem } from '../../../../domain/playlists/contract.ts';
import { isWithin } from '../../../../domain/playlists/windows.ts';

/** The items that may play now: accessible to the viewer and within their days and hours. */
export const playable = (items: readonly PlayItem[], now: number, zone: string): PlayItem[] =>
  items.filter((item) => item.skipped === null && isWithin(item.windows, new Date(now), zone));

/** The order of a lap: as composed, or shuffled so that it does not start with the current item. */
export function getOrder(items: readonly PlayItem[], shuffle: boolean, current: string | null, random: () => number): string[] {
  const ids = items.map((item) => item.id);
  if (!shuffle) return ids;
  for (let last = ids.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [ids[last], ids[other]] = [ids[other] ?? '', ids[last] ?? ''];
  }
  if (ids.length > 1 && ids[0] === current) ids.push(ids.shift() ?? '');
  return ids;
}

/** Keeps the running lap's order when the list changes: removed items disappear, new ones take their composed place. */
export function reordered(order: readonly string[], composed: readonly string[], shuffle: boolean): string[] {
  if (!shuffle) return [...composed];
  const kept = order.filter((id) => composed.includes(id));
  return [...kept, ...composed.filter((id) => !kept.includes(id))];
}

/** The items of a lap after (with step −1: before) one of them, nearest first, once around; the item itself comes last. */
export function following(order: readonly string[], from: string | null, step: 1 | -1 = 1): string[] {
  const at = from === null ? -1 : order.indexOf(from);
  const count = order.length;
  if (at < 0) return step === 1 ? [...order] : [...order].reverse();
  return Array.from({ length: count }, (_, n) => order[(at + step * (n + 1) + count * 2) % count] ?? '');
}

/** Whether going from one item to the next starts a new lap. */
export const startsNewLap = (order: readonly string[], from: string | null, to: string): boolean =>
  from !== null && order.indexOf(to) <= order.indexOf(from);
