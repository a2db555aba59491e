import type { Refusal } from '../errors/refusal.ts';
import type { Window } from '../playlists/windows.ts';
import { refuseDetaching } from './shift-edit.ts';

export type UserShifts = { own: Window[] | null; inForce: Window[] | null; attached: readonly string[]; version: number };
type Asked = { version: number; shifts: readonly string[]; without?: 'always' | 'keep' | undefined };
type ShiftFacts = { shifts?: string[]; accessHours?: Window[] | null };
export type UserShiftsPlan = {
  shiftIds: readonly string[];
  own: Window[] | null;
  version: number;
  change: { before: ShiftFacts; after: ShiftFacts };
};

/**
 * Which access shifts are attached to a person. Where the last one goes and the person has no windows of their own, the caller says what
 * holds then: always, or the windows of before as the person's own.
 */
export function decideUserShifts(
  asked: Asked,
  stored: UserShifts,
  found: readonly { id: string; name: string }[],
): UserShiftsPlan | Refusal {
  if (asked.version !== stored.version) return { refused: 'changed_meanwhile' };
  const shiftIds = [...new Set(asked.shifts)].toSorted();
  if (shiftIds.some((id) => !found.some((shift) => shift.id === id))) return { refused: 'not_found', field: 'shifts' };
  const isLast = shiftIds.length === 0 && stored.attached.length > 0 && stored.own === null;
  const refusal = refuseDetaching(isLast ? 1 : 0, asked.without);
  if (refusal) return refusal;
  const own = isLast && asked.without === 'keep' ? stored.inForce : stored.own;
  const names = (ids: readonly string[]) => found.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const [before, after]: [ShiftFacts, ShiftFacts] = [{ shifts: names(stored.attached) }, { shifts: names(shiftIds) }];
  const isKept = own !== stored.own;
  return {
    ...{ shiftIds, own, version: stored.version + 1 },
    change: {
      before: { ...before, ...(isKept && { accessHours: stored.own }) },
      after: { ...after, ...(isKept && { accessHours: own }) },
    },
  };
}
